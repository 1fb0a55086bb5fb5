#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates the netlists of two boards beside the RTL of the first, then the first netlist with faults planted in its LUTs (gates.cpp).

gates.py BOARD OTHER FPGA OUT COMPILER LIBRARY... [--faults N] [--seed N] [--again OPTIONS] [--icarus CLOCKS]
    FPGA: where scripts/bitstream left the boards; OUT: a folder to work in; the compiler with its flags, and what gates.cpp is linked
    with. The boards differ in chip and PLL, which the models leave
    alone, so the pins of both must be the same: two boards with a matrix, or two with shift registers. --again: in the place of the first netlist the RTL once more, verilated with
    these options. --icarus: the first netlist also in Icarus Verilog, for so many clocks of 48 MHz.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

from lanes import leaps, source
from lut_faults import draw_faults
from models import CELLS, HERE, model, program, rtl, run
from no_effect import without_effect


def netlist(board, fpga, out):
    """(the module of a netlist, the same as Verilog beside leap.vh)."""
    module = json.loads((fpga / board / "work/netlist.json").read_text())["modules"][board]
    (out / board).mkdir(exist_ok=True)
    (out / board / "leap.vh").write_text(leaps(module))
    run("yosys", "-q", "-p", f"read_json {fpga / board / 'work/netlist.json'}; splitnets; write_verilog -noattr {out / board / 'netlist.v'}")
    return module, out / board / "netlist.v"


def icarus(board, verilog, out):
    """The netlist before what was recorded; its cells without the vendor's primitives that primitives.v has."""
    cells = re.sub(r"^module (SB_IO|SB_GB|SB_PLL40_CORE|SB_PLL40_PAD)\b.*?^endmodule", "", CELLS.read_text(), flags=re.MULTILINE | re.DOTALL)
    (out / "cells.v").write_text(cells)
    run("iverilog", "-g2012", f"-DBOARD={board}", f"-D{board.upper()}", "-DNETLIST", f"-I{verilog.parent}", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-s", "replay", "-o", out / "replay", HERE / "replay.v", HERE / "pins.sv", HERE / "primitives.v",
        out / "cells.v", verilog)
    said = run("vvp", out / "replay", f"+record={out / 'record'}").strip()
    print(f"Icarus Verilog: {said}")
    return 0 if said.endswith("clocks equal") else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board")
    parser.add_argument("other")
    parser.add_argument("fpga", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("compiler")
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", metavar="OPTIONS")
    parser.add_argument("--icarus", type=int, default=0, metavar="CLOCKS")
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    module, first = netlist(options.board, options.fpga, out)
    _, second = netlist(options.other, options.fpga, out)
    faults = draw_faults(module, options.faults, options.seed)
    (out / "drawn").write_text("".join(f"fault {number}, {name} {words}\n" for number, (name, _, _, words) in enumerate(faults, 1)))
    (out / "netlist.cpp").write_text(source(module, faults))
    beside = [*options.again.split(), *rtl(options.board)] if options.again else ["-DNETLIST", f"-I{first.parent}", first, "-v", CELLS]
    models = [model(out, options.board, "Vboard", *rtl(options.board)), model(out, options.board, "Vgates", *beside),
              model(out, options.other, "Vother", "-DNETLIST", f"-I{second.parent}", second, "-v", CELLS)]
    shift = ["-DSHIFT"] if "sense_i" not in module["ports"] else []
    gates = program(out, "gates", [HERE / name for name in ("gates.cpp", "bench.cpp", "raw_host.cpp", "stimulus.cpp", "lanes.cpp")] + [out / "netlist.cpp"], models,
                    [*options.compiler.split(), "-march=native", *shift], options.libraries)
    if subprocess.run([gates, out / "drawn", out / "unseen", str(options.icarus), out / "record"]).returncode:
        return 1
    unseen = [int(number) for number in (out / "unseen").read_text().split()]
    proved = [number for number in unseen if without_effect(module, faults[number - 1])]
    count, seen = len(faults) - len(proved), len(faults) - len(unseen)
    if faults:
        print(f"proved to be without effect: {', '.join(map(str, proved)) or 'none'}")
        print(f"{seen} of {count} planted faults seen, {len(proved)} more proved to be without effect")
    if 10 * seen < 9 * count:
        print("fewer than nine of ten", file=sys.stderr)
        return 1
    return icarus(options.board, first, out) if options.icarus else 0


if __name__ == "__main__":
    sys.exit(main())
