# SPDX-License-Identifier: Apache-2.0
"""scripts/test-report on the logs of a played ctest run."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REPORT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/test-report"

OUTPUT = """1/2 Test #1: position .........   Passed    0.50 sec
2/2 Test #2: blitz ............   Passed   90.00 sec

100% tests passed, 0 tests failed out of 2

Label Time Summary:
cosim-short    =  90.00 sec*proc (1 test)
unit           =   0.50 sec*proc (1 test)

Total Test time (real) =  90.52 sec
"""
OWN_LOG = """1/2 Testing: position
Output:
SKIP: no stockfish
a line that mentions SKIP: is none
2/2 Testing: blitz
SKIP: ADOUBE_SHARED is not there
"""


class Report(unittest.TestCase):
    def report(self, output):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            build = root / "build/release"
            (build / "Testing/Temporary").mkdir(parents=True)
            (build / "ctest.log").write_text(output)
            (build / "Testing/Temporary/LastTest.log").write_text(OWN_LOG)
            (root / "scripts").mkdir()
            shutil.copy(REPORT, root / "scripts/test-report")
            return subprocess.run([sys.executable, root / "scripts/test-report", "release"], capture_output=True, text=True)

    def test_minutes_skips_and_summary(self):
        run = self.report(OUTPUT)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"cosim-short +1\.50 min +1 tests")
        self.assertIn("release: 2 skips\n  position: no stockfish\n  blitz: ADOUBE_SHARED is not there\n", run.stdout)
        self.assertTrue(run.stdout.endswith("100% tests passed, 0 tests failed out of 2\nTotal Test time (real) =  90.52 sec\n"))

    def test_failed_tests_are_named_again(self):
        failed = OUTPUT.replace("100% tests passed, 0", "50% tests passed, 1") + "\nThe following tests FAILED:\n\t  2 - blitz (Timeout)\n"
        run = self.report(failed + "Errors while running CTest\n")
        self.assertTrue(run.stdout.endswith("The following tests FAILED:\n\t  2 - blitz (Timeout)\n"), run.stdout)

    def test_a_run_that_did_not_finish(self):
        run = self.report("1/2 Test #1: position .........   Passed    0.50 sec\n")
        self.assertEqual(run.returncode, 1)
        self.assertIn("ctest did not finish", run.stdout)


if __name__ == "__main__":
    unittest.main()
