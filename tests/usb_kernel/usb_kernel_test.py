# SPDX-License-Identifier: Apache-2.0
"""Debian's kernel takes the simulated device: one boot, two boards on its controller.

Board A is the product (adoube attach) and plays a game to `adoube` inside the guest; it is unplugged at the end of the game
and plugged in again. Board B is the test build of the same core, for the kernel's module usbtest.

    usb_kernel_test.py ADOUBE USBTEST_BOARD MOVES_OF_EVENTS CACHE
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import debian_kernel
from guest import Guest, wait_for

ADOUBE, USBTEST_BOARD, MOVES_OF_EVENTS, CACHE = sys.argv[1:5]
FOLDER = pathlib.Path(__file__).resolve().parent
LSUSB = FOLDER.parent / "rtl/usb/lsusb.txt"
GAME = FOLDER / "legal-mate.pgn"
SCORE = "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5".split()
BOARD, TESTED = "1209:0001", "0525:a4a0"

SPEED = 8          # simulated seconds a second while the guest waits for events
UNPLUG_S = 64      # of device time: the game is over
BOOT_S = 240       # for everything the guest does
# usbtest's own: 15, 16, 22 and 23 want isochronous endpoints and say nothing.
CASES = {*range(0, 15), *range(17, 22), *range(24, 30)}
ODD_CASES = [2, 2, 13, 2, 26, 26, 2]
BUS_FAULTS = {"repeated": 0, "bad": 0, "silent": 0, "collisions": 0, "unasked": 0}


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Run:
    """What the one boot gave, for all tests below."""

    def __init__(self, folder):
        self.folder = folder
        kernel = debian_kernel.kernel(CACHE)
        sockets = [folder / "board", folder / "tested"]
        self.captures = [folder / "board.pcap", folder / "tested.pcap"]
        self.board_report = self.second_report = self.tested_report = self.tested_status = None
        began = time.monotonic()
        game = self.attach(sockets[0], f"sim:{GAME}", "--speed", SPEED, "--limit", UNPLUG_S, "--pcap", folder / "bus.pcap")
        tested = subprocess.Popen([USBTEST_BOARD, sockets[1]], stdout=subprocess.PIPE, text=True)
        wait_for(lambda: all(path.exists() for path in sockets), 20)
        self.guest = Guest(kernel, ADOUBE, folder, zip(sockets, self.captures), f"adoube.board={BOARD} adoube.tested={TESTED}")
        second = []

        def plug_again():
            self.board_report = game.communicate()[0]
            second.append(self.attach(sockets[0], "sim", "--speed", SPEED))

        again = threading.Thread(target=plug_again)
        again.start()
        self.switched_off = self.guest.wait(BOOT_S)
        self.seconds = time.monotonic() - began
        for process in (game, tested):
            wait_for(lambda p=process: p.poll() is not None, 5) or process.terminate()
        again.join(10)
        self.tested_report = tested.communicate(timeout=10)[0]
        self.tested_status = tested.returncode
        for process in second:
            wait_for(lambda p=process: p.poll() is not None, 5) or process.terminate()
            self.second_report = process.communicate(timeout=10)[0]

    @staticmethod
    def attach(socket, device, *options):
        return subprocess.Popen([ADOUBE, "--json", "--device", device, "attach", "--usbredir", str(socket), *map(str, options)],
                                stdout=subprocess.PIPE, text=True)


class Kernel(unittest.TestCase):
    maxDiff = None
    run_: Run

    def part(self, name, status=0):
        part = self.run_.guest.parts.get(name)
        if part is None or part.status is None:
            log = self.run_.guest.log.read_text()
            loose = "\n".join(self.run_.guest.loose[-20:])
            self.fail(f"the guest did not get to the end of '{name}'\n{part.text if part else ''}\n{loose}\n{log}")
        if status is not None:
            self.assertEqual(part.status, status, f"{name}: {part.text}")
        return part

    def test_kernel_enumerates_the_board(self):
        self.part("plug")
        attributes = dict(line.split(" ", 1) for line in self.part("attributes").lines)
        self.assertEqual({key: value.strip() for key, value in attributes.items()},
                         {"speed": "12", "version": "2.10", "bConfigurationValue": "1", "bNumInterfaces": "1",
                          "manufacturer": "Adoube", "product": "Adoube board", "serial": "SIM-0001"})
        log = self.part("log").text
        self.assertRegex(log, r"usb 1-1: new full-speed USB device number \d+ using uhci_hcd")
        for complaint in ("device descriptor read", "device not accepting", "unable to", "can't", "string descriptor", "config "):
            self.assertNotRegex(log, rf"usb 1-\d: .*{complaint}")

    def test_lsusb_is_as_expected(self):
        text = self.part("lsusb").text
        start = text.find("Device Descriptor:")
        seen = [line.rstrip() for line in text[start:].splitlines()]
        self.assertEqual("\n".join(seen).strip(), "\n".join(line.rstrip() for line in LSUSB.read_text().splitlines()).strip())

    def test_adoube_finds_the_board(self):
        [found] = lines(self.part("list").text)
        [info] = lines(self.part("info").text)
        for told in (found, info):
            self.assertEqual((told["serial"], told["vendor_id"], told["product_id"], told["speed"]), ("SIM-0001", 0x1209, 1, "full"))
        self.assertEqual(info["registers"]["protocol"], 1)

    def test_game_reaches_the_guest_whole(self):
        # 6: the board is unplugged when the game is over.
        part = self.part("events", status=6)
        told = lines("\n".join(line for line in part.lines if line.startswith("{")))
        events = [line for line in told if line["type"] == "event"]
        self.assertEqual([line for line in told if line["type"] not in ("event", "error")], [])
        # The same board in one process with its driver: other frames, other delays, the same edges at the same times.
        here = subprocess.run([ADOUBE, "--json", "--device", f"sim:{GAME}", "events"], capture_output=True, text=True, timeout=120, check=True)
        self.assertEqual(events, [line for line in lines(here.stdout) if line["type"] == "event"])
        moves = subprocess.run([MOVES_OF_EVENTS], input="\n".join(map(json.dumps, events)), capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(moves.stdout.split(), SCORE)

    def test_board_is_unplugged_and_comes_back(self):
        self.part("unplug")
        self.part("replug")
        self.assertEqual(self.part("attributes").lines, self.part("attributes_again").lines)
        self.assertRegex(self.part("log").text, r"usb 1-1: USB disconnect")

    def test_usbtest(self):
        self.part("plug_tested")
        passed, said = {}, self.part("cases").lines
        for line in said:
            if found := re.search(r"test (\d+),\s+([\d.]+) secs", line):
                passed[int(found[1])] = float(found[2])
        print("usbtest case: seconds in the guest")
        print(", ".join(f"{case}: {seconds:.2f}" for case, seconds in sorted(passed.items())))
        self.assertEqual(set(passed), CASES, "\n".join(said) + "\n" + "\n".join(self.part("log").lines[-40:]))
        self.assertEqual(len(passed), 26)
        odd = self.part("odd_cases").lines
        self.assertEqual([int(found[1]) for line in odd if (found := re.search(r"test (\d+),\s+[\d.]+ secs", line))], ODD_CASES, odd)

    def test_bus_saw_no_fault(self):
        # usbtest does not notice a toggle that was not reset; the host of the simulated bus counts what came with the wrong one.
        self.assertTrue(self.run_.switched_off, "the guest did not switch itself off in time")
        board = lines(self.run_.board_report)[-1]
        again = lines(self.run_.second_report)[-1]
        [tested] = lines(self.run_.tested_report)
        self.assertEqual((board["type"], board["unplugged"]), ("detached", True))
        self.assertEqual(board["bus_faults"], BUS_FAULTS)
        self.assertEqual(again["bus_faults"], BUS_FAULTS)
        self.assertEqual((board["breaches"], again["breaches"]), ("", ""))
        self.assertEqual({key: tested[key] for key in BUS_FAULTS}, BUS_FAULTS)
        self.assertEqual(self.run_.tested_status, 0)
        print(f"board: {board}\nboard again: {again}\ntest build: {tested}")

    def test_captures_are_well_formed(self):
        if not shutil.which("tshark"):
            self.skipTest("tshark is not installed")
        for capture in (self.run_.folder / "bus.pcap", *self.run_.captures):
            self.assertGreater(capture.stat().st_size, 24, capture)
            found = subprocess.run(["tshark", "-r", capture, "-Y", "_ws.malformed || _ws.expert.severity == error", "-T", "fields", "-e", "frame.number"],
                                   capture_output=True, text=True, timeout=120)
            self.assertEqual((found.returncode, found.stdout.strip()), (0, ""), f"{capture.name}: {found.stdout[:200]}{found.stderr}")


def skip():
    """Why this cannot run here, or nothing."""
    for command, package in (("qemu-system-x86_64", "qemu-system-x86"), ("busybox", "busybox-static"), ("lsusb", "usbutils")):
        if not shutil.which(command):
            return f"{package} is not installed"
    try:
        debian_kernel.kernel(CACHE)
    except debian_kernel.Unavailable as reason:
        return f"no kernel for the guest: {reason}"
    return None


def main():
    if reason := skip():
        print(f"SKIP: {reason}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        Kernel.run_ = Run(pathlib.Path(folder))
        for name, part in Kernel.run_.guest.parts.items():
            print(f"{part.begun:7.2f} s  {name} ({part.status})")
        print(f"{Kernel.run_.seconds:.0f} s in all")
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(Kernel))
        return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
