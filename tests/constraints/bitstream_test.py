# SPDX-License-Identifier: Apache-2.0
"""scripts/bitstream: what it refuses, what it leaves behind where a tool fails or somebody stops it, faults planted in a board's
constraints, and that a second run gives the same bytes.
usage: bitstream_test.py FOLDER    where the bitstream of the smoke top was made (build/<preset>/fpga)"""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "constraints"))
import page  # noqa: E402

MADE = pathlib.Path(sys.argv[1])
BOARD = "up5k_smoke"
TOOLS = ("yosys", "nextpnr-ice40", "icepack")


def bitstream(*arguments, path=None):
    return subprocess.run([sys.executable, ROOT / "scripts/bitstream", *map(str, arguments)], capture_output=True, text=True, timeout=500,
                          env={**os.environ, **({"PATH": str(path)} if path else {})})


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


class Folder(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.folder = pathlib.Path(self.holder.name)

    def tools(self, *names, **scripts):
        """A PATH with these tools as they are, and others as shell scripts."""
        place = self.folder / "bin"
        place.mkdir()
        for name in names:
            (place / name).symlink_to(shutil.which(name))
        for name, script in scripts.items():
            tool = place / name.replace("_", "-")
            tool.write_text("#!/bin/sh\n" + script)
            tool.chmod(0o755)
        return place


class Refusals(Folder):
    def refused(self, code, *says, arguments, path=None):
        result = bitstream(*arguments, path=path)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        for say in says:
            self.assertIn(say, result.stderr)
        self.assertNotIn("Traceback", result.stderr)

    def test_boards(self):
        self.refused(2, "no board 'nope'", BOARD, arguments=["nope"])
        self.refused(2, "a board is missing", BOARD, arguments=[])

    def test_numbers(self):
        for bad in ("0", "-1", "x", "1.5"):
            self.refused(2, "--seed", arguments=[BOARD, f"--seed={bad}"])
            self.refused(2, "--seeds", arguments=[BOARD, f"--seeds={bad}"])

    def test_serials(self):
        for bad, why in (("TOO-LONG-042", "give 8"), ("SHORT", "give 8"), ("ŠACH-001", "\\u0160"), ("CLUB 042", "' '")):
            self.refused(2, why, arguments=[BOARD, "--serial", bad, "--out", self.folder])
        self.assertEqual(files(self.folder), [])

    def test_tools_that_are_missing(self):
        for missing, package in zip(TOOLS, ("yosys", "nextpnr-ice40", "fpga-icestorm")):
            with self.subTest(missing):
                path = self.tools(*[tool for tool in TOOLS if tool != missing])
                self.refused(1, f"{missing} is not installed: apt-get install {package}", arguments=[BOARD, "--out", self.folder / "out"], path=path)
                shutil.rmtree(path)
        self.assertEqual(files(self.folder), [])


class Failures(Folder):
    """A tool that writes half a file and fails: its words are told, and no file is left but logs."""

    def fails(self, tool, script, **others):
        path = self.tools("sed", **{tool: script}, **others)
        result = bitstream(BOARD, "--out", self.folder / "out", path=path)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertNotIn("Traceback", result.stderr)
        return result.stderr, [f for f in files(self.folder / "out") if not f.endswith(".log")]

    def test_synthesis(self):
        said, left = self.fails("yosys", 'for w in $2; do case $w in */.*netlist.json*) echo half > "${w%;}";; esac; done; echo "ERROR: no such wire"; exit 1', nextpnr_ice40="", icepack="")
        self.assertIn("yosys failed", said)
        self.assertIn("no such wire", said)
        self.assertEqual(left, [])

    def test_synthesis_that_writes_nothing(self):
        said, left = self.fails("yosys", "exit 0", nextpnr_ice40="", icepack="")
        self.assertIn("No such file", said)
        self.assertEqual(left, [])


    def test_somebody_stops_it(self):
        path = self.tools("sed", yosys='if [ "$1" = -V ]; then echo Yosys; else echo $$ > "$STARTED"; exec /bin/sleep 100; fi', nextpnr_ice40="", icepack="")
        started = self.folder / "started"
        run = subprocess.Popen([sys.executable, ROOT / "scripts/bitstream", BOARD, "--out", str(self.folder / "out")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "PATH": str(path), "STARTED": str(started)}, start_new_session=True)
        for _ in range(1_000):
            if started.exists():
                break
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does: the tool too
        said = run.communicate(timeout=50)
        self.assertEqual((run.returncode, *said), (130, "", "scripts/bitstream: interrupted; what was finished is kept\n"))
        self.assertEqual([f for f in files(self.folder / "out") if not f.endswith(".log")], [])


class PlantedFaults(Folder):
    """A copy of the sources with a fault in the constraints, and the netlist that was made already."""

    def planted(self, file, old, new):
        for part in ("scripts", "constraints", "rtl"):
            shutil.copytree(ROOT / part, self.folder / part)
        shutil.copytree(MADE / BOARD / "work", self.folder / "out" / BOARD / "work")
        path = self.folder / "constraints" / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))
        result = subprocess.run([sys.executable, self.folder / "scripts/bitstream", BOARD, "--out", self.folder / "out"], capture_output=True, text=True, timeout=500)
        self.assertNotIn("Traceback", result.stderr)
        self.assertIn("synthesis: as before", result.stderr)
        return result.returncode, result.stderr

    def test_nothing_planted(self):
        self.assertEqual(self.planted("boards.toml", "block_rams = 12", "block_rams = 12")[0], 0)

    def test_a_pin_that_is_not_there(self):
        code, said = self.planted(f"{BOARD}.pcf", "set_io sense_i[3] 21", "set_io sense_i[3] 99")
        self.assertEqual(code, 1)
        self.assertRegex(said, "package does not have a pin named .?99")

    def test_a_pin_that_is_taken(self):
        code, said = self.planted(f"{BOARD}.pcf", "set_io sense_i[3] 21", "set_io sense_i[3] 23")
        self.assertEqual(code, 1)
        self.assertIn("nextpnr-ice40 failed", said)

    def test_a_port_without_a_pin(self):
        code, said = self.planted(f"{BOARD}.pcf", "set_io sense_i[3] 21\n", "")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"sense_i\[3\].* unconstrained")

    def test_a_frequency_for_a_net_of_another_name(self):
        # From the oscillator's nextpnr would work out what comes out of the PLL.
        code, said = self.planted(f"{BOARD}.pcf", "set_frequency osc_i 12\nset_frequency clk48 48\n", "set_frequency oscillator 12\nset_frequency clock48 48\n")
        self.assertEqual(code, 1)
        self.assertIn("clk48 was held against 12.00 MHz, not 48 MHz", said)

    def test_a_path_between_the_clocks_above_its_limit(self):
        code, said = self.planted("boards.toml", "crossing_ns = 20.8", "crossing_ns = 10.0")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"NOT MET: seed 1: the worst path clk12 -> clk48 takes [\d.]+ ns, more than 4.0 ns")

    def test_a_size_above_its_limit(self):
        code, said = self.planted("boards.toml", "cells = 2300", "cells = 2000")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"NOT MET: seed 1: 2\d\d\d of 5280 logic cells used, more than 2000")


