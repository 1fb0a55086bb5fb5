#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The RTL of a board from random power-ups (unique.cpp). unique.py BOARD OUT SEEDS COMPILER LIBRARY..."""
import pathlib
import subprocess
import sys

from models import HERE, model, program, rtl


def main():
    board, out, seeds, compiler, libraries = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4].split(), sys.argv[5:]
    out.mkdir(parents=True, exist_ok=True)
    board_model = model(out, board, "Vunique", "--x-assign", "unique", "--x-initial", "unique", *rtl(board))
    unique = program(out, "unique", [HERE / name for name in ("unique.cpp", "bench.cpp", "raw_host.cpp", "stimulus.cpp")], [board_model], compiler, libraries)
    return subprocess.run([unique, seeds]).returncode


if __name__ == "__main__":
    sys.exit(main())
