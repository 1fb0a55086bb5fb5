# SPDX-License-Identifier: Apache-2.0
"""scripts/nightly: its list, what it refuses, and that a part that fails is told and fails the whole."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

NIGHTLY = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/nightly"


def nightly(*arguments, path=None):
    return subprocess.run([sys.executable, NIGHTLY, *arguments], capture_output=True, text=True, timeout=50, env={**os.environ, **({"PATH": path} if path else {})})


class Nightly(unittest.TestCase):
    def test_the_list(self):
        result = nightly("--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], ["seeds", "faults", "shift", "o0", "icarus", "unique", "soak", "campaign"])

    def test_what_is_refused(self):
        result = nightly("--only", "seeds,nope")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no part 'nope'", result.stderr)
        self.assertEqual(nightly("--scale", "0").returncode, 2)

    def test_a_part_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            # Without yosys, bash or anything else: both parts fail, and the second is tried although the first failed.
            result = nightly("--only", "seeds,soak", "--out", folder, path=folder)
            self.assertEqual(result.returncode, 1, result.stderr)
            rows = [line.split()[:2] for line in result.stdout.splitlines()]
            self.assertEqual(rows, [["seeds", "FAILED"], ["soak", "FAILED"]])
            self.assertTrue((pathlib.Path(folder) / "seeds.log").exists())


if __name__ == "__main__":
    unittest.main()
