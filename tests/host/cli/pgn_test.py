#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube pgn: check, stats and convert, with good and bad input, pipes, full disks and interruptions.

usage: pgn_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from program import ADOUBE, GAMES, interrupt, lines, run

FILES = sorted(GAMES.glob("*.pgn"))
SHORT = GAMES / "short-games.pgn"
OPERA = GAMES / "opera-1858.pgn"
TAGS = "".join(f'[{name} "?"]\n' for name in ("Event", "Site", "Date", "Round", "White", "Black"))
GOOD = TAGS + '[Result "1-0"]\n\n1. e4 {first} e5 $1 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n'
BAD = TAGS + '[Result "*"]\n\n1. e4 e5 2. Ke3 *\n'
PGN_EXTRACT = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, text, name="games.pgn"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def names(self):
        return sorted(os.listdir(self.folder))


class Check(Folder):
    def test_good_games(self):
        result = run("pgn", "check", *FILES)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, "8 games, 359 plies, no games with an error, no warnings\n")

    def test_each_error_has_its_place_and_the_rest_is_read(self):
        path = self.file(BAD + "\n" + GOOD + "\n" + BAD)
        result = run("pgn", "check", path)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        told = result.stdout.splitlines()
        self.assertTrue(told[0].startswith(f"{path}:9:13: game 1: "), told[0])
        self.assertIn("Ke3", told[0])
        self.assertTrue(told[1].startswith(f"{path}:{9 + 1 + 10 + 9}:13: game 3: "), told[1])
        self.assertEqual(told[2:], ["3 games, 7 plies, 2 games with an error, no warnings"])

    def test_warnings_do_not_make_it_fail(self):
        result = run("pgn", "check", "-", stdin="1. d4 d5 *\n")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout.splitlines()[0], r"^<stdin>:1:1: game 1: warning: .* \[tag-missing\]$")
        quiet = run("pgn", "check", "-", "--no-warnings", stdin="1. d4 d5 *\n")
        self.assertEqual(quiet.stdout, "1 game, 2 plies, no games with an error, 1 warning\n")

    def test_json(self):
        result = run("pgn", "check", "--json", self.file(BAD))
        finding, summary = lines(result)
        self.assertEqual((finding["type"], finding["severity"], finding["line"], finding["column"], finding["game"]), ("finding", "error", 9, 13, 1))
        self.assertEqual((summary["type"], summary["games"], summary["errors"], result.returncode), ("summary", 1, 1, 1))

    def test_nothing_and_nonsense(self):
        self.assertEqual(run("pgn", "check", "-", stdin="").stdout, "no games, no plies, no games with an error, no warnings\n")
        result = run("pgn", "check", self.file(bytes(range(256)) * 100))
        self.assertIn(result.returncode, (0, 1))
        self.assertTrue(all(line.isprintable() for line in result.stdout.splitlines()))

    def test_terminals_are_safe(self):
        result = run("pgn", "check", "-", stdin='[Event "\033[31m"]\n\n1. \033]0;x\007e4 *\n')
        self.assertNotIn("\033", result.stdout)
        result = run("pgn", "stats", "-", stdin='[White "\033[31ma\x7f"]\n[Black "\x9b31mé"]\n\n1. e4 *\n')
        self.assertTrue({"?[31ma?", "?31mé"} <= set(result.stdout.split()), result.stdout)


