#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What commands write, and what they refuse to: no file that is read is replaced, no option goes unheard.

usage: outputs_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, run

SHORT = GAMES / "short-games.pgn"
CASES = SOURCE / "tests/rules/cases/touchmove.jsonl"
SCENE = SOURCE / "tests/scenarios/b52-piece-on-a-dead-sensor.scn"


class Outputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copy(self, of):
        return shutil.copy(of, self.folder / f"read{of.suffix}")

    def refused(self, *args, says):
        result = run(*args)
        self.assertEqual(result.returncode, 2, args)
        if "--json" not in args:
            self.assertEqual(result.stdout, "", args)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)

    def test_what_is_read_is_not_replaced(self):
        games, cases, scene = self.copy(SHORT), self.copy(CASES), self.copy(SCENE)
        for source, read, *args in (
                (SHORT, games, "sim", games, "--pcap"),
                (SCENE, scene, "sim", scene, "--pcap"),
                (SHORT, games, "field", games, "--scans", "126", "--hands", "calm", "--svg"),
                (SHORT, games, "--device", f"sim:{games}", "capture", "--seconds", "0.01", "-o"),
                (SCENE, scene, "--device", f"sim:{scene}", "capture", "--seconds", "0.01", "-o"),
                (SHORT, games, "--device", f"sim:{games}", "attach", "--usbredir", self.folder / "socket", "--pcap"),
                (SHORT, games, "arbitrate", games, "--report"),
                (CASES, cases, "arbitrate", cases, "--report"),
                (CASES, cases, "arbitrate", f"{cases}:famous-polgar-kasparov-1994", "--report")):
            link, hard = self.folder / "link", self.folder / "hard"
            link.symlink_to(read)
            os.link(read, hard)
            for name in (read, link, hard, self.folder / "." / pathlib.Path(read).name):
                with self.subTest(args=args, name=name):
                    self.refused(*args, name, says="is the file that is read")
                    self.assertEqual(pathlib.Path(read).read_bytes(), source.read_bytes())
            link.unlink()
            hard.unlink()

    def test_another_file_is_replaced(self):
        other = self.folder / "other.html"
        other.write_text("old")
        self.assertEqual(run("arbitrate", CASES, "--case", "famous-polgar-kasparov-1994", "--report", other).returncode, 0)
        self.assertIn("<html", other.read_text())

    def test_a_device_is_refused_where_none_is_used(self):
        for command, *args in (("sim", SHORT, "--path", "edges"), ("campaign", SHORT, "--show"), ("fen", "start"), ("perft", "start", "1"), ("demo", SHORT)):
            self.refused("--device", "BOARD-01", command, *args, says=f"leave it out with {command}")

    def test_json_is_not_mixed_with_other_text(self):
        for form in ("uci", "fen", "pgn", "line", "epd"):
            self.refused("--json", "pgn", "convert", SHORT, "--to", form, says="with --json standard output has one object a line")
        target = self.folder / "games.uci"
        self.assertEqual(run("--json", "pgn", "convert", SHORT, "--to", "uci", "-o", target).returncode, 0)
        self.assertGreater(target.stat().st_size, 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
