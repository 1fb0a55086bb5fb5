# SPDX-License-Identifier: Apache-2.0
"""What every text file keeps to: licence line, no paths of somebody's machine, no interrupt sent by the clock."""
import re

from tree import Finding, lines

LICENSED = (".cpp", ".hpp", ".h", ".c", ".sv", ".svh", ".v", ".vlt", ".py", ".toml", ".cmake", ".pcf", ".lpf", ".ys", "CMakeLists.txt")
SPDX = "SPDX-License-Identifier: Apache-2.0"
# Directories that exist on the machine where something was written, and nowhere else.
MACHINE_PATH = re.compile(r"(?<![\w.$}/])/(?:work|tmp|root|home|Users|mnt)/[\w.-]+")
INTERRUPT = re.compile(r"\.(?:send_signal|terminate)\(|\bos\.kill\(")
WAITS_FOR_THE_PROGRAM = "tests/host/cli/program.py"
BINARY = (".png", ".bin", ".pcap", ".gz", ".zst")


def is_source(tree, path):
    if path.endswith(LICENSED):
        return True
    return path.startswith(("scripts/", ".ci/")) and tree.text(path).startswith("#!")


def licence(tree):
    """Each source says its licence in the first three lines."""
    for path in tree.files:
        if is_source(tree, path) and SPDX not in "\n".join(tree.text(path).splitlines()[:3]):
            yield Finding(path, 1, f"no line '{SPDX}' at the top")


def machine_paths(tree):
    """No path of a machine: tests ask the system for a temporary directory."""
    for path in tree.files:
        if not path.endswith(BINARY):
            for line, match in lines(tree.text(path), MACHINE_PATH):
                yield Finding(path, line, f"{match[0]}: path of a machine")


def interrupts(tree):
    """No test of the program sends a signal after some time: on a busy machine the program does not catch it yet."""
    for path in tree.under("tests/host", suffixes=(".py",)):
        if path != WAITS_FOR_THE_PROGRAM:
            for line, match in lines(tree.text(path), INTERRUPT):
                yield Finding(path, line, f"{match[0]}): interrupt() in {WAITS_FOR_THE_PROGRAM} waits until the program catches the signal")


RULES = {"licence": licence, "machine-paths": machine_paths, "interrupts": interrupts}
