#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube scn, and adoube sim FILE.scn: what is answered, with which exit code, and what is refused.

usage: scn_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, interrupt, lines, run

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
        edition = self.file("scenario x\nedition fide1066\n")
        for command in (("scn", "check"), ("sim",)):
            self.refused(run(*command, edition), 9, f"{edition}:2:9: expected the name of an edition: ", "fide1066")
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

    # One table of words: what a command line says of a run, its scenario says, and the same happens.
    def test_options_of_sim_are_headings(self):
        options = ["--hands", "white=slider,black=two-handed", "--set", "white.off_centre=0, magnet_field=17000", "--seed", 7, "--faults", 2,
                   "--planes", "presence", "--rotated", "--front", "shift", "--scan-pause", 100, "--hold", 2000, "--drift", -2500, "--pace", "hands",
                   "--illegal", "corrected", "--limit", 20, "--strict"]
        made = run("scn", "from-pgn", GAMES / "opera-1858.pgn", *options)
        self.assertEqual(made.returncode, 0, made.stderr)
        for line in ("seed 7", "hands white slider", "hands black two-handed", "set white off_centre 0 um", "set magnet_field 17000 uT", "faults 2",
                     "planes presence", "rotated", "front shift", "scan-pause 100 us", "hold 2 ms", "drift -2500 ppm", "pace hands", "illegal corrected", "limit 20 s", "strict"):
            self.assertIn(f"\n{line}\n", made.stdout)
        self.assertEqual(run("scn", "fmt", "-", stdin=made.stdout).stdout, made.stdout)
        game = lines(run("--json", "sim", GAMES / "opera-1858.pgn", *options, "--path", "edges", "--no-host"))[-1]
        scene = lines(run("--json", "sim", self.file(made.stdout), "--path", "edges", "--no-host"))[-1]
        self.assertEqual((scene["signature"], scene["edges"]), (game["signature"], game["edges"]))
        # Given with a scenario they count in the place of its headings.
        plain = self.file(run("scn", "from-pgn", GAMES / "opera-1858.pgn").stdout, "plain.scn")
        given = lines(run("--json", "sim", plain, *options, "--path", "edges", "--no-host"))[-1]
        self.assertEqual(given["signature"], game["signature"])
        bad = lines(run("--json", "sim", self.file("line-faults 1/9\nlimit 1.5 s\n" + FOUR), "--limit", 3, "--no-host"))[-1]
        self.assertEqual((bad["failed"], bad["simulated_s"] > 1.9), (0, True))

    def test_a_part_of_a_game_cut_off_and_judged_otherwise(self):
        made = run("scn", "from-pgn", GAMES / "opera-1858.pgn", "--ply", 30, "--edition", "uscf", "--unplug", "cable@3+1.5", "--limit", 6)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(run("scn", "fmt", "-", stdin=made.stdout).stdout, made.stdout)
        for line in ("edition uscf", "at 3 s        unplug cable for 1.5 s", "play Nxd7 clock 0:02:10"):
            self.assertIn(f"\n{line}\n", made.stdout)
        self.assertNotIn("control", made.stdout)
        self.assertNotIn("play e4", made.stdout)
        self.assertEqual(run("sim", self.file(made.stdout), "--no-host").returncode, 0)

    # What is printed can be played: a cable that is pulled when the run is over cannot.
    def test_a_game_that_cannot_be_played_is_not_printed(self):
        for options, sentence in ((("--unplug", "cable@200+3"), "expected a time before the end of the run"), (("--unplug", "cable@20+3", "--limit", 6), "before the end of the run"),
                                  (("--unplug", "stall@0.1"), "when the board is surely open")):
            made = run("scn", "from-pgn", GAMES / "opera-1858.pgn", *options)
            self.refused(made, 2, "such a scenario cannot be played: expected", sentence)
            self.assertEqual(made.stdout, "")

    # Faults of what is not there.
    def test_a_direct_front_has_no_lines(self):
        text = "front direct\nat 2 s fault broken-row 3 size 2 column\n" + FOUR
        self.refused(run("scn", "check", self.file(text)), 9, "x.scn:2:8: expected a fault of a contact or a piece: the front direct has no lines")
        self.refused(run("sim", self.file(text.replace("front direct\n", "")), "--front", "direct", "--path", "edges"), 2, "line 1 of")
        self.assertEqual(run("scn", "check", self.file("front direct\nat 2 s fault stuck-open touch h3\n" + FOUR)).returncode, 0)

    def test_json_is_one_contract(self):
        made = run("scn", "from-pgn", GAMES / "opera-1858.pgn").stdout
        [told] = lines(run("--json", "scn", "from-pgn", GAMES / "opera-1858.pgn"))
        self.assertEqual((told["type"], told["text"]), ("scenario", made))
        [told] = lines(run("--json", "scn", "from-jsonl", CASES, "--case", "famous-fischer-donner-1966"))
        self.assertEqual((told["type"], told["title"]), ("scenario", "famous-fischer-donner-1966"))
        [told] = lines(run("--json", "scn", "fmt", SCENARIO))
        self.assertEqual((told["file"], told["text"]), (str(SCENARIO), SCENARIO.read_text()))
        empty = self.file("", "empty.jsonl")
        for command in (("scn", "from-jsonl"), ("cases",), ("arbitrate",)):
            self.refused(run(*command, empty), 9, "holds no case")

    def test_what_expects_nothing_says_so(self):
        nothing = self.file("at 1 s white move e2 to e4\n")
        result = run("sim", nothing, "--path", "edges")
        self.assertEqual(result.returncode, 0)
        self.assertIn("nothing was expected of this board", result.stdout)
        self.assertEqual(run("scn", "check", nothing).stdout, f"{nothing}: ok, but it expects nothing\n")
        other = self.file("at 1 s white move e2 to e4\nexpect with presence\nmoves e4\n", "other.scn")
        self.assertIn("nothing was expected of this board", run("sim", other, "--path", "edges").stdout)
        self.assertIn("1 expectation holds", run("sim", other, "--path", "edges", "--planes", "presence").stdout)

    def test_a_lost_edge_is_an_error_where_it_is_said(self):
        # The board has room for some 300 edges while nobody asks.
        moves = "".join(f"at {2 + i * 0.9:.1f} s  white touch e2 for 100 ms\n" for i in range(300))
        lost = self.file("at 1.5 s unplug stall for 280 s\n" + moves + "expect\nmoves none\n")
        self.assertEqual([run("sim", lost, *strict).returncode for strict in ((), ("--strict",))], [0, 8])

    # A device or a pipe that never ends is ended by the user.
    def test_endless_files_can_be_interrupted(self):
        for command, ending, feed in ((("sim",), ".pgn", "line"), (("arbitrate",), ".pgn", "line"), (("field",), ".pgn", "line"), (("demo",), ".pgn", "line"),
                                      (("scn", "from-pgn"), ".pgn", "line"), (("scn", "check"), ".scn", None), (("sim",), ".scn", None),
                                      (("cases",), ".jsonl", None), (("arbitrate",), ".jsonl", None), (("events", "--device", "sim:"), ".pgn", "line")):
            pipe = pathlib.Path(self.folder.name) / ("pipe" + ending)
            if not pipe.exists():
                os.mkfifo(pipe)
            words = [*command[:-1], command[-1] + str(pipe)] if command[-1].endswith(":") else [*command, str(pipe)]
            for sign, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
                process = subprocess.Popen([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                writer = os.open(pipe, os.O_WRONLY)
                try:
                    if feed:
                        os.write(writer, b"1. e4 {" + b"x" * 60_000)
                    interrupt(process, sign)
                    process.wait(timeout=20)
                finally:
                    process.kill()
                    os.close(writer)
                said = process.communicate()[1]
                self.assertEqual(process.returncode, code, (words, said))
                self.assertIn("interrupted while reading", said)

    # The log of what real boards got wrong, the table of the document and the files name each other; a file with another name, such as
    # that of a clause, plays what the list of recognition names it for.
    def test_every_entry_of_the_log_is_in_the_table(self):
        table = (SOURCE / "docs/scenarios.md").read_text().split("## What real boards got wrong")[1].split("## Errors")[0]
        rows = [row.split("|") for row in table.splitlines() if re.match(r"\| [SB]\d", row)]
        entries = set()
        for row in rows:
            named = re.findall(r"[SB]\d+", row[1])
            if " to " in row[1]:
                named = [f"B{n}" for n in range(int(named[0][1:]), int(named[1][1:]) + 1)]
            entries.update(named)
        names = [file.stem for file in (SOURCE / "tests/scenarios").glob("*.scn")]
        files = {name.split("-")[0].upper() for name in names if re.match(r"[sb]\d", name)}
        recognition = (SOURCE / "docs/recognition.md").read_text()
        self.assertEqual([name for name in names if not re.match(r"[sb]\d", name) and f"`{name}`" not in recognition], [])
        played = {name.upper() for row in rows for name in re.findall(r"`([sb]\d+)`", row[3])}
        self.assertEqual(files, played)
        self.assertLessEqual(files, entries)
        log = pathlib.Path(os.environ.get("ADOUBE_SHARED", SOURCE.parent / "shared")) / "cases/bugs-eboards.md"
        if not log.exists():
            print("SKIP: the log of bugs is not here")
            return
        self.assertEqual(entries, set(re.findall(r"^(?:\* )?\*\*([SB]\d+)", log.read_text(), re.MULTILINE)))

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
        self.refused(run("sim", SCENARIO, "--ply", 2), 2, "--ply")
        for mode in ((SCENARIO, "--path", "edges", "--mode", "lock"), (GAMES / "opera-1858.pgn", "--path", "edges", "--mode", "lock")):
            self.refused(run("sim", *mode), 2, "--mode lock")
        self.refused(run("sim", SCENARIO, "--front", "shift", "--hold", 11700), 2, "11676")
        self.refused(run("sim", SCENARIO, "--set", "white.magnet_field=12000"), 2, "leave out the player")
        self.refused(run("sim", SCENARIO, "--edition", "fide1066"), 2, "fide1066")
        self.refused(run("sim", self.file("at 1 s unplug stall"), "--path", "edges"), 2, "--path pins")
        # In the Laws at the standard rate no illegal move stands.
        for command in (("sim", GAMES / "opera-1858.pgn", "--path", "edges"), ("scn", "from-pgn", GAMES / "opera-1858.pgn")):
            self.refused(run(*command, "--illegal", "stands"), 2, "A.5.2", "fide2023-blitz")
            self.assertEqual(run(*command, "--illegal", "stands", "--edition", "fide2023-blitz").returncode, 0)
        stands = self.file("illegal stands\nplay e4\nplay e5\nplay Nf3\nplay Nc6")
        for command in (("sim", stands, "--path", "edges"), ("scn", "check", stands)):
            self.refused(run(*command), 9, "x.scn:1:9: ", "A.5.2")

    def test_words(self):
        text = run("scn", "words").stdout
        for word in ("scenario TEXT", "white|black touch SQUARE [for TIME]", "stuck-closed CONTACT", "no move [MOVE] [before TIME]", "calm", "magnet_field"):
            self.assertIn(word, text)
        self.assertTrue(all(x["type"] == "word" for x in lines(run("--json", "scn", "words"))))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
