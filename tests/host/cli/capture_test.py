#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube capture: the three formats say the same, agree with the events of the same game, and a file is whole however the
command ends. usage: capture_test.py ADOUBE SOURCE_DIR FOLDER_OF_THE_PLANTED_LIBUSB [test name ...]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from program import ADOUBE, interrupt, lines, run

PLANTED = sys.argv[3]
SLOT_US = 14
SCAN_US = 126
GAME = """[White "A"]
[Black "B"]
[Result "*"]

1. e4 {[%clk 0:59:59]} e5 {[%clk 0:59:59]} *
"""


def vcd(text):
    """(time of the first instant, name -> (time, first known value), [(time, name, value)]) of a value change dump."""
    head, body = text.split("$enddefinitions $end\n")
    assert "$timescale 1 us $end" in head
    names, scopes = {}, []
    for line in head.splitlines():
        word = line.split()
        if word[0] == "$scope":
            scopes.append(word[2])
        elif word[0] == "$upscope":
            scopes.pop()
        elif word[0] == "$var":
            assert word[1:3] == ["wire", "1"] and len(scopes) == 1
            names[word[3]] = f"{scopes[-1]}.{word[4]}"
    assert len(names) == 136 and len(set(names.values())) == 136
    assert scopes == []
    now, begun, first, changes = None, None, {}, []
    for line in body.splitlines():
        if line[0] == "#":
            assert now is None or int(line[1:]) > now, "time does not go back"
            now = int(line[1:])
            begun = now if begun is None else begun
        elif line[0] != "$":
            name = names[line[1:]]
            if name in first:
                changes.append((now, name, line[0]))
            elif line[0] != "x":
                first[name] = (now, line[0])
    assert len(first) == 136
    return begun, first, changes


