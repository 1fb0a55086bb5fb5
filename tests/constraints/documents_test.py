# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/fpga.md against the reports of the boards in them: cells and block RAMs exactly, clocks and the paths between
them within what it says of its seeds.

documents_test.py FOLDER BOARD...    where the bitstreams were made (build/<preset>/fpga); the first is the one beside other cores
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def numbers(cell):
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", cell)]


def faults(row, seed):
    """What a row of the table says that a report does not."""
    _, cells, block_rams, clk48, clk12, from12, from48 = (cell.strip() for cell in row.strip().strip("|").split("|"))
    crossings = {crossing["from"]: crossing["ns"] for crossing in seed["crossings"]}
    for name, cell, value in (("logic cells", cells, seed["cells"]), ("block RAMs", block_rams, seed["block_rams"])):
        if numbers(cell)[0] != value:
            yield f"{name}: '{cell}', but {value:,}"
    for name, cell, value in (("clk48", clk48, seed["clocks"]["clk48"]["mhz"]), ("clk12", clk12, seed["clocks"]["clk12"]["mhz"]),
                              ("clk12 to clk48", from12, crossings["clk12"]), ("clk48 to clk12", from48, crossings["clk48"])):
        least, greatest = numbers(cell)[0], numbers(cell)[-1]
        if not least - 0.05 <= value <= greatest + 0.05:
            yield f"{name}: '{cell}', but {value}"


def sizes(document, blocks):
    """What the rows of our own blocks beside other cores say that a report does not."""
    for name, block in (("u_usb alone", "u_usb"), ("whole", "all")):
        row = re.search(rf"^\| Adoube, {name} \|.*\| ([^|]*) \|$", document, re.MULTILINE)[1]
        (made,) = [b for b in blocks if b["block"] == block]
        wanted = f"{made['cells']:,} logic cells ({made['FF']} use their flop), {made['EBR']} block RAM"
        if not row.startswith(wanted):
            yield f"Adoube, {name}: '{row}', but {wanted}"


def main():
    document = (ROOT / "docs/fpga.md").read_text()
    bad = 0
    for board in sys.argv[2:]:
        row = re.search(rf"^\| {board}, .*$", document, re.MULTILINE)
        report = json.loads((pathlib.Path(sys.argv[1]) / board / f"{board}.json").read_text())
        seeds = report["seeds"]
        found = [f"seed {seed['seed']}: {fault}" for seed in seeds for fault in faults(row[0], seed)] if row else ["no row in the table"]
        if board == sys.argv[2]:
            found += sizes(document, report["blocks"])
        bad += len(found)
        print("\n".join(f"docs/fpga.md: {board}: {fault}" for fault in found) or f"{board}: {len(seeds)} seed(s) as docs/fpga.md says")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
