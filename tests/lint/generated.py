# SPDX-License-Identifier: Apache-2.0
"""What scripts/generate writes is checked in as it writes it."""
import subprocess
import sys

from tree import Finding


def generated(tree):
    """The package of the RTL, the driver's header and the documents' tables agree with rtl/protocol.toml."""
    run = subprocess.run([sys.executable, str(tree.root / "scripts/generate"), "--check"], capture_output=True, text=True)
    if run.returncode:
        for line in run.stderr.strip().splitlines() or [f"exit code {run.returncode}"]:
            yield Finding("scripts/generate", 1, line)


RULES = {"generated": generated}
