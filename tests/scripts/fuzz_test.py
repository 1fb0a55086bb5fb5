# SPDX-License-Identifier: Apache-2.0
"""scripts/fuzz with fuzz programs that are played: what it runs, what it says, how it ends."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

FUZZ = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/fuzz"

DONE = "#9000\tDONE   cov: 321 ft: 4000 corp: 45/6Kb lim: 256 exec/s: 900 rss: 90Mb"
FINDING = """for a; do case $a in -artifact_prefix=*) place=${a#*=} ;; esac; done
echo "CAUSE"; echo "Test unit written to ${place}KIND-1234"; exit CODE"""


def finding(cause, kind, code):
    return FINDING.replace("CAUSE", cause).replace("KIND", kind).replace("CODE", str(code))


PLAYED = {
    "good": f'echo "{DONE}"',
    "wrong": finding("PROPERTY: a move is legal", "crash", 77),
    "crashing": finding("==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1", "crash", 1),
    "hanging": finding("==1== ERROR: libFuzzer: timeout after 11 seconds", "timeout", 70),
    "leaking": finding("==1==ERROR: LeakSanitizer: detected memory leaks", "leak", 77),
    "planted_hang": finding("==1== ERROR: libFuzzer: timeout after 11 seconds", "timeout", 70),
    "planted_leak": f'echo "{DONE}"',
    "broken": "echo nothing works; exit 1",
    "curious": 'ls "$HOME"/*; for a; do echo "$a" >>"$HOME/arguments"; done',
}


class Fuzz(unittest.TestCase):
    def run_fuzz(self, targets, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "scripts").mkdir()
        shutil.copy(FUZZ, self.root / "scripts/fuzz")
        (self.root / "scripts/build").write_text('#!/bin/bash\necho "$@" >>"$HOME/built"\n')
        (self.root / "scripts/build").chmod(0o755)
        (self.root / "build/fuzz/bin").mkdir(parents=True)
        (self.root / "build/fuzz/fuzz-targets.txt").write_text("".join(f"{name} 1 64\n" for name in targets))
        for name in targets:
            program = self.root / f"build/fuzz/bin/fuzz_{name}"
            program.write_text("#!/bin/bash\n" + PLAYED[name])
            program.chmod(0o755)
            kept = self.root / f"tests/fuzz/corpus/{name}"
            kept.mkdir(parents=True)
            (kept / "one").write_text("x")
        return subprocess.run([sys.executable, self.root / "scripts/fuzz", *arguments], cwd=self.root, capture_output=True,
                              text=True, env={"PATH": "/usr/bin:/bin", "HOME": str(self.root)}, timeout=30)

    def test_a_clean_run(self):
        run = self.run_fuzz(["good"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"good +[\d,]+ +321 +45 +1 +\d+  ok\n")
        self.assertTrue(run.stdout.endswith("fuzz: 1 targets, 0 findings\n"), run.stdout)
        self.assertEqual((self.root / "built").read_text(), "fuzz --tests fuzz\n")

    def test_findings_say_how_to_see_them_again(self):
        run = self.run_fuzz(["good", "wrong", "crashing", "hanging", "leaking"])
        self.assertEqual(run.returncode, 1)
        for target, kind in (("wrong", "property"), ("crashing", "crash"), ("hanging", "hang"), ("leaking", "leak")):
            self.assertRegex(run.stdout, rf"\n{target} .* {kind}\n")
        self.assertIn("wrong: property: PROPERTY: a move is legal\n"
                      "  again:  build/fuzz/bin/fuzz_wrong build/fuzz/artifacts/wrong/crash-1234\n", run.stdout)
        self.assertIn("cp build/fuzz/artifacts/hanging/timeout-1234 tests/fuzz/corpus/hanging/", run.stdout)
        self.assertTrue(run.stdout.endswith("fuzz: 5 targets, 4 findings\n"), run.stdout)

    def test_a_program_that_does_not_start_is_a_finding(self):
        run = self.run_fuzz(["broken"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("broken: no cause given (exit status 1); all of it in build/fuzz/fuzz-logs/broken.log", run.stdout)

    def test_kept_inputs_are_only_read(self):
        run = self.run_fuzz(["curious"], "--seconds", "7")
        self.assertEqual(run.returncode, 0, run.stdout)
        arguments = (self.root / "arguments").read_text().splitlines()
        self.assertIn("-max_total_time=7", arguments)
        self.assertIn("-max_len=64", arguments)
        # libFuzzer writes into the first folder alone.
        self.assertEqual(arguments[-2:], [str(self.root / "build/fuzz/corpus/curious"), str(self.root / "tests/fuzz/corpus/curious")])

    def test_planted_faults_must_be_found(self):
        self.assertEqual(self.run_fuzz(["good", "planted_hang"], "--planted").returncode, 0)
        run = self.run_fuzz(["planted_hang", "planted_leak"], "--planted")
        self.assertEqual(run.returncode, 1)
        self.assertTrue(run.stdout.endswith("fuzz: 1 of 2 planted faults found out, missed planted_leak\n"), run.stdout)
        self.assertNotIn("planted", self.run_fuzz(["good", "planted_hang"]).stdout)

    def test_an_unknown_target(self):
        run = self.run_fuzz(["good"], "bad")
        self.assertEqual(run.returncode, 2)
        self.assertIn("there is no target bad; the targets are good", run.stderr)


if __name__ == "__main__":
    unittest.main()
