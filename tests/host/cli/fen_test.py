#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube fen: the board, what it says of a position, and its picture.

usage: fen_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

from program import ADOUBE, lines, run

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = {"LC_ALL": "C"}
SYMBOLS = {"LC_ALL": "C.UTF-8"}
WHITE, BLACK = "♙♘♗♖♕♔", "♟♞♝♜♛♚"
ANSI = re.compile("\033\\[[0-9;]*m")


def board(result):
    """Rows of the drawing from above, each a list of eight."""
    return [ANSI.sub("", line)[3:].split() for line in result.stdout.splitlines()[:8]]


class Text(unittest.TestCase):
    def test_letters_where_the_locale_is_not_utf8(self):
        result = run("fen", "start", env=LETTERS)
        self.assertTrue(result.stdout.isascii())
        self.assertEqual(["".join(row) for row in board(result)],
                         ["rnbqkbnr", "pppppppp", *["........"] * 4, "PPPPPPPP", "RNBQKBNR"])
        self.assertIn("a  b  c  d  e  f  g  h", result.stdout)

    def test_symbols_where_it_is(self):
        rows = board(run("fen", "start", env=SYMBOLS))
        self.assertEqual("".join(rows[7]), "♖♘♗♕♔♗♘♖")
        self.assertEqual("".join(rows[0]), "♜♞♝♛♚♝♞♜")

    def test_flip_turns_the_board(self):
        plain, flipped = (board(run("fen", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", *flag, env=LETTERS)) for flag in ([], ["--flip"]))
        self.assertEqual(flipped, [row[::-1] for row in plain[::-1]])
        self.assertIn("h  g  f  e  d  c  b  a", run("fen", "start", "--flip").stdout)

    def test_colour_only_where_it_is_asked_for(self):
        self.assertNotIn("\033", run("fen", "start").stdout)
        painted = run("fen", "start", "--color", "always", env=SYMBOLS)
        self.assertIn("\033[", painted.stdout)
        self.assertFalse(set(WHITE) & set(painted.stdout), "hollow pieces on painted squares")

    def test_state(self):
        for fen, words in ((START, "White to move\n"),
                           ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "White to move, in check"),
                           ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Checkmate: White has won (Laws 5.1.1)"),
                           ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: Black has no legal move"),
                           ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", "Dead position"),
                           ("8/8/4k3/8/8/3K1R2/8/8 w - - 99 90", "castling    none"),
                           ("8/8/4k3/8/8/3K1R2/8/8 w - - 100 90", "may claim a draw (Laws 9.3.2)"),
                           ("8/8/4k3/8/8/3K1R2/8/8 w - - 150 90", "the game is drawn (Laws 9.6.2)"),
                           # Mate takes precedence (9.6.2).
                           ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90", "Checkmate"),
                           ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "en passant  e3"),
                           ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "castling    White O-O, Black O-O-O")):
            result = run("fen", fen)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(words, result.stdout)
        self.assertNotIn("Laws", run("fen", "8/8/4k3/8/8/3K1R2/8/8 w - - 99 90").stdout)

    def test_normalised_and_in_words(self):
        # Rights that the clocks and the en passant square of a programme do not back: what remains is the position.
        loose = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"
        result = run("fen", *loose.split())
        self.assertIn("FEN         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", result.stdout)
        self.assertEqual(result.stdout, run("fen", loose).stdout)
        self.assertIn("823c9b50fd114196 (Polyglot)", result.stdout)  # published with the format

    def test_moves_are_grouped_and_none_is_lost(self):
        queens = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"  # 218 moves, the most there are
        result = run("fen", queens)
        block = result.stdout.split("218 legal moves\n")[1]
        self.assertEqual(len([w for w in block.split() if not w.islower() or len(w) < 4]), 218)
        self.assertLessEqual(max(map(len, block.splitlines())), 80)


class Json(unittest.TestCase):
    def test_position(self):
        (line,) = lines(run("fen", "start", "--json"))
        self.assertEqual(set(line), {"v", "type", "fen", "side", "check", "state", "keys", "moves"})
        self.assertEqual((line["type"], line["fen"], line["side"], line["check"], line["state"]), ("position", START, "white", False, "open"))
        self.assertEqual(line["keys"]["polyglot"], "463b96181691fc9c")
        self.assertEqual(len(line["moves"]), 20)
        self.assertIn({"uci": "g1f3", "san": "Nf3"}, line["moves"])
        self.assertEqual([m["uci"] for m in line["moves"]], sorted(m["uci"] for m in line["moves"]))

    def test_chess960_castles_by_the_rook(self):
        (line,) = lines(run("fen", "1k6/8/8/8/8/8/8/4R1KR w H - 0 1", "--json"))
        self.assertIn({"uci": "g1h1", "san": "O-O"}, line["moves"])
        (line,) = lines(run("fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "--json"))
        self.assertIn({"uci": "e1g1", "san": "O-O"}, line["moves"])


class Picture(unittest.TestCase):
    def test_file_and_standard_output_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "board.svg")
            target.write_text("something old")
            result = run("fen", "start", "--svg", target)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("20 legal moves", result.stdout)
            out = run("fen", "start", "--svg", "-")
            self.assertEqual(target.read_text(), out.stdout)
            self.assertTrue(ET.fromstring(out.stdout).tag.endswith("svg"))
            self.assertEqual(os.listdir(folder), ["board.svg"])
            self.assertNotEqual(out.stdout, run("fen", "start", "--svg", "-", "--flip").stdout)

    def test_nothing_is_left_of_what_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            for target in (folder, pathlib.Path(folder, "no-folder", "x.svg"), "/dev/full"):
                result = run("fen", "start", "--svg", target)
                self.assertEqual((result.returncode, result.stdout), (10, ""), result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1)
                self.assertIn(str(target), result.stderr)
            self.assertEqual(os.listdir(folder), [])
        with open("/dev/full", "w") as full:
            for args in (["fen", "start"], ["fen", "start", "--svg", "-"], ["fen", "start", "--json"]):
                result = subprocess.run([ADOUBE, *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (10, 1))


class Refusals(unittest.TestCase):
    def test_one_sentence_with_the_reason(self):
        for fen, reason in (("8/8/8/8/8/8/8/8 w - - 0 1", "king"), ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "Q"), ("x", "field"),
                            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8"), ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "check"),
                            ("start w - -", ""), ("\033[31m/8/8/8/8/8/8/8 w - -", ""), ("", "")):
            result = run("fen", fen)
            self.assertEqual((result.returncode, result.stdout), (9, ""), fen)
            self.assertEqual(len(result.stderr.splitlines()), 1)
            self.assertTrue(result.stderr.strip().isprintable(), result.stderr)
            self.assertIn(reason, result.stderr)

    def test_usage(self):
        for args in ([], ["start", "--svg"], ["start", "--svg", ""], ["start", "--svg", "-", "--json"], ["a", "b", "c", "d", "e", "f", "g"]):
            result = run("fen", *args)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
