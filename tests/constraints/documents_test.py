# SPDX-License-Identifier: Apache-2.0
"""docs/fpga.md against the reports of the boards it measures: cells and block RAMs, the least and the greatest of its seeds, the worst
paths, and our own sizes beside other cores.

documents_test.py FOLDER BOARD...    where the bitstreams were made (build/<preset>/fpga); the first is the one in the text
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROUNDED = 0.051  # of a figure with one digit


def numbers(cell):
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", cell)]


def faults(row, seeds):
    """What a row of the table says that a report does not."""
    _, cells, block_rams, *ranges = (cell.strip() for cell in row.strip().strip("|").split("|"))
    for name, cell, key in (("logic cells", cells, "cells"), ("block RAMs", block_rams, "block_rams")):
        if numbers(cell)[0] != seeds[0][key]:
            yield f"{name}: '{cell}', but {seeds[0][key]:,}"
    made = [[s["clocks"]["clk48"]["mhz"] for s in seeds], [s["clocks"]["clk12"]["mhz"] for s in seeds],
            *([c["ns"] for s in seeds for c in s["crossings"] if c["from"] == clock] for clock in ("clk12", "clk48"))]
    for name, cell, values in zip(("clk48", "clk12", "clk12 to clk48", "clk48 to clk12"), ranges, made, strict=True):
        if abs(numbers(cell)[0] - min(values)) > ROUNDED or abs(numbers(cell)[-1] - max(values)) > ROUNDED:
            yield f"{name}: '{cell}', but {min(values)} to {max(values)}"


def worst_paths(document, report):
    """What the text says of the worst paths that a report does not."""
    text = " ".join(document.split())
    for path in report["worst_paths"]:
        wanted = [f"`{re.sub(r'[.[].*', '', path[end]['register'])}`" for end in ("from", "to")]
        found = re.search(rf"from {wanted[0]}[^`]* (?:to|into)[^`]* {wanted[1]}[^(]*\(([\d.]+) ns of [\d.]+, (\d+) levels", text)
        if not found or abs(float(found[1]) - path["ns"]) > ROUNDED or int(found[2]) != path["levels"]:
            yield f"the worst path of {path['clock']} is {path['ns']} ns, {path['levels']} levels, {' to '.join(wanted)}"


def sizes(document, blocks):
    """What the rows of our own blocks beside other cores say that a report does not."""
    for name, block in (("u_usb alone", "u_usb"), ("whole", "all")):
        row = re.search(rf"^\| Adoube, {name} \|.*\| ([^|]*) \|$", document, re.MULTILINE)[1]
        (made,) = [b for b in blocks if b["block"] == block]
        wanted = f"{made['cells']:,} logic cells ({made['FF']} use their flop), {made['EBR']} block RAM"
        if not row.startswith(wanted):
            yield f"Adoube, {name}: '{row}', but {wanted}"
    (cut,) = [b["cells"] for b in blocks if b["block"] == "(cut)"]
    if f"share of {cut} cells" not in document:
        yield f"the wires to the scanner have {cut} cells"


def main():
    document = (ROOT / "docs/fpga.md").read_text()
    bad = 0
    for board in sys.argv[2:]:
        row = re.search(rf"^\| {board}, .*$", document, re.MULTILINE)
        report = json.loads((pathlib.Path(sys.argv[1]) / board / f"{board}.json").read_text())
        seeds = report["seeds"]
        found = list(faults(row[0], seeds)) if row else ["no row in the table"]
        if board == sys.argv[2]:
            found += [*sizes(document, report["blocks"]), *worst_paths(document, report)]
        bad += len(found)
        print("\n".join(f"docs/fpga.md: {board}: {fault}" for fault in found) or f"{board}: {len(seeds)} seeds as docs/fpga.md says")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
