# SPDX-License-Identifier: Apache-2.0
"""Every header compiles alone: what it needs, it includes. One that a file of the build includes before anything else has been
compiled alone there already, by the same compiler with more warnings; the others are compiled here."""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess

from tree import Finding

FIRST = re.compile(r"^[ \t]*#[ \t]*(.*)$", re.MULTILINE)
SYSTEMC = re.compile(r"#\s*include\s*<systemc")


def compile_commands(build):
    """File and words of every compile command of the build; none where there is no build."""
    database = os.path.join(build, "compile_commands.json") if build else ""
    if not os.path.exists(database):
        return []
    return [(entry["file"], shlex.split(entry["command"])) for entry in json.load(open(database))]


def include_flags(tree, commands):
    """-I and -isystem of all compile commands: Verilated models and packages found by CMake."""
    # What adoube_test() defines for every test.
    flags = ["-I", str(tree.root), f'-DADOUBE_SOURCE_DIR="{tree.root}"']
    for _, words in commands:
        for number, word in enumerate(words):
            pair = words[number:number + 2] if word in ("-I", "-isystem") else [word] if word.startswith("-I") else []
            if pair and pair[-1] not in flags:
                flags += pair
    return flags


def compiled_first(tree, commands):
    """Headers that a file of the build includes before any other directive."""
    found, own = set(), set(tree.files)
    for file, words in commands:
        path = os.path.relpath(file, tree.root)
        if path not in own or "-include" in words:
            continue
        first = FIRST.search(tree.code(path))
        include = first and re.fullmatch(r'include\s*"([^"]+)"\s*', first[1])
        if include:
            found.add(include[1])
    return found


def alone(tree, build=None):
    """Compiles each header by itself, as the first and only include of a file, in the language of its target."""
    commands = compile_commands(build)
    flags = include_flags(tree, commands)
    proved = compiled_first(tree, commands)

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
        headers = tree.under("rules", "driver", "sim", "host", "tests", suffixes=(".hpp", ".h"))
        yield from filter(None, pool.map(compiled, (header for header in headers if header not in proved)))


RULES = {"headers": alone}
