#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube physics, and sim on boards with other parameters and with faults.

usage: physics_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import sys
import unittest

from program import GAMES, lines, run

OPERA = GAMES / "opera-1858.pgn"


def play(*options):
    return run("--json", "--no-progress", "sim", OPERA, "--path", "edges", "--no-host", *options)


class Physics(unittest.TestCase):
    def test_the_list_says_what_can_be_set(self):
        rows = lines(run("--json", "physics"))
        parameters = {r["name"]: r for r in rows if r["type"] == "parameter"}
        self.assertEqual({r["of"] for r in parameters.values()}, {"board", "hands"})
        kinds = {r["name"]: r for r in rows if r["type"] == "fault_kind"}
        self.assertEqual(len(parameters) + len(kinds), len(rows))
        self.assertEqual((parameters["square_pitch"]["unit"], parameters["square_pitch"]["default"]), ("um", 55000))
        self.assertEqual(kinds["chatter"]["size"]["unit"], "us")
        self.assertNotIn("size", kinds["stuck-open"])
        text = run("physics").stdout
        for name in [*parameters, *kinds]:
            self.assertIn(f"\n{name} ", text)
        for name, row in parameters.items():
            for value in (row["low"] - 1, row["high"] + 1):
                result = run("sim", OPERA, "--set", f"{name}={value}")
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(f"it must be from {row['low']} to {row['high']}", result.stderr)

    def test_what_cannot_be_meant_is_refused_in_one_sentence(self):
        for setting, says in (("pull_out=3", "perhaps pull_in is meant, and adoube physics lists"), ("magnet=3", "perhaps magnet_field is meant"), ("xyzzy=1", "adoube physics lists"),
                              ("grip_low=5000", "grip_least is 10000 and grip_low is 5000"), ("pull_in", "NAME=VALUE"), ("pull_in=", "NAME=VALUE"), ("pull_in=1e3", "NAME=VALUE"),
                              ("drop_out=2000", "drop_out must be below pull_in")):
            result = run("sim", OPERA, "--set", setting)
            self.assertEqual((result.returncode, result.stdout), (2, ""), setting)
            self.assertIn(says, result.stderr)
            self.assertEqual(len(result.stderr.strip().splitlines()), 1)
        self.assertEqual(run("sim", OPERA, "--faults", "1001").returncode, 2)

    def test_another_board_plays_the_same_game(self):
        result = play("--set", "sensor=1", "--set", "sensor_depth=12000", "--set", "hall_latency=1000")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertTrue(lines(result)[-1]["score_equal"])
        self.assertNotEqual(lines(result)[-1]["signature"], lines(play())[-1]["signature"])

    def test_a_board_that_is_not_fit_is_named_and_played_on(self):
        result = play("--set", "magnet_field=40000")
        self.assertIn("this board is not fit: neighbours and a carried piece give", result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1)
        self.assertEqual(lines(result)[-1]["type"], "summary")
        self.assertIn("this board is not fit", play("--set", "off_centre=12000").stderr)  # by the care of the hands
        for style in ("calm", "bullet", "beginner"):
            self.assertEqual(play("--hands", style).stderr, "")

    # The question was understood and the input is fine: the answer is no.
    def test_a_board_that_does_not_see_the_pieces_answers_no(self):
        deaf = "sensor=1, sensor_depth=15000, magnet_field=8000, hall_operate=9500, hall_release=5000"  # blanks between are none of the names
        result = run("sim", OPERA, "--path", "edges", "--set", deaf)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("the pieces do not stand as the game begins", result.stderr)

    def test_hands_are_set_too(self):
        usual = lines(play("--hands", "slider"))[-1]
        lifted = lines(play("--hands", "slider", "--set", "slide_percent=0", "--set", "halt_percent=0"))[-1]
        calm = lines(play())[-1]
        self.assertNotEqual(usual["signature"], calm["signature"])
        self.assertEqual(lifted["signature"], calm["signature"])

    def test_faults_are_drawn_from_the_seed_and_told(self):
        result = play("--faults", "6", "--seed", "3")
        self.assertIn(result.returncode, (0, 1))
        told = [r for r in lines(result) if r["type"] == "fault"]
        self.assertEqual(len(told), 6)
        for fault in told:
            self.assertLess(fault["begin"], fault["end"])
            self.assertTrue(fault["words"].startswith(fault["kind"] + " "))
        self.assertEqual([f["begin"] for f in told], sorted(f["begin"] for f in told))
        summary = lines(result)[-1]
        self.assertTrue(summary["contacts"]["equal"])  # the filter told what the senses read
        self.assertEqual((summary["lost"], summary["invented"]), (0, 0))
        self.assertEqual(result.stdout, play("--faults", "6", "--seed", "3").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
