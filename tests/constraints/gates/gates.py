#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates the netlists of two boards beside the RTL of the first, then the first netlist with faults planted in its LUTs (gates.cpp).

gates.py BOARD OTHER FPGA OUT COMPILER LIBRARY... [--faults N] [--seen N] [--seed N] [--again OPTIONS] [--icarus CLOCKS]
    FPGA: where scripts/bitstream left the boards; OUT: a folder to work in; the compiler with its flags, and what gates.cpp is linked
    with. The boards differ in chip and PLL, which the models leave alone, so the pins of both must be the same. --again: in the place of the first netlist the RTL once more, verilated with
    these options. --icarus: the first netlist also in Icarus Verilog, for so many clocks of 48 MHz.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

from lut_faults import draw_faults
from models import CELLS, HERE, model, program, rtl, run


def plant(module, count, seed):
    """Makes `count` LUTs of a netlist switchable; what is wrong with each, in words."""
    done = []
    for number, (name, table, other, words) in enumerate(draw_faults(module, count, seed), 1):
        module["cells"][name].update(type="MUTANT_LUT4", parameters={"LUT_INIT": f"{table:016b}", "OTHER": f"{other:016b}", "NUMBER": f"{number:016b}"})
        done.append(f"fault {number}, {name} {words}")
    return done


def netlist(board, fpga, out, faults, seed):
    """(the netlist as Verilog, what was planted in it)."""
    made = json.loads((fpga / board / "work/netlist.json").read_text())
    planted = plant(made["modules"][board], faults, seed)
    (out / f"{board}.json").write_text(json.dumps(made))
    run("yosys", "-q", "-p", f"read_json {out / board}.json; splitnets; write_verilog -noattr {out / board}.v")
    return out / f"{board}.v", planted


def icarus(board, verilog, out):
    """The netlist before what was recorded; its cells without the vendor's primitives that primitives.v has."""
    cells = re.sub(r"^module (SB_IO|SB_GB|SB_PLL40_CORE|SB_PLL40_PAD)\b.*?^endmodule", "", CELLS.read_text(), flags=re.MULTILINE | re.DOTALL)
    (out / "cells.v").write_text(cells)
    run("iverilog", "-g2012", f"-DBOARD={board}", "-DNETLIST", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-s", "replay", "-o", out / "replay", HERE / "replay.v", HERE / "pins.sv", HERE / "primitives.v",
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
    parser.add_argument("--seen", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", metavar="OPTIONS")
    parser.add_argument("--icarus", type=int, default=0, metavar="CLOCKS")
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    # More than are planted: one may change what no state of the board ever looks up.
    first, drawn = netlist(options.board, options.fpga, out, 2 * options.faults, options.seed)
    (out / "drawn").write_text("".join(f"{fault}\n" for fault in drawn))
    second, _ = netlist(options.other, options.fpga, out, 0, 0)
    beside = [*options.again.split(), *rtl(options.board)] if options.again else ["-DNETLIST", first, "-v", CELLS]
    models = [model(out, options.board, "Vboard", *rtl(options.board)), model(out, options.board, "Vgates", *beside),
              model(out, options.other, "Vother", "-DNETLIST", second, "-v", CELLS)]
    gates = program(out, "gates", ["gates.cpp", "bench.cpp", "stimulus.cpp"], models, options.compiler.split(), options.libraries)
    if subprocess.run([gates, out / "drawn", str(options.faults), str(options.seen), str(options.icarus), out / "record"]).returncode:
        return 1
    return icarus(options.board, first, out) if options.icarus else 0


if __name__ == "__main__":
    sys.exit(main())