class Captures(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def test_a_quiet_board_as_it_stands(self):
        target = self.path / "x.vcd"
        done = run("capture", "--device", "sim", "--seconds", "0.05", "-o", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^adoube: (39\d|40\d) scans in 0\.\d+ s, none missing; no channels moved\n$")
        _, first, changes = vcd(target.read_text())
        self.assertEqual(changes, [])
        self.assertEqual(sorted(name for name, (_, level) in first.items() if level == "1"),
                         sorted(["auxiliary.clock_black", *(f"presence.{file}{rank}" for file in "abcdefgh" for rank in (1, 2, 7, 8))]))
        self.assertEqual(os.listdir(self.path), ["x.vcd"])

    def test_formats_agree_with_each_other_and_with_the_events(self):
        game = self.path / "game.pgn"
        game.write_text(GAME)
        device = f"sim:{game}"
        files = {kind: self.path / f"x.{kind}" for kind in ("vcd", "jsonl", "csv")}
        said = {}
        for kind, target in files.items():
            done = run("capture", "--device", device, "--json", "-o", target)
            self.assertEqual(done.returncode, 0, done.stderr)
            said[kind] = json.loads(done.stdout)
        self.assertEqual(said["vcd"], said["csv"])
        self.assertEqual(said["vcd"], said["jsonl"])
        summary = said["vcd"]
        self.assertEqual((summary["type"], summary["missing"], summary["gaps"]), ("capture", 0, 0))
        self.assertEqual(summary["scans"], (summary["to_us"] - summary["from_us"]) // SCAN_US + 1)

        begun, first, changes = vcd(files["vcd"].read_text())
        self.assertEqual(begun, summary["from_us"])
        rows = [line.split(",") for line in files["csv"].read_text().splitlines()]
        self.assertEqual(rows[0], ["at_us", "channel", "level"])
        self.assertEqual({name: (int(at), level) for at, name, level in rows[1:137]}, first)
        self.assertEqual({at - begun for at, _ in first.values()}, set(range(0, SCAN_US, SLOT_US)))
        self.assertEqual(sorted(int(at) for at, *_ in rows[1:]), [int(at) for at, *_ in rows[1:]])
        self.assertEqual([(int(at), name, level) for at, name, level in rows[137:]], changes)
        lines = [json.loads(line) for line in files["jsonl"].read_text().splitlines()]
        self.assertEqual(lines[0]["type"], "levels")
        self.assertEqual([(x["at_us"], x["channel"], str(x["level"])) for x in lines[1:]], changes)

        # Levels alternate, and each count of the summary is the number of its channel's changes.
        level, count = {name: value for name, (_, value) in first.items()}, {}
        for _, name, value in changes:
            self.assertNotEqual(level[name], value)
            level[name] = value
            count[name] = count.get(name, 0) + 1
        self.assertEqual({x["channel"]: x["changes"] for x in summary["channels"]}, count)
        self.assertGreater(sum(x["bounces"] for x in summary["channels"]), 0)
        self.assertTrue(all(x["bounces"] < x["changes"] for x in summary["channels"]))

        # An event begins with a raw change at that very microsecond.
        events = [json.loads(line) for line in run("events", "--device", device, "--json").stdout.splitlines()]
        plane = {"touch": ("touch", "1"), "release": ("touch", "0"), "lift": ("presence", "0"), "place": ("presence", "1")}
        seen = {(name, value, at) for at, name, value in changes}
        checked = 0
        for event in events:
            if event["type"] == "event" and event["kind"] in plane and event["to_us"] <= summary["to_us"] and event["from_us"] >= begun:
                name, value = plane[event["kind"]]
                self.assertIn((f"{name}.{event['square']}", value, event["to_us"]), seen, event)
                checked += 1
        self.assertGreaterEqual(checked, 8)

    def interrupted(self, target, patience):
        """Standard error of a capture to this file that is interrupted so many seconds after its work began."""
        process = subprocess.Popen([ADOUBE, "capture", "--device", "sim", "--seconds", "100000", "-o", target], stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not any(x.name.startswith(".adoube") for x in self.path.iterdir()):
            time.sleep(0.001)
        time.sleep(patience)
        interrupt(process)
        _, said = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, said)
        self.assertEqual(os.listdir(self.path), [target.name])
        return said

    def test_an_interrupt_leaves_a_whole_file(self):
        target = self.path / "x.csv"
        target.write_text("before")
        for patience in (1, 4, 16, 64):  # until a scan is there, which takes a busy machine its time
            said = self.interrupted(target, patience)
            if target.read_text() != "before":
                break
        self.assertRegex(said, r"^adoube: \d+ scans? in .*, none missing")
        rows = target.read_text().splitlines()
        self.assertEqual(len(rows), 137)
        self.assertEqual(rows[0], "at_us,channel,level")

    def test_nothing_takes_the_place_of_no_file(self):
        target = self.path / "x.csv"
        for _ in range(20):  # until it comes before the first scan
            target.write_text("before")
            said = self.interrupted(target, 0)
            if "scans in" not in said:
                break
        self.assertEqual(said, "adoube: interrupted before the first scan came, so nothing was written\n")
        self.assertEqual(target.read_text(), "before")

    def planted(self, device, *args):
        """A capture from a board that is there and as the test wants it."""
        return run("capture", "--seconds", "0.1", *args, env={"LD_LIBRARY_PATH": PLANTED, "PLANTED_DEVICES": device})

    def test_scans_that_are_missing_are_told_and_end_it_with_8(self):
        target = self.path / "x.csv"
        done = self.planted("capture=0,1,2,3,4,5", "-o", target)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn("6 scans in 0.0 s, none missing;", done.stderr)
        done = self.planted("capture=0,1,2,5,6,9", "-o", target)
        self.assertEqual((done.returncode, done.stdout), (8, ""), done.stderr)
        self.assertIn("6 scans in 0.0 s, 4 missing in 2 gaps;", done.stderr)
        self.assertEqual([line.split(",")[1:] for line in target.read_text().splitlines()[137:]], [["missing", "2"], ["missing", "2"]])
        done = self.planted("capture=0,1,2,5,6,9", "--json")
        self.assertEqual(done.returncode, 8, done.stderr)
        said = lines(done)
        self.assertEqual([line["type"] for line in said], ["levels", "missing", "missing", "capture"])
        self.assertEqual([line["scans"] for line in said[1:3]], [2, 2])
        self.assertEqual((said[3]["scans"], said[3]["missing"], said[3]["gaps"]), (6, 4, 2))

    def test_a_board_without_scans_leaves_the_file_that_is_there(self):
        target = self.path / "x.csv"
        target.write_text("before")
        # No endpoint for them; one that says nothing.
        for device, code, says in (("serial=B-7", 7, "raw samples"), ("capture=", 6, "no scan came")):
            done = self.planted(device, "-o", target)
            self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(says, done.stderr)
            self.assertEqual(target.read_text(), "before")
            self.assertEqual(os.listdir(self.path), ["x.csv"])

    def test_standard_output_and_refusals(self):
        done = run("capture", "--device", "sim", "--seconds", "0.01", "--format", "jsonl")
        self.assertEqual(done.returncode, 0)
        self.assertEqual([json.loads(line)["type"] for line in done.stdout.splitlines()], ["levels"])
        done = run("capture", "--device", "sim", "--seconds", "0.01")
        self.assertEqual(len(done.stdout.splitlines()), 137)
        for code, option, value, says in ((2, "--seconds", "0", "0 is not a number of seconds"), (2, "--seconds", "-1", "-1 is not"),
                                          (2, "--seconds", "nan", "nan is not"), (2, "--seconds", "inf", "inf is not"),
                                          (2, "--seconds", "1e9", "1e9 is not"), (2, "--seconds", "soon", "soon is not"),
                                          (2, "--format", "xml", "xml"), (2, "-o", "", "empty"), (10, "-o", self.path / "no/x.vcd", "no/x.vcd")):
            done = run("capture", "--device", "sim", option, value)
            self.assertEqual((done.returncode, done.stdout), (code, ""), (option, value, done.stderr))
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(says, done.stderr)

    def test_json_keeps_standard_output_to_objects(self):
        for kind in ("vcd", "csv"):
            done = run("capture", "--device", "sim", "--seconds", "0.01", "--json", "--format", kind)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual([line["type"] for line in lines(done)], ["error"])
            self.assertIn("-o", done.stderr)
        for more in ([], ["--format", "jsonl"]):
            done = run("capture", "--device", "sim", "--seconds", "0.01", "--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([line["type"] for line in lines(done)], ["levels", "capture"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2)
