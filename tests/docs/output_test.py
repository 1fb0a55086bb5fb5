#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Output that a document quotes is what the program prints now.

usage: output_test.py ADOUBE

A quoted block stands behind a line `<!-- output adoube ARGUMENTS: first N lines -->` (or last N lines). Figures of the
computer (CPU seconds and ratio) and blanks at line ends are not compared.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUOTE = re.compile(r"<!-- output adoube ([^:\n]+): (first|last) (\d+) lines -->\n```\n(.*?)\n```", re.DOTALL)
HOST = re.compile(r"[\d.]+ s CPU, ratio [\d.]+")


def plain(lines):
    return [HOST.sub("(host)", line.rstrip()) for line in lines]


def main():
    outputs, faults, quotes = {}, [], 0
    for document in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        for arguments, end, count, block in QUOTE.findall(document.read_text()):
            quotes += 1
            if arguments not in outputs:
                result = subprocess.run([sys.argv[1], *arguments.split()], cwd=ROOT, capture_output=True, text=True, check=True,
                                        env={**os.environ, "LC_ALL": "C.UTF-8"})
                outputs[arguments] = plain(result.stdout.splitlines())
            real = outputs[arguments]
            real = real[: int(count)] if end == "first" else real[-int(count) :]
            quoted = plain(block.splitlines())
            for i in range(max(len(real), len(quoted))):
                want = real[i] if i < len(real) else "(nothing)"
                got = quoted[i] if i < len(quoted) else "(nothing)"
                if want != got:
                    faults.append(f"{document.name}, output of adoube {arguments}: quoted\n  {got}\nbut it prints\n  {want}")
                    break
    print("\n".join(faults) or f"{quotes} quoted outputs are what the program prints")
    return 1 if faults or quotes == 0 else 0


sys.exit(main())
