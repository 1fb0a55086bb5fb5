# SPDX-License-Identifier: Apache-2.0
"""docs/fpga.md against the reports of the boards it measures: cells within a few, since an equivalent rewrite of one expression moves
them by up to 25 (docs/decisions.md), block RAMs exactly, clocks and the paths between them within a quarter, as another placement may have them.

documents_test.py FOLDER BOARD...    where the bitstreams were made (build/<preset>/fpga); the first is the one beside other cores
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FEW = 25


def numbers(cell):
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", cell)]


def faults(row, seeds):
    """What a row of the table says that a report does not."""
    _, cells, block_rams, *ranges = (cell.strip() for cell in row.strip().strip("|").split("|"))
    for name, cell, key, off in (("logic cells", cells, "cells", FEW), ("block RAMs", block_rams, "block_rams", 0)):
        if abs(numbers(cell)[0] - seeds[0][key]) > off:
            yield f"{name}: '{cell}', but {seeds[0][key]:,}"
    made = [[s["clocks"]["clk48"]["mhz"] for s in seeds], [s["clocks"]["clk12"]["mhz"] for s in seeds],
            *([c["ns"] for s in seeds for c in s["crossings"] if c["from"] == clock] for clock in ("clk12", "clk48"))]
    for name, cell, values in zip(("clk48", "clk12", "clk12 to clk48", "clk48 to clk12"), ranges, made, strict=True):
        if any(abs(said - made) > said / 4 for said, made in ((numbers(cell)[0], min(values)), (numbers(cell)[-1], max(values)))):
            yield f"{name}: '{cell}', but {min(values)} to {max(values)}"


def sizes(document, blocks):
    """What the rows of our own blocks beside other cores say that a report does not."""
    for name, block in (("u_usb alone", "u_usb"), ("whole", "all")):
        row = re.search(rf"^\| Adoube, {name} \|.*\| ([^|]*) \|$", document, re.MULTILINE)[1]
        (made,) = [b for b in blocks if b["block"] == block]
        said = numbers(row)  # cells, those whose flop is used, block RAMs
        if any(abs(a - b) > off for a, b, off in zip(said, (made["cells"], made["FF"], made["EBR"]), (FEW, FEW, 0))):
            yield f"Adoube, {name}: '{row}', but {made['cells']:,} logic cells ({made['FF']} use their flop), {made['EBR']} block RAMs"


def main():
    document = (ROOT / "docs/fpga.md").read_text()
    bad = 0
    for board in sys.argv[2:]:
        row = re.search(rf"^\| {board}, .*$", document, re.MULTILINE)
        report = json.loads((pathlib.Path(sys.argv[1]) / board / f"{board}.json").read_text())
        seeds = report["seeds"]
        found = list(faults(row[0], seeds)) if row else ["no row in the table"]
        if board == sys.argv[2]:
            found += sizes(document, report["blocks"])
        bad += len(found)
        print("\n".join(f"docs/fpga.md: {board}: {fault}" for fault in found) or f"{board}: {len(seeds)} seeds as docs/fpga.md says")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
