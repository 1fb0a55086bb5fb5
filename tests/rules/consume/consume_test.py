#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example in adoube/rules.hpp, built as a foreign project against the installed library, does what it says.

usage: consume_test.py CMAKE BUILD_DIR SOURCE_DIR COMPILER FLAGS
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

CMAKE, BUILD, SOURCE, COMPILER, FLAGS = sys.argv[1:6]
HEADER = pathlib.Path(SOURCE, "rules/include/adoube/rules.hpp")
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(foreign LANGUAGES CXX)
find_package(adoube 0.1 REQUIRED)
add_executable(tour main.cpp)
target_link_libraries(tour PRIVATE adoube::rules)
"""
EXPECTED = """Qd7+ Qe7+ Kf6 Kf8 Kg6 Kg8
obligation by 4.3.1: e8d7 e8e7
"""


def call(*command, **options):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=250, **options)
    if result.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def check(program):
    out = call(program)
    moves, *rest = out.splitlines()
    wanted, *wanted_rest = EXPECTED.splitlines()
    if sorted(moves.split()) != sorted(wanted.split()) or rest != wanted_rest:
        sys.exit(f"{program} printed\n{out}instead of\n{EXPECTED}")


def main():
    example = re.search(r"^/// ```\n(.*?)^/// ```$", HEADER.read_text(), re.DOTALL | re.MULTILINE)[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        call(CMAKE, "--install", BUILD, "--component", "rules", "--prefix", folder / "installed")
        # Where it was built and installed must not matter.
        (folder / "installed").rename(folder / "moved")
        (folder / "main.cpp").write_text("".join(line[4:] or "\n" for line in example.splitlines(keepends=True)))
        (folder / "CMakeLists.txt").write_text(PROJECT)
        for path in (folder / "moved").rglob("*"):
            if path.suffix in (".cmake", ".pc", ".hpp") and (SOURCE in path.read_text() or BUILD in path.read_text()):
                sys.exit(f"{path.relative_to(folder)} names the folder it was built in")
        call(CMAKE, "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder / 'moved'}",
             f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_CXX_FLAGS={FLAGS} -Wall -Wextra -Werror")
        call(CMAKE, "--build", folder / "build")
        check(folder / "build/tour")
        if shutil.which("pkg-config"):
            pc = next((folder / "moved").rglob("adoube-rules.pc"))
            flags = call("pkg-config", "--cflags", "--libs", "adoube-rules", env={**os.environ, "PKG_CONFIG_PATH": str(pc.parent)})
            call(COMPILER, "-std=c++20", *shlex.split(FLAGS), folder / "main.cpp", *shlex.split(flags), "-o", folder / "by-pkg-config")
            check(folder / "by-pkg-config")
    print("the tour of adoube/rules.hpp builds and runs against the installed library")


main()
