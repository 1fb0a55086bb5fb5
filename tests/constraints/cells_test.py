# SPDX-License-Identifier: Apache-2.0
"""Boards that nothing here can place: their cells are counted, held against limits and are within 4 % of docs/hardware.md, and the
placement is refused. usage: cells_test.py FOLDER    where to work (build/<preset>/fpga)"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "constraints"))
import cells  # noqa: E402
import flow  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1])
BOARDS = {board: facts for board, facts in flow.boards().items() if not facts.get("placed", True)}


def netlist(**kinds):
    return {"modules": {"top": {"cells": {f"{kind}{i}": {"type": kind} for kind, many in kinds.items() for i in range(many)}}}}


class Counts(unittest.TestCase):
    FACTS = {"about": "", "device": "", "package": "", "luts": 20, "flops": 7, "block_rams": 1}

    def test_what_a_cell_takes(self):
        taken, kinds = cells.counted(netlist(LUT4=3, CCU2C=4, TRELLIS_DPR16X4=1, TRELLIS_FF=5, DP16KD=1, PFUMX=9), "top")
        self.assertEqual(taken, {"luts": 3 + 8 + 6, "flops": 5, "block_rams": 1})
        self.assertEqual(kinds["PFUMX"], 9)

    def test_limits(self):
        self.assertEqual(cells.faults({"luts": 20, "flops": 7, "block_rams": 1}, self.FACTS), [])
        for kind, words in (("luts", "21 LUT4, more than 20"), ("flops", "8 flops, more than 7"), ("block_rams", "2 block RAMs, more than 1")):
            taken = {name: self.FACTS[name] for name in cells.NAMES}
            taken[kind] += 1
            self.assertEqual(cells.faults(taken, self.FACTS), [words])

    def test_a_netlist_of_nothing(self):
        self.assertEqual(cells.faults(cells.counted(netlist(), "top")[0], self.FACTS), ["no LUT4 at all", "no flops at all", "no block RAMs at all"])


class Boards(unittest.TestCase):
    def test_they_are_counted_and_not_placed(self):
        document = (ROOT / "docs/hardware.md").read_text()
        self.assertEqual(list(BOARDS), ["ulx3s", "orangecrab"])
        for board in BOARDS:
            with self.subTest(board):
                result = subprocess.run([sys.executable, ROOT / "scripts/bitstream", board, "--out", FOLDER, "--json"], capture_output=True, text=True)
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertIn(f"{board} is not placed: there is no place and route for an ECP5 in Debian", result.stderr)
                self.assertFalse((FOLDER / board / f"{board}.bin").exists())
                made = json.loads(result.stdout)
                self.assertEqual((made["type"], made["faults"]), ("cells", []))
                row = re.search(rf"^\| {board[:5]}.*$", document, re.MULTILINE | re.IGNORECASE)[0]
                said = [int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+)(?: of [\d,]+)?(?= \|)", row)]
                for number, kind in zip(said, cells.NAMES, strict=True):  # an equivalent rewrite of one expression moves them a little
                    self.assertAlmostEqual(number, made["taken"][kind], delta=number / 25, msg=f"docs/hardware.md says {row}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
