#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube arbitrate: the sentences of every case in three languages, the report, and what is refused.

usage: arbitrate_test.py ADOUBE SOURCE_DIR [test name ...]
       arbitrate_test.py ADOUBE SOURCE_DIR --write

The sentences stand in sentences/*.txt and one report in sentences/report.html; they are text that people have read.
--write puts there what the program says now: read the difference before you commit it.
"""
import html.parser
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, lines, run

CASES = SOURCE / "tests/rules/cases/touchmove.jsonl"
GOLDEN = pathlib.Path(__file__).resolve().parent / "sentences"
LANGUAGES = ("en", "cs", "it")
REPORTED = "famous-polgar-kasparov-1994"
VOID = {"meta", "link", "img", "br", "hr"}


def incidents_of(result):
    """The incidents of an output; the summary behind them has their number."""
    *incidents, summary = lines(result)
    assert (summary["type"], summary["incidents"]) == ("summary", len(incidents)), summary
    return incidents


def said(language):
    """Every incident of the cases: its title, then its three sentences."""
    text = []
    for incident in incidents_of(run("--json", "arbitrate", CASES, "--language", language)):
        text += [f"{incident['title']}: {incident['verdict']}", *("  " + s for s in incident["sentences"]), ""]
    return "\n".join(text)


def page(*args):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.html"
        result = run("arbitrate", *args, "--report", file)
        assert result.returncode == 0, result.stderr
        assert os.listdir(folder) == ["report.html"]
        return file.read_text()


class Balanced(html.parser.HTMLParser):
    """Every element is closed by its own end tag, as XML would have it."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.text = [], [], []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        self.text.append(data)


class Sentences(unittest.TestCase):
    maxDiff = 2000

    def test_every_case_says_what_was_reviewed(self):
        for language in LANGUAGES:
            with self.subTest(language):
                self.assertEqual(said(language), (GOLDEN / f"{language}.txt").read_text())

    def test_every_case_is_there_with_three_sentences(self):
        ids = [json.loads(line)["id"] for line in CASES.read_text().splitlines()]
        for language in LANGUAGES:
            incidents = incidents_of(run("--json", "arbitrate", CASES, "--language", language))
            for case in ids:
                self.assertTrue(any(i["title"].startswith(case + ",") for i in incidents), case)
            for i in incidents:
                self.assertEqual(len(i["sentences"]), 3)
                for sentence in i["sentences"]:
                    self.assertTrue(sentence.endswith(".") and not re.search(r"[{}?]|  |\.\.| ,|\. [A-ZÁ-Ž]", sentence), sentence)
                self.assertEqual(i["language"], language)

    def test_the_evidence_is_of_the_turn(self):
        for i in incidents_of(run("--json", "arbitrate", CASES)):
            self.assertEqual(i["evidence"], sorted(i["evidence"]))
            for link in i["chain"]:
                self.assertIn(link["event"], i["evidence"])
                self.assertTrue(link["removed"] or link["restored"])
            if i["certainty"] == "arbiter":
                self.assertGreaterEqual(len(i["readings"]), 2, i["title"])
                self.assertEqual(set(i["allowed"]), {m for r in i["readings"] for m in r["allowed"]}, i["title"])

    def test_one_case_in_both_spellings(self):
        one = run("arbitrate", f"{CASES}:{REPORTED}")
        self.assertEqual(one.stdout, run("arbitrate", CASES, "--case", REPORTED).stdout)
        self.assertIn("Nc5 has to stand.", one.stdout)
        self.assertLessEqual(max(map(len, one.stdout.splitlines())), 100)

    def test_another_edition(self):
        (incident,) = incidents_of(run("--json", "arbitrate", f"{CASES}:{REPORTED}", "--edition", "fide2009"))
        self.assertEqual((incident["edition"], incident["clause"], incident["number"]), ("fide2009", "4.7", "4.6"))
        self.assertIn("Article 4.6 (FIDE Laws of 2009, fide2009)", incident["sentences"][1])

    def test_a_game_in_order_has_no_incident(self):
        self.assertEqual(run("arbitrate", GAMES / "short-games.pgn").stdout, "No incident.\n")


class Report(unittest.TestCase):
    maxDiff = 2000

    def test_the_page_is_the_one_that_was_reviewed(self):
        self.assertEqual(page(f"{CASES}:{REPORTED}"), (GOLDEN / "report.html").read_text())

    def test_a_page_of_all_cases_is_well_formed_in_every_language(self):
        for language in LANGUAGES:
            text = page(CASES, "--language", language)
            checker = Balanced()
            checker.feed(text)
            checker.close()
            self.assertEqual((checker.faults, checker.open), ([], []))
            self.assertIn(f'<html lang="{language}">', text)
            self.assertEqual(text, page(CASES, "--language", language))

    def test_foreign_text_is_escaped(self):
        case = json.loads(CASES.read_text().splitlines()[0]) | {"id": "<script>&\"'"}
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", prefix="a&b<i>") as f:
            f.write(json.dumps(case))
            f.flush()
            text = page(f.name)
        self.assertNotIn("<script", text)
        self.assertNotIn("<i>", text)
        self.assertIn("&lt;script&gt;&amp;", text)


class Refusals(unittest.TestCase):
    def refused(self, code, *args, says):
        result = run("arbitrate", *args)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)

    def test_each_has_its_code_and_sentence(self):
        self.refused(2, says="CASE|GAME")
        self.refused(2, f"{CASES}:nobody", says='has no case "nobody"')
        self.refused(2, f"{CASES}:{REPORTED}", "--case", "another", says="leave one of them out")
        self.refused(2, f"{CASES}:{REPORTED}", "--edition", "fide1851", says="fide2023")
        self.refused(2, f"{CASES}:{REPORTED}", "--language", "de", says="en,cs,it")
        self.refused(2, f"{CASES}:{REPORTED}", "--report", "", says="--report")
        self.refused(2, GAMES / "short-games.pgn", "--game", "99", says="has no game 99")
        self.refused(10, "no-such.jsonl", says="no-such.jsonl")
        self.refused(10, "no-such.pgn", says="no-such.pgn")
        self.refused(10, f"{CASES}:{REPORTED}", "--report", "/no-such-folder/x.html", says="/no-such-folder/x.html")
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write('{"id": 1}')
            f.flush()
            self.refused(9, f.name, says=":1: ")


if __name__ == "__main__":
    if "--write" in sys.argv:
        GOLDEN.mkdir(exist_ok=True)
        for each in LANGUAGES:
            (GOLDEN / f"{each}.txt").write_text(said(each))
        (GOLDEN / "report.html").write_text(page(f"{CASES}:{REPORTED}"))
        sys.exit(0)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
