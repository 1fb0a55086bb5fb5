#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates the netlist of a board beside its RTL (gates.cpp).

gates.py NETLIST.json OUT COMPILER LIBRARY...   what scripts/bitstream left, a folder to work in, the compiler with its flags, and
                                                what gates.cpp is linked with
"""
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BOARD = "up5k_smoke"


def run(*command, cwd=ROOT):
    made = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    if made.returncode:
        print(f"{command[0]} failed:\n{(made.stdout + made.stderr)[-2000:]}", file=sys.stderr)
        sys.exit(1)
    return made.stdout


def model(out, prefix, *sources):
    """Verilates a board; class `prefix`, its library. Flops without a value from power-up begin at 0, as they do on the chip."""
    run("verilator", "--cc", "--build", "-O3", "--x-assign", "0", "--x-initial", "0", "--no-timing", "-Wno-fatal", "-Wno-lint", "-Wno-TIMESCALEMOD",
        "-Wno-UNOPTFLAT", "-CFLAGS", "-O2 -w", "-j", "2", "--top-module", "pins", "--prefix", prefix, "--Mdir", out / prefix,
        HERE / "pins.sv", HERE / "primitives.v", *sources)
    return out / prefix / f"{prefix}__ALL.a"


def main():
    netlist, out, compiler, libraries = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3].split(), sys.argv[4:]
    out.mkdir(parents=True, exist_ok=True)
    run("yosys", "-q", "-p", f"read_json {netlist}; splitnets; write_verilog -noattr {out / 'netlist.v'}")
    cells = pathlib.Path(shutil.which("yosys")).resolve().parents[1] / "share/yosys/ice40/cells_sim.v"
    rtl = [p for folder in ("common", "scan", "usb") for p in sorted((ROOT / "rtl" / folder).glob("*.sv"))]
    rtl.sort(key=lambda p: not p.stem.endswith("_pkg"))
    tops = tomllib.loads((ROOT / "constraints/boards.toml").read_text())
    rtl += [p for p in sorted((ROOT / "rtl/board").glob("*.sv")) if p.stem == BOARD or p.stem not in tops]
    archives = [model(out, "Vboard", *rtl),
                # Ports of cells that are not connected have no default then, which Verilator does not know.
                model(out, "Vgates", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-DNETLIST", out / "netlist.v", "-v", cells)]
    root = run("verilator", "--getenv", "VERILATOR_ROOT").strip()
    program = out / "gates"
    run(*compiler, "-std=c++20", "-O2", "-w", f"-I{ROOT}", f"-I{out / 'Vboard'}", f"-I{out / 'Vgates'}", f"-I{root}/include", f"-I{root}/include/vltstd", HERE / "gates.cpp",
        *archives, *libraries, f"{root}/include/verilated.cpp", f"{root}/include/verilated_threads.cpp", "-lfmt", "-lpthread", "-o", program)
    return subprocess.run([program], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
