# SPDX-License-Identifier: Apache-2.0
"""The program under test, as its users run it. A test is started as: TEST.py ADOUBE SOURCE_DIR [test name ...]"""
import json
import os
import pathlib
import subprocess
import sys

ADOUBE = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
GAMES = SOURCE / "tests/games"


def run(*args, stdin=None, timeout=120, env=None, cwd=None):
    return subprocess.run([ADOUBE, *map(str, args)], input=stdin, capture_output=True, text=True, timeout=timeout, cwd=cwd,
                          env={**os.environ, **(env or {})})


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]
