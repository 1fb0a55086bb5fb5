#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What commands write, and what they refuse to: no file that is read is replaced, no option goes unheard.

usage: outputs_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, lines, run

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

    def test_the_dash_is_standard_output_or_refused(self):
        for args in (("sim", SHORT, "--pcap"), ("attach", "--usbredir", self.folder / "socket", "--pcap"), ("arbitrate", CASES, "--report"),
                     ("flash", "tinyfpga_bx", "-o")):
            self.refused(*args, "-", says="would be standard output")
        captured = [run("--device", "sim", "capture", "--seconds", "0.01", "--format", "csv", *dash, cwd=self.folder).stdout for dash in ((), ("-o", "-"))]
        self.assertTrue(captured[0].startswith("at_us,"))
        self.assertEqual(*captured)
        self.assertIn("<svg", run("fen", "start", "--svg", "-", cwd=self.folder).stdout)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_option_goes_unheard(self):
        one = ("--case", "famous-fischer-donner-1966")
        for says, *args in (("--game chooses", "arbitrate", CASES, *one, "--game", 1), ("--case chooses", "arbitrate", SHORT, *one),
                            ("--list names all", "flash", "--list", "tinyfpga_bx"), ("--list names all", "flash", "--list", "--dry-run"),
                            ("gives off_centre twice", "sim", SHORT, "--set", "off_centre=1,off_centre=2"),
                            ("gives off_centre twice", "sim", SHORT, "--set", "off_centre=1", "--set", "white.off_centre=2"),
                            ("gives pull_in twice", "scn", "from-pgn", SHORT, "--set", "pull_in=1500,pull_in=1500"),
                            ("lacks the name of a file", "--device", "sim:", "events"), ("lacks the name of a file", "--device", "sim:", "list"),
                            ("lacks the name of a file", "--device", "sim:", "attach", "--usbredir", self.folder / "socket"),
                            ("with --case", "scn", "from-jsonl", CASES), ("has no ply 99", "scn", "from-pgn", SHORT, "--ply", 99),
                            ("--unplug takes", "scn", "from-pgn", SHORT, "--unplug", "cable"), ("fide1066", "scn", "from-pgn", SHORT, "--edition", "fide1066")):
            with self.subTest(args=args):
                self.refused(*args, says=says)
        both = run("scn", "from-pgn", SHORT, "--set", "white.off_centre=1,black.off_centre=2")
        self.assertIn("set white off_centre 1 um\nset black off_centre 2 um\n", both.stdout)

    def test_a_file_of_another_kind_is_called_what_it_is(self):
        loud = shutil.copy(SCENE, self.folder / "LOUD.SCN")
        self.assertNotEqual(run("sim", loud, "--path", "edges", "--no-host").stdout, "")
        for scene in (SCENE, loud):
            for args in (("arbitrate",), ("pgn", "check"), ("pgn", "stats"), ("scn", "from-pgn"), ("scn", "from-jsonl"), ("cases",), ("field",), ("campaign",), ("demo",)):
                with self.subTest(args=args):
                    self.refused(*args, scene, says="is a scenario; adoube sim plays it")
        for args in (("cases",), ("scn", "from-jsonl"), ("scn", "check")):
            result = run(*args, SHORT)
            self.assertEqual(result.returncode, 2, args)
            self.assertIn("is a file of games; adoube sim plays them", result.stderr)
        for args in (("sim",), ("scn", "from-pgn"), ("pgn", "check"), ("scn", "fmt")):
            self.refused(*args, CASES, says="is a file of cases; adoube cases rules on them")
        self.refused("--device", f"sim:{CASES}", "events", says="is a file of cases")

    def test_nothing_to_tell_is_told(self):
        nothing = run("sim", SHORT, "--path", "edges", "--no-host", "--limit", "1")
        self.assertIn("no ply was played out, so no score is compared", nothing.stdout)
        [summary] = [x for x in lines(run("--json", "sim", SHORT, "--path", "edges", "--no-host", "--limit", "1")) if x["type"] == "summary"]
        self.assertEqual(summary["plies_compared"], 0)
        self.assertEqual([x["incidents"] for x in lines(run("--json", "arbitrate", SHORT)) if x["type"] == "summary"], [0])

    # 125.19188799999999 is no time that a board has.
    def test_numbers_are_what_is_meant(self):
        text = run("--json", "sim", SHORT, "--path", "edges", "--limit", "30").stdout.splitlines()[-1]
        self.assertTrue(re.search(r'"simulated_s":\d+\.\d{1,6}[,}]', text), text)
        self.assertTrue(re.search(r'"cpu_s":\d+\.\d{1,3}[,}]', text), text)
        self.assertEqual(run("perft", "start", "0", "--no-host").stdout, "1 node\n")
        self.assertEqual(run("perft", "start", "1", "--no-host").stdout, "20 nodes\n")
        for line in run("fen", "start").stdout.splitlines():
            self.assertEqual(line, line.rstrip())
        seconds = json.loads(run("--json", "--device", "sim", "capture", "--seconds", "0.29").stdout.splitlines()[-1])
        self.assertIn(seconds["to_us"] - seconds["from_us"], range(289_500, 290_500))

    def test_json_is_not_mixed_with_other_text(self):
        for form in ("uci", "fen", "pgn", "line", "epd"):
            self.refused("--json", "pgn", "convert", SHORT, "--to", form, says="with --json standard output has one object a line")
        target = self.folder / "games.uci"
        self.assertEqual(run("--json", "pgn", "convert", SHORT, "--to", "uci", "-o", target).returncode, 0)
        self.assertGreater(target.stat().st_size, 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
