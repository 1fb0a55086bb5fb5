#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube scn, and adoube sim FILE.scn: what is answered, with which exit code, and what is refused.

usage: scn_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import json
import pathlib
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, lines, run

SCENARIO = SOURCE / "tests/scenarios/b07-pawn-slid-two-squares.scn"
CASES = SOURCE / "tests/rules/cases/touchmove.jsonl"
FOUR = "at 1 s        white move e2 to e4\n+900 ms       white press\n\nexpect\n  moves e4\n"


class Scn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, text, name="x.scn"):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        return path

    def refused(self, result, code, *parts):
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)

    def test_check_names_the_place(self):
        self.assertEqual(run("scn", "check", SCENARIO).stdout, f"{SCENARIO}: ok\n")
        bad = self.file("scenario x\nat 1 s white lift e9\n")
        self.refused(run("scn", "check", bad), 9, f"{bad}:2:19: expected a square (a1 to h8, or off), not \"e9\"")
        empty = self.file("at 1 s white lift e4\n", "y.scn")
        self.refused(run("scn", "check", empty), 9, f"{empty}:1:19: expected a square with a piece on it")
        both = run("scn", "check", bad, SCENARIO)
        self.assertEqual((both.returncode, both.stdout), (9, f"{SCENARIO}: ok\n"))
        self.refused(run("scn", "check", self.file("edition fide1066\n")), 9, "fide1066")
        self.refused(run("scn", "check", self.folder.name + "/none.scn"), 10, "none.scn")
        [found] = lines(run("--json", "scn", "check", SCENARIO))
        self.assertEqual((found["type"], found["title"]), ("scenario", "a pawn pushed two squares is e4"))

    def test_fmt_has_one_form(self):
        loose = self.file("at 1s white   move e2 to e4 # x\n+0.9 s white press\nexpect\nmoves e4\n")
        form = "at 1 s        white move e2 to e4  # x\n+900 ms       white press\nexpect\n  moves e4\n"
        self.assertEqual(run("scn", "fmt", loose).stdout, form)
        self.assertEqual(run("scn", "fmt", "-", stdin=loose.read_text()).stdout, form)
        self.assertEqual(run("scn", "fmt", "-w", loose).stdout, "")
        self.assertEqual(loose.read_text(), form)

    def test_a_game_comes_back(self):
        made = run("scn", "from-pgn", GAMES / "opera-1858.pgn")
        self.assertEqual(run("scn", "fmt", "-", stdin=made.stdout).stdout, made.stdout)
        result = run("--json", "sim", self.file(made.stdout), "--path", "edges", "--no-host")
        self.assertEqual(result.returncode, 0, result.stdout)
        said = lines(result)
        self.assertEqual([x["expected"] for x in said if x["type"] == "expectation"], ["score equal", "contacts equal"])
        self.assertEqual(sum(x["type"] == "told" and x["status"] == "confirmed" for x in said), 33)
        self.refused(run("scn", "from-pgn", GAMES / "opera-1858.pgn", "--game", 2), 2, "has no game 2")

    def test_every_case_is_a_scenario(self):
        played = 0
        for line in CASES.read_text().splitlines():
            case = json.loads(line)["id"]
            made = run("scn", "from-jsonl", CASES, "--case", case)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertEqual(run("scn", "fmt", "-", stdin=made.stdout).stdout, made.stdout, case)
            played += run("scn", "check", "-", stdin=made.stdout).returncode == 0
        self.assertGreaterEqual(played, 75)
        self.refused(run("scn", "from-jsonl", CASES, "--case", "nobody"), 2, "has no case \"nobody\"")

    def test_a_case_through_the_board(self):
        made = run("scn", "from-jsonl", CASES, "--case", "famous-fischer-donner-1966")
        self.assertEqual(run("sim", self.file(made.stdout), "--path", "edges").returncode, 0)

    def test_a_difference_is_expected_and_got(self):
        wrong = self.file(FOUR.replace("moves e4", "moves e3"))
        result = run("sim", wrong, "--path", "edges")
        self.assertEqual(result.returncode, 1)
        self.assertIn("FAILED  line 5\n        expected  moves e3\n        got       e4\n", result.stdout)
        said = lines(run("--json", "sim", wrong, "--path", "edges", "--no-host"))
        self.assertEqual([x for x in said if x["type"] == "expectation"],
                         [{"v": 1, "type": "expectation", "line": 5, "ok": False, "expected": "moves e3", "got": "e4"}])

    def test_through_the_pins_and_the_same_twice(self):
        file = self.file("line-faults 1/30\n" + FOUR)
        first, second = (run("--json", "sim", file, "--no-host") for _ in range(2))
        self.assertEqual((first.returncode, first.stdout), (0, second.stdout))
        self.assertNotEqual(first.stdout, run("--json", "sim", file, "--no-host", "--seed", 2).stdout)

    def test_other_boards(self):
        file = self.file(FOUR + "\nexpect with presence\n  moves none\n\nexpect with scan-pause 250 ms\n  moves e3\n")
        for options, claim in (((), "moves e4"), (("--planes", "both"), "moves e4"), (("--planes", "presence"), "moves none"),
                               (("--scan-pause", 250000), "moves e3")):
            said = lines(run("--json", "sim", file, "--path", "edges", *options))
            self.assertEqual([x["expected"] for x in said if x["type"] == "expectation"], [claim])

    def test_a_scenario_is_a_device(self):
        result = run("--json", "events", "--device", f"sim:{self.file(FOUR)}")
        self.assertEqual(result.returncode, 0, result.stderr)
        kinds = [(x["kind"], x.get("square")) for x in lines(result) if x["type"] == "event"]
        self.assertEqual([k for k in kinds if k[0] in ("lift", "place")], [("lift", "e2"), ("place", "e4")])
        self.refused(run("events", "--device", f"sim:{self.file('at 1 s')}"), 9, "x.scn:1:7: expected white or black")
        slow = run("--json", "info", "--device", f"sim:{self.file('scan-pause 10 ms')}")
        self.assertEqual(lines(slow)[0]["registers"]["scan_period"], 10126)

    def test_what_does_not_go_together(self):
        self.refused(run("sim", SCENARIO, "--game", 2), 2, "--game")
        self.refused(run("sim", SCENARIO, "--limit", 2), 2, "--limit")
        self.refused(run("sim", SCENARIO, "--edition", "fide1066"), 2, "fide1066")
        self.refused(run("sim", self.file("at 1 s unplug stall"), "--path", "edges"), 2, "--path pins")

    def test_words(self):
        text = run("scn", "words").stdout
        for word in ("scenario TEXT", "white|black touch SQUARE [for TIME]", "stuck-closed CONTACT", "no move [MOVE] [before TIME]", "calm", "magnet_field"):
            self.assertIn(word, text)
        self.assertTrue(all(x["type"] == "word" for x in lines(run("--json", "scn", "words"))))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