class Stats(Folder):
    def test_numbers(self):
        (s,) = lines(run("pgn", "stats", "--json", *FILES))
        self.assertEqual((s["type"], s["games"], s["errors"], s["plies"], s["shortest"], s["longest"]), ("statistics", 8, 0, 359, 8, 53))
        self.assertEqual(s["results"], {"1-0": 5, "0-1": 3, "1/2-1/2": 0, "*": 0})
        self.assertEqual(sum(row["games"] for row in s["lengths"]), 8)
        self.assertEqual({e["name"]: e["games"] for e in s["ends"]}, {"checkmate": 5, "resigned or not told": 3})
        self.assertIn({"name": "1. e4 e5 2. Nf3 d6", "games": 1}, s["openings"])
        self.assertEqual(s["players"][0], {"name": "NN", "games": 3})

    def test_ends_by_the_rules(self):
        shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 " * 4
        games = {"stalemate": '[SetUp "1"]\n[FEN "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"]\n[Result "1/2-1/2"]\n\n1. Qf7 1/2-1/2\n',
                 "dead position": '[SetUp "1"]\n[FEN "8/2k5/8/3r4/3K4/8/8/8 w - - 0 1"]\n[Result "1/2-1/2"]\n\n1. Kxd5 1/2-1/2\n',
                 "fivefold repetition": '[Result "1/2-1/2"]\n\n' + shuffle + "1/2-1/2\n",
                 "75 moves": '[SetUp "1"]\n[FEN "8/8/4k3/8/8/3K1R2/8/8 w - - 149 90"]\n[Result "1/2-1/2"]\n\n90. Rf1 1/2-1/2\n',
                 "time forfeit": '[Termination "time forfeit"]\n[Result "1-0"]\n\n1. e4 1-0\n',
                 "draw agreed or claimed": '[Result "1/2-1/2"]\n\n1. e4 1/2-1/2\n', "unfinished": '[Result "*"]\n\n1. e4 *\n'}
        result = run("pgn", "stats", "--json", "-", stdin="\n".join(games.values()))
        (s,) = lines(result)
        self.assertEqual({e["name"]: e["games"] for e in s["ends"]}, dict.fromkeys(games, 1), result.stdout)

    def test_table(self):
        result = run("pgn", "stats", "--top", "2", *FILES)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("         5   62.5 %  White won\n", result.stdout)
        self.assertIn("Openings (the 2 most frequent of 8)\n", result.stdout)
        result = run("pgn", "stats", "-", stdin=BAD)
        self.assertEqual(result.returncode, 1)
        self.assertIn("1 more with an error", result.stdout)


