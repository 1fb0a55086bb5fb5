# SPDX-License-Identifier: Apache-2.0
"""adoube attach before and while a virtual machine has the board: refusals, the socket's life, who counts as a guest, how it
ends. usage: attach_test.py ADOUBE SOURCE_DIR GUEST"""
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from program import ADOUBE, interrupt, lines, run

GUEST = sys.argv[3]


class Attached(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "s")

    def start(self, *args):
        """A board that waits at the path, as the process that has said so."""
        process = subprocess.Popen([ADOUBE, "--json", "--device", "sim", "attach", "--usbredir", self.path, *map(str, args)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertEqual(json.loads(process.stdout.readline()), {"v": 1, "type": "waiting", "path": str(self.path)})
        return process

    def ended(self, process, code):
        """What it said since, with this exit code and, where it was interrupted, a sentence; the socket is gone."""
        out, err = process.communicate(timeout=60)
        said = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(process.returncode, code, err)
        if code >= 128:
            error = said.pop()
            self.assertEqual((error["type"], error["exit"]), ("error", code))
            self.assertTrue(error["message"].startswith("interrupted"), error)
            self.assertEqual(err, f"adoube: {error['message']}\n")
        else:
            self.assertEqual(err, "")
        self.assertFalse(self.path.exists())
        return said

    def guest(self, how):
        return subprocess.Popen([GUEST, self.path, how], stdout=subprocess.PIPE, text=True)

    def refused(self, code, *args, says, device="sim"):
        done = run("--device", device, "attach", *args)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(says, done.stderr)

    def test_usage(self):
        self.refused(2, says="--usbredir")
        self.refused(2, "--usbredir", self.path, says="usb-host", device="B-7")
        self.refused(2, "--usbredir", "", says="socket")
        self.refused(2, "--usbredir", "x" * 200, says="107 bytes")
        self.refused(10, "--usbredir", self.path / "s", says=str(self.path))
        self.refused(10, "--usbredir", self.path, says="no-such.pgn", device="sim:no-such.pgn")
        self.refused(10, "--usbredir", self.path, "--pcap", self.path / "x.pcap", says="x.pcap")
        for limit in ("0", "-1", "nan", "inf", "1e9", "soon"):
            self.refused(2, "--usbredir", self.path, "--limit", limit, says=f"{limit} is not a number of seconds")
        for speed in ("0", "-1", "1001", "nan", "fast"):
            self.refused(2, "--usbredir", self.path, "--speed", speed, says="--speed")
        self.assertFalse(self.path.exists())

    def test_a_file_in_the_place_of_the_socket_stays(self):
        self.path.write_text("before")
        self.refused(2, "--usbredir", self.path, says="is no socket")
        self.assertEqual(self.path.read_text(), "before")

    def test_interrupted_while_it_waits(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.start()
            self.assertTrue(self.path.is_socket())
            interrupt(process, number)
            self.assertEqual(self.ended(process, code), [])

    def test_a_socket_that_was_left_is_taken_over(self):
        killed = self.start()
        killed.kill()
        killed.wait()
        self.assertTrue(self.path.is_socket())
        process = self.start()
        interrupt(process)
        self.ended(process, 130)

    def test_a_second_board_leaves_the_first_waiting(self):
        first = self.start()
        for _ in range(5):
            self.refused(5, "--usbredir", self.path, says="another program listens")
        # Nor is anybody a guest who says nothing before he goes.
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(str(self.path))
        guest = self.guest("leave")
        self.assertRegex(guest.communicate(timeout=60)[0], r"^1209:0001 18 [1-9]\d*\n$")
        self.assertEqual([line["type"] for line in self.ended(first, 0)], ["attached", "detached"])

    def test_a_guest_that_leaves(self):
        process = self.start("--speed", 100)
        self.assertRegex(self.guest("leave").communicate(timeout=60)[0], r"^1209:0001 18 [1-9]\d*\n$")
        attached, detached = self.ended(process, 0)
        self.assertEqual(attached, {"v": 1, "type": "attached", "path": str(self.path)})
        self.assertEqual((detached["unplugged"], detached["requests"], detached["breaches"]), (False, 1, ""))
        self.assertGreaterEqual(detached["packets"], 1)
        self.assertEqual(set(detached["bus_faults"].values()), {0})

    def test_a_board_that_is_unplugged(self):
        process = self.start("--speed", 100, "--limit", 3)
        # A heartbeat a second at least.
        seen = self.guest("stay").communicate(timeout=60)[0].split()
        self.assertEqual(seen[:2], ["1209:0001", "18"])
        self.assertGreaterEqual(int(seen[2]), 2)
        detached = self.ended(process, 0)[-1]
        self.assertEqual((detached["unplugged"], detached["breaches"]), (True, ""))
        self.assertGreaterEqual(detached["device_us"], 3_000_000)
        self.assertLess(detached["device_us"], 3_100_000)

    def test_interrupted_while_a_guest_has_it(self):
        process = self.start()
        guest = self.guest("stay")
        self.assertEqual(json.loads(process.stdout.readline())["type"], "attached")
        interrupt(process)
        (detached,) = self.ended(process, 130)
        self.assertEqual((detached["type"], detached["unplugged"]), ("detached", False))
        guest.kill()
        guest.communicate()

    def test_as_text(self):
        process = subprocess.Popen([ADOUBE, "attach", "--usbredir", self.path], stdout=subprocess.PIPE, text=True)
        said = [process.stdout.readline() for _ in range(3)]
        self.assertIn(f"path={self.path}\n", said[1])
        self.guest("leave").communicate(timeout=60)
        said = process.communicate(timeout=60)[0].splitlines()
        self.assertEqual((process.returncode, said[0]), (0, "A virtual machine has the board."))
        self.assertRegex(said[1], r"^The virtual machine has left after \d+\.\d s of the board: \d resets?, \d+ requests?, \d+ packets? of events; 0 faults")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2)
