#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube campaign: games with everything drawn.

usage: campaign_test.py ADOUBE SOURCE_DIR PLANTED RUNS [test name ...]

PLANTED is the same program, but takes every board for one that works. RUNS: of the longest campaign; 800 must reach everything.
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

from program import ADOUBE, GAMES, lines, run

PLANTED, RUNS = sys.argv[3], sys.argv[4]
SHORT = GAMES / "short-games.pgn"
ENOUGH = 800  # runs that reach everything


def campaign(*options, timeout=900):
    return run("--json", "--no-progress", "campaign", SHORT, *options, timeout=timeout)


def again(program, command):
    """Runs the printed command with a program."""
    words = shlex.split(command)
    assert words[:2] == ["adoube", "sim"], command
    return subprocess.run([program, "--json", "--no-progress", *words[1:], "--no-host"], capture_output=True, text=True, timeout=300)


class Campaign(unittest.TestCase):
    def test_everything_is_reached_and_nothing_is_wrong(self):
        result = campaign("--runs", RUNS, timeout=3000)
        *runs, total = lines(result)
        wrong = [f"{told['objections']}\n{told['command']}" for told in runs if told["outcome"] == "wrong"]
        self.assertEqual(wrong, [])
        self.assertEqual((total["runs"], total["wrong"]), (int(RUNS), 0))
        if int(RUNS) >= ENOUGH:
            self.assertEqual(total["unreached"], [])
        # Who plays nothing finds nothing.
        refused = sum(told["outcome"] == "refused" for told in runs)
        self.assertEqual(sum(total["refused"].values()), refused)
        self.assertEqual(total["boards"]["doubtful"].get("refused", 0), refused)
        self.assertLess(refused * 6, int(RUNS), total["refused"])
        self.assertGreater(sum(total["boards"]["sound"].values()) * 3, int(RUNS))
        print(total["boards"], f"{total['plies']} plies, {total['simulated_s'] / 3600:.1f} h")

    def test_a_campaign_is_the_same_each_time_and_in_parts(self):
        whole, first, second = (lines(campaign("--runs", n, "--first", k, "--pins", "3"))[:-1] for n, k in (("6", "1"), ("3", "1"), ("3", "4")))
        self.assertEqual(whole, first + second)
        for told in whole:
            self.assertEqual(told.get("simulated_s", 0), round(told.get("simulated_s", 0), 6))
        self.assertEqual(len({told["signature"] for told in whole if "signature" in told}), sum("signature" in told for told in whole))

    def test_a_command_plays_the_same_game_to_the_byte(self):
        for told in lines(campaign("--runs", "12", "--pins", "4"))[:-1]:
            summary = lines(again(ADOUBE, told["command"]))[-1]
            if told["outcome"] == "refused":
                self.assertEqual((summary["type"], summary["exit"]), ("error", 1))
                self.assertIn("do not stand as the game begins", summary["message"])
                self.assertTrue(told["remedy"])
                continue
            self.assertEqual(summary["signature"], told["signature"], told["command"])
            self.assertEqual((summary["outcome"], summary["board"]), (told["outcome"], told["board"]))

    def test_what_is_wrong_is_wrong_in_the_same_way_again(self):
        result = subprocess.run([PLANTED, "--no-progress", "campaign", str(SHORT), "--runs", "30"], capture_output=True, text=True, timeout=300)
        self.assertEqual(result.returncode, 1)
        sentences, commands = [], 0
        for line in result.stdout.splitlines():
            if line.strip().startswith("adoube sim "):
                repeated = again(PLANTED, line.strip())
                self.assertEqual(repeated.returncode, 1)
                summary = lines(repeated)[-1]
                self.assertEqual(summary.get("objections") or [summary.get("message")], sentences)
                sentences, commands = [], commands + 1
            elif line[:7].strip().isdigit():
                sentences.append(line[8:])
        self.assertGreater(commands, 3)

    def test_too_few_runs_do_not_reach_everything(self):
        result = run("--no-progress", "campaign", SHORT, "--runs", "2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("more runs are wanted; not reached: ", result.stdout)

    def test_minutes_end_it(self):
        result = campaign("--minutes", "0.02", "--seed", "9")
        total = lines(result)[-1]
        self.assertEqual(total["type"], "campaign")
        self.assertGreater(total["runs"], 1)

    def test_commands_are_shown_without_being_played(self):
        shown = run("campaign", SHORT, "--runs", "3", "--show").stdout.splitlines()
        self.assertEqual(shown, [told["command"] for told in lines(campaign("--runs", "3"))[:-1]])
        objects = lines(campaign("--runs", "3", "--show"))
        self.assertEqual([(told["type"], told["number"], told["command"]) for told in objects], [("command", i + 1, shown[i]) for i in range(3)])

    def test_what_cannot_be_played_is_refused(self):
        self.assertEqual(run("campaign", "nowhere.pgn").returncode, 10)
        self.assertEqual(run("campaign", SHORT, "--runs", "0").returncode, 2)
        self.assertEqual(run("campaign", SHORT, "--runs", "5", "--minutes", "1").returncode, 2)
        self.assertEqual(run("campaign", SHORT, "--show", "--minutes", "1").returncode, 2)  # which would never end
        for number in ("nan", "inf", "0", "-1"):
            self.assertEqual(run("campaign", SHORT, "--minutes", number).returncode, 2, number)
        result = run("campaign", "-", stdin='[Result "*"]\n\n1. e4 *\n')  # nobody could play it again
        self.assertEqual(result.returncode, 2)
        self.assertIn("name one instead of standard input", result.stderr)

    def test_games_that_are_left_out_are_told(self):
        games = SHORT.read_text()
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "it's.pgn"
            file.write_text('[Result "*"]\n\n1. e4 *\n')
            result = run("campaign", file)
            self.assertEqual(result.returncode, 9)
            self.assertIn("no game of 20 plies or more", result.stderr)
            file.write_text('[Result "*"]\n\n1. e4 e4 *\n\n' + games + '\n[Result "*"]\n\n1. e4 *\n')
            result = run("campaign", file, "--runs", "4", "--show")
            self.assertIn(f"1 cannot be read, the first of them {file}:3:7: game 1: ", result.stderr)
            self.assertIn("2 of less than 20 plies", result.stderr)
            for told in lines(run("--json", "campaign", file, "--runs", "4")):
                if "signature" in told:  # the game of that number is another one than that of the rest
                    self.assertEqual(lines(again(ADOUBE, told["command"]))[-1]["signature"], told["signature"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
