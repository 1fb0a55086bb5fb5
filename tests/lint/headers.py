# SPDX-License-Identifier: Apache-2.0
"""Every header compiles alone: what it needs, it includes."""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess

from tree import Finding

SYSTEMC = re.compile(r"#\s*include\s*<systemc")


def include_flags(tree, build):
    """-I and -isystem of all compile commands of the build: Verilated models and packages found by CMake."""
    # What adoube_test() defines for every test.
    flags = ["-I", str(tree.root), f'-DADOUBE_SOURCE_DIR="{tree.root}"']
    database = os.path.join(build, "compile_commands.json") if build else ""
    if os.path.exists(database):
        for entry in json.load(open(database)):
            words = shlex.split(entry["command"])
            for number, word in enumerate(words):
                pair = words[number:number + 2] if word in ("-I", "-isystem") else [word] if word.startswith("-I") else []
                if pair and pair[-1] not in flags:
                    flags += pair
    return flags


def alone(tree, build=None):
    """Compiles each header by itself, as the first and only include of a file, in the language of its target."""
    flags = include_flags(tree, build)

    def compiled(path):
        # Debian's SystemC library exports only its C++17 ABI symbol.
        standard = "-std=c++17" if SYSTEMC.search(tree.text(path)) else "-std=c++20"
        run = subprocess.run(["g++", standard, "-fsyntax-only", "-Wall", "-Wextra", "-x", "c++", *flags, "-"],
                             input=f'#include "{path}"\n', capture_output=True, text=True)
        if run.returncode == 0:
            return None
        first = next((l for l in run.stderr.splitlines() if "error" in l), run.stderr.strip()[:200])
        return Finding(path, 1, f"does not compile alone: {first}")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(compiled, tree.under("rules", "driver", "sim", "host", "tests", suffixes=(".hpp", ".h"))))


RULES = {"headers": alone}
