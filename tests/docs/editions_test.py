#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/editions.md are what the program prints.

usage: editions_test.py ADOUBE [--write]

--write puts what it prints into the document.
"""
import pathlib
import subprocess
import sys

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/editions.md"
BEGIN, END = "<!-- adoube editions --markdown -->\n", "<!-- end -->\n"


def main():
    printed = subprocess.run([sys.argv[1], "editions", "--markdown"], capture_output=True, text=True, check=True).stdout
    text = DOCUMENT.read_text()
    head, rest = text.split(BEGIN)
    quoted, tail = rest.split(END)
    if "--write" in sys.argv:
        DOCUMENT.write_text(head + BEGIN + "\n" + printed + "\n" + END + tail)
        return 0
    if quoted.strip() == printed.strip() and printed.strip():
        print(f"{len(printed.splitlines())} lines of tables are what the program prints")
        return 0
    want, got = printed.strip().splitlines(), quoted.strip().splitlines()
    for i in range(max(len(want), len(got))):
        a, b = (want[i] if i < len(want) else "(nothing)"), (got[i] if i < len(got) else "(nothing)")
        if a != b:
            print(f"docs/editions.md, line {i + 1} of the tables: quoted\n  {b}\nbut it prints\n  {a}\n(tests/docs/editions_test.py --write)")
            break
    return 1


sys.exit(main())