class SameBytes(Folder):
    def test_a_second_run_from_nothing(self):
        result = bitstream(BOARD, "--out", self.folder, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        made, image = json.loads(result.stdout), (self.folder / BOARD / f"{BOARD}.bin").read_bytes()
        self.assertEqual(made, json.loads((self.folder / BOARD / f"{BOARD}.json").read_text()))
        self.assertEqual(image, (MADE / BOARD / f"{BOARD}.bin").read_bytes())
        other = json.loads((MADE / BOARD / f"{BOARD}.json").read_text())  # of more seeds
        self.assertEqual(made["seeds"], other["seeds"][:1])
        self.assertEqual({**made, "seeds": [], "spread": {}}, {**other, "seeds": [], "spread": {}})
        self.assertEqual((self.folder / BOARD / f"{BOARD}.html").read_text(), page.html(made))
        self.assertEqual((made["image"]["bytes"], made["image"]["crc32"], made["image"]["sha256"]),
                         (len(image), f"{zlib.crc32(image):08x}", hashlib.sha256(image).hexdigest()))
        self.assertIn(b"adoube up5k_smoke up5k-sg48 seed 1 serial SIM-0001\0", image[:100])
        self.assertEqual([f for f in files(self.folder) if "/." in f], [])

        # Another serial: no step again, another image, and back.
        other = bitstream(BOARD, "--out", self.folder, "--serial", "CLUB-042")
        self.assertEqual(other.returncode, 0, other.stderr)
        self.assertEqual(other.stderr.count("as before"), 2, other.stderr)
        patched = (self.folder / BOARD / f"{BOARD}.bin").read_bytes()
        self.assertIn(b"serial CLUB-042\0", patched[:100])
        self.assertNotEqual(patched[100:], image[100:])
        bitstream(BOARD, "--out", self.folder, "--serial", "SIM-0001")
        self.assertEqual((self.folder / BOARD / f"{BOARD}.bin").read_bytes(), image)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
