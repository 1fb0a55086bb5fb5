# SPDX-License-Identifier: Apache-2.0
"""Programs outside see the simulated board through umockdev: lsusb reads it, a listener hears it come, play and go.

    umock_test.py MOCKED_BOARD LISTENER ADOUBE
"""
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import unittest

MOCKED_BOARD, LISTENER, ADOUBE = sys.argv[1:4]
TESTS = pathlib.Path(__file__).resolve().parent.parent
GAME = TESTS / "usb_kernel/legal-mate.pgn"
LSUSB = TESTS / "rtl/usb/lsusb.txt"
# Numbers that lsusb explains by usb.ids, where that is installed.
EXPLAINED = re.compile(r"^(\s*(?:idVendor|idProduct|b\w+Class|b\w+SubClass|b\w+Protocol)\s+\w+).*")
PATIENCE_S = 60


class Program:
    """Lines in and out of a running program; a line that does not come in time is an error."""

    def __init__(self, *command, env=None):
        self.process = subprocess.Popen(["umockdev-wrapper", *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **(env or {})})
        self.heard = queue.Queue()
        threading.Thread(target=lambda: [self.heard.put(line.rstrip()) for line in self.process.stdout], daemon=True).start()

    def say(self, word):
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def hear(self):
        return self.heard.get(timeout=PATIENCE_S)

    def end(self):
        self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()


def plain(text):
    start = text.find("Device Descriptor:")
    return "\n".join(EXPLAINED.sub(r"\1", line).rstrip() for line in text[start:].splitlines()).strip()


class Mocked(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.board = Program(MOCKED_BOARD, GAME)
        self.env = {"UMOCKDEV_DIR": self.board.hear()}
        self.addCleanup(lambda: self.board.process.kill())

    def command(self, word):
        self.board.say(word)
        self.assertEqual(self.board.hear(), word)

    def lsusb(self, *options):
        return subprocess.run(["umockdev-wrapper", "lsusb", *options], capture_output=True, text=True, timeout=PATIENCE_S, env={**os.environ, **self.env})

    def test_lsusb_comes_and_goes(self):
        self.assertEqual(self.lsusb().stdout, "")
        self.command("plug")
        self.assertIn("ID 1209:0001", self.lsusb().stdout)
        verbose = self.lsusb("-v", "-d", "1209:0001")
        self.assertEqual(plain(verbose.stdout), plain(LSUSB.read_text()), verbose.stderr)
        self.command("unplug")
        self.assertEqual(self.lsusb().stdout, "")
        self.command("plug")
        self.assertEqual(plain(self.lsusb("-v", "-d", "1209:0001").stdout), plain(LSUSB.read_text()))
        self.assertEqual(self.board.end(), 0)

    def test_listener_hears_the_board_come_play_and_go(self):
        here = subprocess.run([ADOUBE, "--json", "sim", GAME, "--no-host"], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
        edges = json.loads(here.stdout.splitlines()[-1])["edges"]
        listener = Program(LISTENER, env=self.env)
        self.addCleanup(lambda: listener.process.kill())
        self.assertEqual(listener.hear(), "ready")
        self.command("plug")
        self.assertEqual([listener.hear(), listener.hear()], ["arrived", "listening"])
        self.command("play")
        self.command("unplug")
        self.assertEqual(listener.hear(), f"SIM-0001: {edges} edges, 0 gaps, gone")
        self.assertEqual(listener.hear(), "left")
        self.command("plug")
        self.assertEqual([listener.hear(), listener.hear()], ["arrived", "listening"])
        self.command("unplug")
        self.assertEqual(listener.hear(), "SIM-0001: 0 edges, 0 gaps, gone")
        self.assertEqual(listener.hear(), "left")
        self.assertEqual(listener.end(), 0)
        self.assertEqual(self.board.end(), 0)


if __name__ == "__main__":
    if not shutil.which("umockdev-wrapper") or not shutil.which("lsusb"):
        print("SKIP: umockdev or usbutils is not installed")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1], verbosity=2)
