#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs adoube as its users do: right and wrong input, interrupted, twice in a row, into a closed pipe.

usage: cli_test.py ADOUBE SOURCE_DIR [test name ...]
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

from program import ADOUBE, GAMES, SOURCE, interrupt, lines, run

CASES = SOURCE / "tests/rules/cases/touchmove.jsonl"
SHORT = GAMES / "short-games.pgn"


class Refusals(unittest.TestCase):
    """Bad input: one sentence that says what and where, the exit code of docs/exit-codes.md, nothing on standard output."""

    def refused(self, code, *args, says=""):
        result = run(*args)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertIn(says, result.stderr)
        self.assertNotIn("terminate", result.stderr)
        return result.stderr

    def one_sentence(self, code, *args, says=""):
        text = self.refused(code, *args, says=says)
        self.assertEqual(len(text.strip().splitlines()), 1, text)

    def file(self, text):
        f = tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False)
        self.addCleanup(os.unlink, f.name)
        with f:
            f.write(text)
        return f.name

    def test_usage(self):
        self.one_sentence(2, says="command is missing")
        self.one_sentence(2, "no-such-command", says="no-such-command")
        self.one_sentence(2, "--no-such-option", says="--no-such-option")
        self.one_sentence(2, "sim", says="FILE")
        # Before what is missing.
        for words in (("sim",), ("sim", SHORT), ("pgn", "check"), ("scn",), ("perft", "start")):
            self.one_sentence(2, *words, "--no-such-option", says="there is no option --no-such-option;")
        for option, words in (("--path", "pins,edges"), ("--mode", "leap,lock"), ("--shell", "plain,systemc")):
            self.one_sentence(2, "sim", SHORT, option, "sideways", says=words)
        for hands in ("fast", "white=fast", "calm,slider", ""):
            self.one_sentence(2, "sim", SHORT, "--hands", hands, says="--hands")
        for depth in ("deep", "-1", "1.5", "99999999999999999999"):
            self.one_sentence(2, "perft", "start", depth, says="DEPTH")
        for threads in ("0", "-1", "many", "257"):
            self.one_sentence(2, "perft", "start", "1", "--threads", threads, says="--threads")
        for limit in ("0", "-3", "nan", "inf", "1e300", "1e-9", "soon"):
            self.one_sentence(2, "sim", SHORT, "--limit", limit, says=limit)
        for seed in ("-1", "1.5", "18446744073709551616", "x"):
            self.one_sentence(2, "sim", SHORT, "--seed", seed, says=seed)
        for hold in ("-1", "11749", "4294967296"):
            self.one_sentence(2, "sim", SHORT, "--hold", hold, says="11748")
        self.one_sentence(2, "sim", SHORT, "--front", "shift", "--hold", "11677", says="11676")
        for ply in ("0", "-1", "1.5", "x"):
            self.one_sentence(2, "sim", SHORT, "--ply", ply, says="--ply")
        self.one_sentence(2, "sim", SHORT, "--path", "edges", "--ply", "5000", says="the game has no ply 5000")
        for plan in ("cable", "power@3", "cable@", "cable@-1", "cable@3+", "cable@3+x", "reset@3+1", "stall@nan", "@3"):
            self.one_sentence(2, "sim", SHORT, "--unplug", plan, says="--unplug")
        self.one_sentence(2, "sim", SHORT, "--unplug", "cable@3600", says="when the run ends")
        self.one_sentence(2, "sim", SHORT, "--unplug", "cable@3", "--limit", "2", says="until 2.000 s, when the run ends")
        for share in ("100", "1/1", "1/0", "1/-5", "1/x", "2/100", "1/99999999999"):
            self.one_sentence(2, "sim", SHORT, "--line-faults", share, says="--line-faults")
        self.one_sentence(2, "sim", SHORT, "--path", "edges", "--unplug", "reset@1", says="--unplug")
        self.one_sentence(2, "sim", SHORT, "--path", "edges", "--line-faults", "1/100", says="--line-faults")
        self.one_sentence(2, "sim", SHORT, "--game", "all", "--pcap", "x.pcap", says="--pcap")
        self.one_sentence(2, "sim", SHORT, "--game", "0", says="--game")
        self.one_sentence(2, "sim", SHORT, "--game", "99", says="99")
        self.one_sentence(2, "sim", SHORT, "--edition", "fide1851", says="fide2023")
        self.one_sentence(2, "sim", SHORT, "--path", "edges", "--pcap", "x.pcap", says="--pcap")
        self.assertFalse(pathlib.Path("x.pcap").exists())
        self.one_sentence(2, "sim", SHORT, "--path", "edges", "--shell", "systemc", says="--shell")

    def test_files(self):
        self.one_sentence(10, "sim", "no-such.pgn", says="no-such.pgn")
        self.one_sentence(10, "cases", "no-such.jsonl", says="no-such.jsonl")
        self.one_sentence(10, "sim", SHORT, "--pcap", "/no-such-folder/x.pcap", says="/no-such-folder/x.pcap")
        self.one_sentence(10, "sim", SOURCE, says="")

    def test_pgn(self):
        self.one_sentence(9, "sim", self.file(""), "--game", "all", says="no game")
        self.one_sentence(9, "sim", self.file(""), says="no game")
        self.one_sentence(9, "sim", self.file('[Event "x"]\n\n1. e4 e5 2. Ke3 *\n'), says="line 3")
        self.one_sentence(9, "sim", self.file('[Event "x"\n\n1. e4 *\n'), says='"]" after the tag')
        self.one_sentence(9, "sim", self.file('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n*\n'))

    def test_fen(self):
        for fen in ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"):
            self.one_sentence(9, "perft", fen, "1")

    def test_cases(self):
        self.one_sentence(9, "cases", self.file(""), says="no case")
        self.one_sentence(9, "cases", self.file("{\n"), says=":1")
        good = CASES.read_text().splitlines()[0]
        self.one_sentence(9, "cases", self.file(good + "\n[1]\n"), says=":2")
        self.one_sentence(9, "cases", self.file(good + "\n" + good.replace('"touch"', '"tickle"') + "\n"), says="tickle")
        self.one_sentence(2, "cases", CASES, "--seed", "2", says="--device sim")
        self.one_sentence(2, "field", SHORT, "--hands", "nobody", says="bullet")
        self.one_sentence(2, "field", SHORT, "--hands", "calm,calm", says="calm twice")
        self.one_sentence(2, "field", SHORT, "--scans", "125", says="126")
        self.one_sentence(2, "field", SHORT, "--scans", "126,126", says="126 twice")
        self.one_sentence(2, "field", SHORT, "--first", "0", says="1")
        self.one_sentence(10, "field", "no-such.pgn", says="no-such.pgn")
        self.one_sentence(2, "cases", CASES, "--device", "sim:games.pgn", says="--device sim")

    def test_no_board(self):
        result = run("info", "--device", "NO-SUCH-SERIAL")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)

    def test_full_disk_and_closed_pipe(self):
        with open("/dev/full", "w") as full:
            for args in (["perft", "start", "1"], ["--help"], ["sim", "--help"], ["--version"]):
                result = subprocess.run([ADOUBE, *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
                self.assertEqual(result.returncode, 10, result.stderr)
                self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run([ADOUBE, "perft", "start", "1"], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
        os.close(writer)
        self.assertEqual(result.returncode, 10, result.stderr)


class Contract(unittest.TestCase):
    """The JSON that scripts rely on."""

    def test_version_and_type(self):
        result = run("perft", "start", "3", "--json")
        self.assertEqual(result.returncode, 0)
        (line,) = lines(result)
        self.assertEqual((line["v"], line["type"], line["nodes"]), (1, "perft", 8902))
        self.assertIn("seconds", line["host"])
        self.assertNotIn("host", lines(run("perft", "start", "3", "--json", "--no-host"))[0])

    def test_error_object(self):
        result = run("--json", "perft", "x", "1")
        (line,) = lines(result)
        self.assertEqual((line["type"], line["exit"], result.returncode), ("error", 9, 9))

    def test_every_refusal_is_an_object(self):
        for code, *args in ((2, "no-such-command"), (2, "sim", SHORT, "--path", "x"), (2, "demo", SHORT), (3, "list", "--device", "X")):
            result = run("--json", *args)
            (line,) = lines(result)
            self.assertEqual((line["type"], line["exit"], result.returncode), ("error", code, code))

    def test_help(self):
        for command in ([], ["sim"], ["cases"], ["field"], ["fen"], ["pgn"], ["pgn", "check"], ["pgn", "stats"], ["pgn", "convert"], ["perft"], ["list"], ["info"], ["events"], ["demo"]):
            result = run(*command, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout.replace("\n", "").isprintable(), result.stdout)

    def test_the_end_of_a_game_follows_its_move(self):
        out = lines(run("sim", SHORT, "--path", "edges", "--json"))
        over = [i for i, line in enumerate(out) if line.get("verdict") == "game_over"]
        self.assertEqual(len(over), 1)
        self.assertEqual((out[over[0] - 1]["type"], out[over[0] - 1]["ply"]), ("move", out[over[0]]["ply"]))

    def test_sim(self):
        result = run("sim", SHORT, "--path", "edges", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        out = lines(result)
        moves = [line for line in out if line["type"] == "move"]
        rulings = [line for line in out if line["type"] == "ruling"]
        (summary,) = [line for line in out if line["type"] == "summary"]
        self.assertEqual([m["ply"] for m in moves], list(range(1, len(moves) + 1)))
        for move in moves:
            self.assertEqual(set(move), {"v", "type", "game", "ply", "san", "uci", "device_us", "game_us", "think_ms", "rev", "inferred"})
        for ruling in rulings:
            for key in ("verdict", "clause", "edition", "allowed", "certainty", "evidence"):
                self.assertIn(key, ruling)
            self.assertEqual(ruling["allowed"], sorted(ruling["allowed"]))
            self.assertTrue(ruling["evidence"])
        for key in ("game", "simulated_s", "edges", "packets", "lost", "behind", "restless", "repeated", "mode", "signature", "moves",
                    "score_equal", "breaches", "plies_stretched", "seconds_added", "latency", "host"):
            self.assertIn(key, summary)
        self.assertEqual((summary["lost"], summary["behind"], summary["score_equal"]), (0, 0, True))
        self.assertEqual(summary["moves"], len(moves))

    def test_fronts(self):
        for front in ("shift", "direct"):
            for path in ("pins", "edges"):
                summary = lines(run("sim", SHORT, "--game", "4", "--path", path, "--front", front, "--json", "--no-host"))[-1]
                self.assertEqual((summary["type"], summary["lost"], summary["score_equal"], summary["breaches"]), ("summary", 0, True, ""), (front, path))

    def test_hands(self):
        def played(*args):
            out = lines(run("sim", SHORT, "--path", "edges", "--json", "--no-host", *args))
            return [line["uci"] for line in out if line["type"] == "move"], out[-1]

        calm, summary = played()
        self.assertEqual(played("--hands", "white=calm"), (calm, summary))
        for hands in ("slider", "white=bullet,black=beginner", "random"):
            moves, other = played("--hands", hands, "--seed", "2")
            self.assertEqual((moves, other["score_equal"]), (calm, True), hands)
            self.assertNotEqual(other["signature"], summary["signature"])
            self.assertEqual(played("--hands", hands, "--seed", "2"), (moves, other), hands)

    def test_every_style_is_documented(self):
        listed = run("sim", "--help").stdout.replace("\n", " ")
        names = re.search(r"hands move: ([a-z, -]+), or random", " ".join(listed.split())).group(1).split(", ")
        self.assertEqual(len(names), 15)
        manual = (SOURCE / "docs/man/adoube.1.scd").read_text()
        for name in names:
            self.assertIn(f"*{name}*", manual)

    def test_cases(self):
        result = run("cases", CASES, "--json")
        out = lines(result)
        summary = out[-1]
        self.assertEqual(summary["type"], "summary")
        self.assertEqual(summary["passed"] + summary["failed"] + summary["not_observable"], len(out) - 1)
        self.assertEqual(result.returncode, 1 if summary["failed"] else 0)
        for line in out[:-1]:
            for key in ("id", "ok", "got", "want"):
                self.assertIn(key, line)

    def test_cases_on_a_board(self):
        # One that a board can tell, one that it cannot, and one that expects something else.
        chosen = [line for line in CASES.read_text().splitlines() if '"own-single"' in line or '"promo-normal"' in line]
        other = chosen[0].replace('"own-single"', '"other"').replace('"obligation"', '"free"')
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join([*chosen, other]))
            file.flush()
            result = run("cases", file.name, "--device", "sim", "--json")
        good, unseen, bad, summary = lines(result)
        self.assertEqual((good["ok"], good["got"]["verdict"]), (True, "obligation"))
        self.assertEqual((unseen["ok"], "got" in unseen), (False, False))
        self.assertIn("new", unseen["not_observable"])
        self.assertEqual((bad["ok"], len(bad["differences"])), (False, 1))
        self.assertEqual((summary["passed"], summary["failed"], summary["not_observable"]), (1, 1, 1))
        self.assertEqual(result.returncode, 1)

    def test_a_case_that_cannot_be_is_refused(self):
        good = next(line for line in CASES.read_text().splitlines() if '"own-single"' in line)
        fields = json.loads(good)
        nowhere = {**fields, "id": "nowhere", "profile": "nowhere"}
        square = next(event["square"] for event in fields["events"] if event["kind"] == "touch")
        twice = {**fields, "id": "twice", "events": [{"t_ms": 0, "kind": "touch", "square": square}, {"t_ms": 50, "kind": "touch", "square": square}]}
        for case, device, says in ((nowhere, [], "nowhere"), (twice, ["--device", "sim"], "a hand is on that piece already")):
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
                file.write("\n".join([good, json.dumps(case)]))
                file.flush()
                as_json = run("cases", file.name, *device, "--json")
                as_text = run("cases", file.name, *device)
            right, wrong, summary = lines(as_json)
            self.assertEqual((right["ok"], wrong["ok"], "got" in wrong, "not_observable" in wrong), (True, False, False, False))
            self.assertIn(says, wrong["error"])
            self.assertEqual((summary["passed"], summary["failed"], summary["not_observable"], summary["refused"]), (1, 0, 0, 1))
            self.assertEqual((as_json.returncode, as_text.returncode), (9, 9))
            self.assertIn("REFUSED", as_text.stdout)
            self.assertIn("1 passed, 0 failed, 0 not observable, 1 refused", as_text.stdout)

    def test_field(self):
        args = ("field", SHORT, "--scans", "250000,126", "--hands", "calm,bullet", "--first", "2")
        result = run(*args, "--json")
        rows = lines(result)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([(row["type"], row["scan_us"], row["hands"], row["games"]) for row in rows],
                         [("field", scan, hands, 2) for scan in (250000, 126) for hands in ("calm", "bullet")])
        for row in rows[2:]:
            self.assertEqual((row["exact"], row["missed"], row["invented"], row["unseen"], row["order_wrong"]), (2, 0, 0, 0, 0), row)
        self.assertGreater(rows[1]["missed"], 0)
        picture = run(*args, "--svg", "-").stdout
        self.assertTrue(picture.startswith("<svg ") and picture.endswith("</svg>\n"))
        self.assertEqual(picture, run(*args, "--svg", "-").stdout)
        self.assertIn("moves missed. calm: ", picture)

    def test_a_game_may_begin_anywhere(self):
        def moves(*args):
            result = run("--json", "sim", SHORT, "--game", "2", "--path", "edges", *args)
            self.assertEqual(result.returncode, 0)
            return [told["san"] for told in lines(result) if told["type"] == "move"]
        whole = moves()
        for ply in (2, 13, len(whole)):
            self.assertEqual(moves("--ply", ply), whole[ply - 1:])

    def test_score_mismatch_is_one(self):
        # Without any filter hold a bounce is an edge: what survives is not judged, but the exit code follows the score.
        result = run("sim", SHORT, "--path", "edges", "--hold", "0", "--json")
        summary = lines(result)[-1]
        self.assertEqual(result.returncode, 0 if summary["score_equal"] else 1)


class Perft(unittest.TestCase):
    KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

    def test_threads_change_nothing(self):
        for depth in range(5):
            answers = {run("perft", self.KIWIPETE, depth, "--divide", "--json", "--no-host", "--threads", n).stdout for n in (1, 2, 5)}
            self.assertEqual(len(answers), 1, depth)
            (line,) = (json.loads(answer) for answer in answers)
            self.assertEqual(line["nodes"], (1, 48, 2039, 97862, 4085603)[depth])
            self.assertEqual(sum(line["divide"].values()), line["nodes"] if depth else 0)
            self.assertEqual(len(line["divide"]), 48 if depth else 0)

    def test_division_as_text(self):
        out = run("perft", "start", 3, "--divide", "--no-host").stdout.splitlines()
        self.assertEqual(len(out), 21)
        self.assertEqual(out[:20], sorted(out[:20]))
        self.assertEqual((out[0], out[-1]), ("a2a3: 380", "8902 nodes"))

    def test_castling_in_both_notations(self):
        plain = lines(run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1, "--divide", "--json"))[0]["divide"]
        other = lines(run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1, "--divide", "--json", "--chess960"))[0]["divide"]
        self.assertLessEqual({"e1g1", "e1c1"}, set(plain))
        self.assertLessEqual({"e1h1", "e1a1"}, set(other))
        # A step and a castling to the same square are two moves.
        both = lines(run("perft", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", 1, "--divide", "--json"))[0]
        self.assertLessEqual({"f1g1", "f1h1"}, set(both["divide"]))
        self.assertEqual(len(both["divide"]), both["nodes"])

    def test_interrupted(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = subprocess.Popen([ADOUBE, "perft", "start", "12", "--threads", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            interrupt(process, number)
            out, err = process.communicate(timeout=30)
            self.assertEqual((process.returncode, out), (code, ""))
            self.assertEqual(len(err.splitlines()), 1, err)


class SimulatedBoard(unittest.TestCase):
    def test_list_and_info(self):
        (board,) = lines(run("list", "--device", "sim", "--json"))
        self.assertEqual((board["vendor_id"], board["product_id"], board["speed"]), (0x1209, 1, "full"))
        (info,) = lines(run("info", "--device", "sim", "--json"))
        self.assertEqual(info["registers"]["scan_period"], 126)
        self.assertEqual(info["serial"], board["serial"])

    def test_events(self):
        result = run("events", "--device", f"sim:{SHORT}", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        events = [line for line in lines(result) if line["type"] == "event"]
        self.assertEqual([e["id"] for e in events], list(range(1, len(events) + 1)))
        self.assertLessEqual({"touch", "release", "lift", "place", "clock"}, {e["kind"] for e in events})
        self.assertEqual([e["to_us"] for e in events], sorted(e["to_us"] for e in events))

    def test_interrupted(self):
        process = subprocess.Popen([ADOUBE, "--json", "events", "--device", f"sim:{GAMES / 'moscow-1985.pgn'}"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        interrupt(process)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        error = json.loads(out.splitlines()[-1])
        self.assertEqual((error["type"], error["exit"], err), ("error", 130, f"adoube: {error['message']}\n"))

    def test_a_game_interrupted_leaves_whole_files(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with tempfile.TemporaryDirectory() as folder:
                capture = pathlib.Path(folder, "bus.pcap")
                process = subprocess.Popen([ADOUBE, "sim", GAMES / "moscow-1985.pgn", "--json", "--pcap", capture],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                first = process.stdout.readline()
                interrupt(process, number)
                out, err = process.communicate(timeout=30)
                self.assertEqual(process.returncode, code)
                self.assertEqual(len(err.splitlines()), 1, err)
                told = [json.loads(line) for line in [first, *out.splitlines()]]
                self.assertEqual((told[-1]["type"], told[-1]["exit"]), ("error", code))
                data = capture.read_bytes()
                at = 24
                while at < len(data):
                    at += 16 + int.from_bytes(data[at + 8:at + 12], "little")
                self.assertEqual(at, len(data))


class Determinism(unittest.TestCase):
    """Same seed, same bytes."""

    def out(self, *args, adoube=ADOUBE):
        result = subprocess.run([adoube, "sim", str(SHORT), "--json", "--no-host", *args], capture_output=True, text=True, timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_two_runs(self):
        for path in ("edges", "pins"):
            self.assertEqual(self.out("--path", path), self.out("--path", path))
        self.assertNotEqual(self.out("--path", "edges"), self.out("--path", "edges", "--seed", "2"))

    def test_shells(self):
        self.assertEqual(self.out("--shell", "plain"), self.out("--shell", "systemc"))

    def test_two_compilers(self):
        other = os.environ.get("ADOUBE_OTHER_COMPILER", "")
        if not other:
            print("SKIP: no second build (ADOUBE_OTHER_COMPILER names its program)")
            return
        for path in ("edges", "pins"):
            self.assertEqual(self.out("--path", path), self.out("--path", path, adoube=other))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
