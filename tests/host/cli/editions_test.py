#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adoube editions and adoube explain: the table of editions, clauses in words, editions from a file.

usage: editions_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import json
import os
import sys
import tempfile
import unittest

from program import GAMES, SOURCE, lines, run

CASES = SOURCE / "tests/rules/cases/touchmove.jsonl"
CLUB = SOURCE / "tests/host/editions/club.toml"
SHORT = GAMES / "short-games.pgn"


class Tables(unittest.TestCase):
    def test_editions(self):
        rows = lines(run("--json", "editions", "--editions", CLUB))
        self.assertEqual([r["name"] for r in rows][:2] + [r["name"] for r in rows][-2:], ["fide2023", "fide2018", "club", "club-juniors"])
        self.assertEqual(len(rows), 15)
        cells = {s["name"]: s for s in rows[6]["switches"]}
        self.assertEqual(rows[6]["name"], "fide-s4")
        self.assertEqual((cells["claim_scope"]["value"], cells["claim_scope"]["clause"], cells["claim_scope"]["number"]), ("touch_only", "4.8", "4.6"))
        self.assertNotIn("number", cells["promotion_choice"])
        self.assertEqual({s["known"] for s in rows[13]["switches"]}, {"host"})
        for arguments in (["editions"], ["editions", "fide2023", "uscf-10I2-var1-blitz", "club"], ["editions", "--long"]):
            text = run(*arguments, "--editions", CLUB).stdout
            self.assertIn("club", text)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 120)
                self.assertEqual(line, line.rstrip())

    def test_explain(self):
        every = [o["clause"] for o in lines(run("--json", "explain"))]
        self.assertGreater(len(every), 40)
        for language, word in (("en", "rook"), ("cs", "věž"), ("it", "Torre")):
            for clause in every:
                text = run("explain", clause, "--language", language).stdout
                self.assertTrue(text.startswith(clause + " "), text)
                for line in text.splitlines():
                    self.assertLessEqual(len(line), 104)
            self.assertIn(word, run("explain", "4.4.2", "--language", language).stdout)
        # By the edition's own number: 4.6 of S4 is forfeiture, of 2023 the ways of promoting.
        self.assertEqual([o["clause"] for o in lines(run("--json", "explain", "4.6", "--edition", "fide-s4"))], ["4.8"])
        self.assertEqual([o["clause"] for o in lines(run("--json", "explain", "4.6"))], ["4.6"])
        self.assertEqual([o["clause"] for o in lines(run("--json", "explain", "10B", "--edition", "uscf"))], ["4.3", "4.3.1", "4.3.2"])
        (clause,) = lines(run("--json", "explain", "4.4.2", "--edition", "uscf"))
        self.assertEqual(clause["edition"], {"name": "uscf", "number": "10I2"})
        self.assertEqual(clause["numbers"]["fide-s4"], "4.4b")
        self.assertEqual(clause["switches"][0]["values"][1]["editions"], ["uscf-10I2-var1"])
        self.assertIn("club", run("explain", "4.8", "--editions", CLUB).stdout)

    def test_cases_in_an_edition_of_a_file(self):
        case = json.loads(CASES.read_text().splitlines()[0]) | {"profile": "club"}
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write(json.dumps(case))
            f.flush()
            self.assertEqual(run("cases", f.name).returncode, 9)
            result = run("--json", "cases", f.name, "--editions", CLUB)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(lines(result)[0]["got"]["edition"], "club")


class Refusals(unittest.TestCase):
    def refused(self, code, *args, says):
        result = run(*args)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)

    def file(self, text):
        f = tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False)
        self.addCleanup(os.unlink, f.name)
        with f:
            f.write(text)
        return f.name

    def test_editions_and_clauses(self):
        self.refused(2, "editions", "fide1851", says="fide2023")
        self.refused(2, "editions", "--long", "--markdown", says="--markdown")
        self.refused(2, "explain", "4.4.9", says="near are 4.4.1, 4.4.2, 4.4.3, 4.4.4; adoube explain lists them all")
        self.refused(2, "explain", "something else", says="there is no clause")
        self.refused(2, "explain", "4.3.1", "--language", "de", says="en,cs,it")
        self.refused(2, "explain", "4.3.1", "--edition", "fide1851", says="fide2023")
        wrong = self.file('[[edition]]\nname = "x"\nbase = "fide2023"\nrok_first = "permits"\n')
        for command in (["editions"], ["explain"], ["cases", CASES], ["sim", SHORT]):
            self.refused(9, *command, "--editions", wrong, says=":4:1: there is no switch \"rok_first\"; known are")
            self.refused(10, *command, "--editions", "no-such.toml", says="no-such.toml")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
