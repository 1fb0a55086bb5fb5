#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A serial set behind routing, read from the board that the packed bitstream makes: the image is unpacked (iceunpack), turned into
Verilog (icebox_vlog), simulated and enumerated (serial.cpp).

serial.py BOARD FPGA OUT COMPILER LIBRARY...    as gates.py
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

from models import CELLS, HERE, ROOT, model, program, run

SERIAL = "Z.z_9-07"


def board_of(verilog):
    """What icebox_vlog wrote, as a board of pins.sv; None where it does not drive the bus by two pads."""
    # Ports are declared a second time among the wires.
    nets = re.compile(r"\bn\d+\b|\bopen_\d+\b|\\\S+")
    verilog = re.sub(r"^wire (.*);$", lambda m: "".join(f"wire {net} ; " for net in nets.findall(m[1])), verilog, flags=re.MULTILINE)
    # So is a port that a flop drives by itself, among the flops.
    for port in re.findall(r"output (usb_\w+)", verilog):
        if f" {port} = 0" in verilog:
            verilog = re.sub(rf"(?<=[ ,]) ?{port} = 0(, |(?=;))", "", verilog).replace(f"output {port}", f"output reg {port} = 0", 1)
    # The way from a pad to its PLL is none of the fabric's.
    verilog = re.sub(r"\.PACKAGEPIN\(n\d+\)", ".PACKAGEPIN(osc_i)", verilog)
    # The pads of the bus become what they drive.
    verilog, pads = re.subn(r"^assign (usb_d[pn]_io) = (n\d+) \? (n\d+) : 1'bz;", r"wire \1_drives = \2; wire \1_level = \3;", verilog, flags=re.MULTILINE)
    return verilog if pads == 2 else None


def main():
    board, fpga, out = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    compiler, libraries = sys.argv[4].split(), sys.argv[5:]
    (out / board).mkdir(parents=True, exist_ok=True)
    shutil.copytree(fpga / board / "work", out / board / "work", dirs_exist_ok=True)  # what was routed; the board's image stays as it is
    run(sys.executable, ROOT / "scripts/bitstream", board, "--serial", SERIAL, "--out", out)
    facts = tomllib.loads((ROOT / "constraints/boards.toml").read_text())[board]
    run("iceunpack", out / board / f"{board}.bin", out / "image.asc")
    verilog = board_of(run("icebox_vlog", "-s", "-c", "-d", facts["package"], "-n", board, "-p", ROOT / f"constraints/{board}.pcf", out / "image.asc"))
    if verilog is None:
        print("the bitstream does not drive the bus by two pads, or icebox_vlog writes them otherwise", file=sys.stderr)
        return 1
    (out / "image.v").write_text(verilog)
    chip = model(out, board, "Vchip", "-DBITSTREAM", out / "image.v", "-v", CELLS)
    serial = program(out, "serial", [HERE / name for name in ("serial.cpp", "bench.cpp")], [chip], compiler, libraries)
    return subprocess.run([serial, SERIAL]).returncode


if __name__ == "__main__":
    sys.exit(main())
