# SPDX-License-Identifier: Apache-2.0
"""Verilated boards, and programs made of them, for the tests of this folder."""
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CELLS = pathlib.Path(shutil.which("yosys") or "/usr/bin/yosys").resolve().parents[1] / "share/yosys/ice40/cells_sim.v"


def run(*command, env=None):
    made = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, env={**os.environ, **(env or {})})
    if made.returncode:
        print(f"{command[0]} failed:\n{(made.stdout + made.stderr)[-3000:]}", file=sys.stderr)
        sys.exit(1)
    return made.stdout


def model(out, board, prefix, *sources):
    """Verilates a board; class `prefix`, its library. Flops without a value from power-up begin at 0, as they do on the chip.
    Ports of cells that are not connected have no default: Verilator does not know that."""
    run("verilator", "--cc", "--build", "-O3", "--x-assign", "0", "--x-initial", "0", "--no-timing", "-Wno-fatal", "-Wno-lint", "-Wno-TIMESCALEMOD",
        "-Wno-UNOPTFLAT", "-CFLAGS", "-O1 -w", "-j", "2", f"-DBOARD={board}", f"-D{board.upper()}", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "--top-module", "pins", "--prefix", prefix,
        "--Mdir", out / prefix, HERE / "pins.sv", HERE / "primitives.v", *sources, env={"OBJCACHE": "ccache"} if shutil.which("ccache") else None)
    return out / prefix / f"{prefix}__ALL.a"


def rtl(board):
    """The sources of a board."""
    files = [p for folder in ("common", "scan", "usb") for p in sorted((ROOT / "rtl" / folder).glob("*.sv"))]
    files.sort(key=lambda p: not p.stem.endswith("_pkg"))
    tops = tomllib.loads((ROOT / "constraints/boards.toml").read_text())
    return files + [p for p in sorted((ROOT / "rtl/board").glob("*.sv")) if p.stem == board or p.stem not in tops]


def program(out, name, sources, models, compiler, libraries):
    """`libraries`: the bus, and a Verilated block of the build, for Verilator's own functions."""
    root = run("verilator", "--getenv", "VERILATOR_ROOT").strip()
    include = [f"-I{model.parent}" for model in models]
    run(*compiler, "-std=c++20", "-O2", "-w", f"-I{ROOT}", *include, f"-I{root}/include", f"-I{root}/include/vltstd", *sources,
        *models, *libraries, "-lfmt", "-lpthread", "-o", out / name)
    return out / name