class Convert(Folder):
    def test_uci_is_that_of_pgn_extract(self):
        if not PGN_EXTRACT:
            print("SKIP: pgn-extract is not installed")
            return
        shared = pathlib.Path(os.environ.get("ADOUBE_SHARED", GAMES.parent.parent.parent / "shared")) / "games/blitz-with-clocks.pgn"
        for path in [*FILES, *([shared] if shared.exists() else [])]:
            theirs = subprocess.run([PGN_EXTRACT, "-s", "-Wuci", "--notags", "-C", "-N", "-V", "-w100000", path], capture_output=True, text=True,
                                    timeout=120, check=True).stdout
            # It writes the kind of a promotion as a capital; UCI has it small.
            theirs = re.sub(r"\b([a-h][27-8][a-h][18])([NBRQ])\b", lambda m: m[1] + m[2].lower(), theirs)
            ours = run("pgn", "convert", "--to", "uci", path)
            self.assertEqual(ours.returncode, 0, ours.stderr)
            self.assertEqual(ours.stdout.splitlines(), [line.strip() for line in theirs.splitlines() if line.strip()], path)

    def test_pgn_round_trips(self):
        for form in ("pgn", "line"):
            once = run("pgn", "convert", "--to", form, *FILES).stdout
            self.assertEqual(run("pgn", "convert", "--to", form, "-", stdin=once).stdout, once)
            for other in ("uci", "json"):
                self.assertEqual(run("pgn", "convert", "--to", other, "-", stdin=once).stdout.count("\n"), 8)
            self.assertEqual(run("pgn", "check", "-", stdin=once).stdout, "8 games, 359 plies, no games with an error, no warnings\n")

    def test_parts_are_left_out(self):
        def text(*options):
            return run("pgn", "convert", "--to", "line", *options, "-", stdin=GOOD).stdout.split("\n\n")[1].strip()
        whole = text()
        self.assertTrue("first" in whole and "(" in whole and "??" in whole, whole)
        self.assertNotIn("first", text("--no-comments"))
        self.assertNotIn("(", text("--no-variations"))
        self.assertNotIn("?", text("--no-nags"))
        self.assertEqual(text("--no-comments", "--no-variations", "--no-nags"), "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")

    def test_positions(self):
        fens = run("pgn", "convert", "--to", "fen", OPERA).stdout.splitlines()
        self.assertEqual((len(fens), fens[0]), (34, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
        self.assertEqual(run("pgn", "convert", "--to", "fen", "--final", OPERA).stdout.splitlines(), fens[-1:])
        epd = run("pgn", "convert", "--to", "epd", "--final", OPERA).stdout
        self.assertEqual(epd, "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - hmvc 1; fmvn 17;\n")

    def test_a_game_that_was_set_up_keeps_its_start(self):
        game = TAGS + '[Result "*"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
        self.assertEqual(run("pgn", "convert", "--to", "uci", "-", stdin=game).stdout, "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 *\n")

    def test_castling_from_a_start_that_only_chess960_has(self):
        """Also without the tag Variant: f1g1 would be the king's step."""
        game = TAGS + '[Result "*"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/5K1R w K - 0 1"]\n\n1. O-O *\n'
        self.assertIn(" moves f1h1 *", run("pgn", "convert", "--to", "uci", "-", stdin=game).stdout)
        (told,) = lines(run("pgn", "convert", "--json", "-", stdin=game))
        self.assertEqual(told["moves"], [{"san": "O-O", "uci": "f1h1"}])

    def test_json(self):
        (game,) = lines(run("pgn", "convert", "--json", "-", stdin=GOOD))
        self.assertEqual((game["type"], game["game"], game["result"], len(game["moves"])), ("game", 1, "1-0", 7))
        self.assertEqual(game["moves"][0], {"san": "e4", "uci": "e2e4", "comments": ["first"]})
        self.assertEqual(game["moves"][1]["variations"][0]["moves"][1], {"san": "Nf3", "uci": "g1f3"})
        self.assertEqual(game["moves"][5]["nags"], [4])
        (clocked,) = lines(run("pgn", "convert", "--json", OPERA))
        self.assertEqual(clocked["moves"][0]["clk_ms"], 178000)

    def test_chosen_games(self):
        whole = run("pgn", "convert", "--to", "uci", SHORT).stdout.splitlines()
        for chosen, expected in (("1", whole[:1]), ("2-4", whole[1:4]), ("6", whole[5:]), ("5-99", whole[4:])):
            self.assertEqual(run("pgn", "convert", "--to", "uci", "--game", chosen, SHORT).stdout.splitlines(), expected)
        result = run("pgn", "convert", "--game", "7", SHORT, "-o", self.folder / "x")
        self.assertEqual((result.returncode, self.names()), (2, []))

    def test_bad_games_are_left_out_and_named(self):
        result = run("pgn", "convert", "--to", "uci", self.file(GOOD + "\n" + BAD + "\n" + GOOD))
        self.assertEqual(result.returncode, 9)
        self.assertEqual(len(result.stdout.splitlines()), 2)
        self.assertIn("games.pgn:19:13: game 2: ", result.stderr)
        self.assertIn("1 game was left out", result.stderr)

    def test_the_input_may_be_the_output(self):
        path = self.file(GOOD)
        before = run("pgn", "convert", path).stdout
        result = run("pgn", "convert", path, "-o", path)
        self.assertEqual((result.returncode, result.stdout, path.read_text(), self.names()), (0, "", before, ["games.pgn"]))


class Failures(Folder):
    def test_usage(self):
        for args in (["pgn"], ["pgn", "check"], ["pgn", "mend", SHORT], ["pgn", "convert", SHORT, "--to", "cbh"], ["pgn", "stats", "--top", "0", SHORT],
                     ["pgn", "convert", SHORT, "--final"], ["pgn", "convert", SHORT, "-o", ""], *(["pgn", "convert", SHORT, "--game", g] for g in ("0", "2-1", "x", "1-", "-1", "1-2-3", ""))):
            result = run(*args)
            self.assertEqual((result.returncode, result.stdout), (2, ""), args)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_files_that_cannot_be_read(self):
        for command in ("check", "stats", "convert"):
            for path in (self.folder / "nothing.pgn", self.folder):
                result = run("pgn", command, path)
                self.assertEqual(result.returncode, 10, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(str(path), result.stderr)

    def test_named_pipes(self):
        """Opened once: whoever writes into one that is opened and closed again has lost his reader."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for args in (["check"], ["stats"], ["convert", "--to", "uci"]):
            process = subprocess.Popen([ADOUBE, "pgn", *args, pipe], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            pipe.write_bytes(SHORT.read_bytes())
            out, err = process.communicate(timeout=20)
            self.assertEqual((process.returncode, err, out), (0, "", run("pgn", *args, SHORT).stdout))
        os.mkfifo(self.folder / "out")
        process = subprocess.Popen([ADOUBE, "pgn", "convert", SHORT, "-o", self.folder / "out"])
        self.assertEqual((self.folder / "out").read_text(), run("pgn", "convert", SHORT).stdout)
        self.assertEqual(process.wait(timeout=20), 0)

    def test_the_name_of_an_open_pipe(self):
        plain = run("pgn", "convert", SHORT).stdout
        self.assertEqual(run("pgn", "convert", "/dev/stdin", "-o", "/dev/stdout", stdin=SHORT.read_text()).stdout, plain)
        reader, writer = os.pipe()
        result = subprocess.run([ADOUBE, "pgn", "convert", "--to", "uci", OPERA, "-o", f"/dev/fd/{writer}"], pass_fds=[writer], timeout=20)
        os.close(writer)
        with open(reader) as written:
            self.assertEqual((result.returncode, written.read()), (0, run("pgn", "convert", "--to", "uci", OPERA).stdout))

    def test_nothing_is_left_half_written(self):
        target = self.folder / "out.pgn"
        target.write_text("old")
        result = run("pgn", "convert", OPERA, self.folder / "nothing.pgn", "-o", target)
        self.assertEqual((result.returncode, target.read_text(), self.names()), (10, "old", ["out.pgn"]))
        for name in ("/dev/full", self.folder / "no-folder" / "x", self.folder):
            self.assertEqual(run("pgn", "convert", OPERA, "-o", name).returncode, 10)
        self.assertEqual(self.names(), ["out.pgn"])

    def test_full_disk_and_closed_pipe(self):
        for args in (["check", OPERA], ["stats", OPERA], ["convert", OPERA], ["convert", "--json", OPERA]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([ADOUBE, "pgn", *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual((result.returncode, len(result.stderr.splitlines())), (10, 1), result.stderr)
            reader, writer = os.pipe()
            os.close(reader)
            result = subprocess.run([ADOUBE, "pgn", *args], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
            os.close(writer)
            self.assertEqual(result.returncode, 10, result.stderr)

    def test_interrupted(self):
        """While it reads a pipe that gives some games and then nothing."""
        for command in (["check", "-"], ["stats", "-"], ["convert", "-", "-o", self.folder / "out.pgn"], ["convert", "-", "--to", "uci"]):
            for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
                process = subprocess.Popen([ADOUBE, "pgn", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                process.stdin.write((GOOD + "\n") * 3)
                process.stdin.flush()
                interrupt(process, number)
                process.wait(timeout=20)
                out, err = process.stdout.read(), process.stderr.read()
                for stream in (process.stdin, process.stdout, process.stderr):
                    stream.close()
                self.assertEqual(process.returncode, code, err)
                self.assertEqual(len(err.splitlines()), 1, err)
                self.assertEqual(self.names(), [])
                self.assertTrue(not out or out.endswith("\n"))

    def test_interrupted_where_nobody_writes(self):
        os.mkfifo(self.folder / "pipe")
        process = subprocess.Popen([ADOUBE, "pgn", "check", self.folder / "pipe"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        interrupt(process)
        out, err = process.communicate(timeout=20)
        self.assertEqual((process.returncode, out, len(err.splitlines())), (130, "", 1), err)

    def test_memory_does_not_grow_with_the_file(self):
        path = self.folder / "many.pgn"
        text = SHORT.read_bytes() + b"\n"
        with open(path, "wb") as file:
            for _ in range(20_000_000 // len(text)):
                file.write(text)
        def peak(name):
            # A sanitizer keeps what was freed for a while; that is no memory of ours.
            quarantine = {"ASAN_OPTIONS": "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"}
            process = subprocess.Popen([ADOUBE, "pgn", "check", str(name)], stdout=subprocess.DEVNULL,
                                       env=os.environ | quarantine)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss
        self.assertLess(peak(path), peak(SHORT) + 8_000)

    def test_two_runs_are_equal(self):
        for args in (["check", "--json"], ["stats"], ["convert"], ["convert", "--json"]):
            self.assertEqual(run("pgn", *args, *FILES).stdout, run("pgn", *args, *FILES).stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
