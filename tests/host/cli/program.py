# SPDX-License-Identifier: Apache-2.0
"""The program under test, as its users run it. A test is started as: TEST.py ADOUBE SOURCE_DIR [test name ...]"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

ADOUBE = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
GAMES = SOURCE / "tests/games"


def run(*args, stdin=None, timeout=120, env=None, cwd=None):
    return subprocess.run([ADOUBE, *map(str, args)], input=stdin, capture_output=True, text=True, timeout=timeout, cwd=cwd,
                          env={**os.environ, **(env or {})})


def interrupt(process, number=signal.SIGINT):
    """Sends the signal once the program catches it, which a busy machine lets it come to late: before that it only dies of it."""
    def catches():
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))  # proc(5): a mask, signal 1 is bit 0
        return int(caught, 16) >> (number - 1) & 1

    while process.poll() is None and not catches():
        time.sleep(0.001)
    process.send_signal(number)


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]
