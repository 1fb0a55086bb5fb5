# SPDX-License-Identifier: Apache-2.0
"""scripts/bitstream: what it refuses, what it leaves behind where a tool fails, and that a second run gives the same bytes.
usage: bitstream_test.py FOLDER    where the bitstream of the smoke top was made (build/<preset>/fpga)"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
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


class SameBytes(Folder):
    def test_a_second_run_from_nothing(self):
        result = bitstream(BOARD, "--out", self.folder, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        for kind in ("bin", "json", "html"):
            self.assertEqual((self.folder / BOARD / f"{BOARD}.{kind}").read_bytes(), (MADE / BOARD / f"{BOARD}.{kind}").read_bytes(), kind)
        made, image = json.loads(result.stdout), (self.folder / BOARD / f"{BOARD}.bin").read_bytes()
        self.assertEqual(made, json.loads((self.folder / BOARD / f"{BOARD}.json").read_text()))
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
