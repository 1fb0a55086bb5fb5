# SPDX-License-Identifier: Apache-2.0
"""adoube flash with stand-ins: programs named iceprog and openFPGALoader on PATH that check how they are called, and a libusb with
programmers on it. No board takes part.
usage: flash_test.py ADOUBE SOURCE_DIR FOLDER_OF_THE_PLANTED_LIBUSB"""
import json
import os
import pathlib
import sys
import tempfile
import tomllib
import unittest

from program import SOURCE, lines, run

PLANTED = sys.argv[3]
ICEBREAKER = "vendor=0x0403;id=0x6010;product=iCEBreaker V1.0e;serial=ibXYZ"
BREAKOUT = "vendor=0x0403;id=0x6010;product=Lattice FTUSB Interface Cable"
UPDUINO = "vendor=0x0403;id=0x6014;product=UPduino v3.1c"
UNNAMED = "vendor=0x0403;id=0x6010;product=Dual RS232-HS"
FOMU = "vendor=0x1209;id=0x5bf0;product=Fomu PVT running DFU Bootloader v1.9.1"
FABRICS = {"5k": (692, 336), "8k": (872, 272)}


def crc(data):
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def image(board, part, fabric, serial="CLUB-042"):
    """The least that is a bitstream of that chip."""
    width, height = FABRICS[fabric]
    body = b"\x62" + (width - 1).to_bytes(2, "big") + b"\x72" + height.to_bytes(2, "big") + b"\x11\x00\x01\x01" + bytes(width * height // 8 + 2) + b"\x22"
    return (b"\xff\x00" + f"adoube {board} {part} seed 1 serial {serial}".encode() + b"\0\0\xff\x7e\xaa\x99\x7e\x51\x00\x01\x05" + body +
            crc(body).to_bytes(2, "big") + b"\x01\x06\x00")


IMAGES = {"icebreaker": image("icebreaker", "up5k-sg48", "5k"), "upduino3": image("upduino3", "up5k-sg48", "5k"), "fomu": image("fomu", "up5k-uwg30", "5k"),
          "hx8k_breakout": image("hx8k_breakout", "hx8k-ct256", "8k"), "tinyfpga_bx": image("tinyfpga_bx", "lp8k-cm81", "8k")}


class Flash(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name).resolve()
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for board, content in IMAGES.items():
            (self.folder / f"{board}.bin").write_bytes(content)

    def stand_in(self, program, expected, status=0):
        """A program that wants just these arguments, notes that it ran, and ends as told."""
        wanted = " ".join(expected)
        script = f'#!/bin/sh\necho "words of {program}"\nif [ "$*" != "{wanted}" ]; then echo "called with: $*" >&2; exit 99; fi\necho ran >> {self.folder}/ran\nexit {status}\n'
        (self.bin / program).write_text(script)
        (self.bin / program).chmod(0o755)

    def ran(self):
        return (self.folder / "ran").exists()

    def flash(self, *arguments, devices=""):
        return run("flash", *arguments, cwd=self.folder, env={"PATH": str(self.bin), "LD_LIBRARY_PATH": PLANTED, "PLANTED_DEVICES": devices})

    def refused(self, code, *says, arguments, devices=""):
        result = self.flash(*arguments, devices=devices)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        for say in says:
            self.assertIn(say, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertFalse(self.ran())


class Boards(Flash):
    def test_the_table_is_that_of_the_constraints(self):
        tables = tomllib.loads((SOURCE / "constraints/boards.toml").read_text())
        known = {line["board"]: line["part"] for line in lines(run("flash", "--list", "--json"))}
        for board, facts in tables.items():
            if board != "up5k_smoke" and facts.get("placed", True):
                self.assertEqual(known.get(board), f"{facts['device']}-{facts['package']}", board)
        self.assertEqual([line.split()[0] for line in run("flash", "--list").stdout.splitlines()], list(known))

    def test_usage(self):
        self.refused(2, "a board is missing", arguments=[])
        self.refused(2, "no board 'nope'", "icebreaker, upduino3", arguments=["nope"])
        self.refused(2, "no board 'up5k_smoke'", arguments=["up5k_smoke"])
        self.refused(2, "'1-5'", "like 1:5", arguments=["icebreaker", "icebreaker.bin", "--at", "1-5"])
        self.refused(2, "-o", arguments=["icebreaker", "icebreaker.bin", "-o", "x.bin"])


class Images(Flash):
    def test_none(self):
        self.refused(10, "there is no image build/fpga/icebreaker/icebreaker.bin", "scripts/bitstream icebreaker", arguments=["icebreaker"])
        self.refused(10, "no image other.bin", arguments=["icebreaker", "other.bin"])

    def test_of_another_board(self):
        for other in ("upduino3", "fomu", "hx8k_breakout", "tinyfpga_bx"):
            self.refused(9, f"is an image for {other}", "not for icebreaker", "nothing was written", arguments=["icebreaker", f"{other}.bin"], devices=ICEBREAKER)

    def test_of_another_chip_under_the_right_name(self):
        (self.folder / "wrong.bin").write_bytes(image("icebreaker", "up5k-sg48", "8k"))
        self.refused(9, "8k fabric", arguments=["icebreaker", "wrong.bin"], devices=ICEBREAKER)
        (self.folder / "wrong.bin").write_bytes(image("icebreaker", "up5k-uwg30", "5k"))
        self.refused(9, "up5k-uwg30", arguments=["icebreaker", "wrong.bin"], devices=ICEBREAKER)

    def test_damaged(self):
        good = IMAGES["icebreaker"]
        (self.folder / "wrong.bin").write_bytes(good[:500] + bytes([good[500] ^ 4]) + good[501:])
        self.refused(9, "damaged", arguments=["icebreaker", "wrong.bin"], devices=ICEBREAKER)
        (self.folder / "wrong.bin").write_bytes(good[:5000])
        self.refused(9, "cut short", arguments=["icebreaker", "wrong.bin"], devices=ICEBREAKER)
        (self.folder / "wrong.bin").write_bytes(b"")
        self.refused(9, "wrong.bin", arguments=["icebreaker", "wrong.bin"], devices=ICEBREAKER)
        self.refused(9, "more than", arguments=["icebreaker", "/dev/zero"], devices=ICEBREAKER)

    def test_with_a_report_of_another(self):
        report = {"board": "icebreaker", "image": {"bytes": len(IMAGES["icebreaker"]), "serial": "CLUB-043"}}
        (self.folder / "icebreaker.json").write_text(json.dumps(report))
        self.refused(9, "speaks of another one", arguments=["icebreaker", "icebreaker.bin"], devices=ICEBREAKER)


class Programmers(Flash):
    def setUp(self):
        super().setUp()
        self.stand_in("iceprog", ["never"])

    def test_none(self):
        self.refused(3, "no programmer for iCEBreaker (0403:6010)", arguments=["icebreaker", "icebreaker.bin"])
        self.refused(3, "(0403:6010)", arguments=["icebreaker", "icebreaker.bin"], devices=UPDUINO)
        self.refused(3, "at 1:9", arguments=["icebreaker", "icebreaker.bin", "--at", "1:9"], devices=ICEBREAKER)

    def test_of_another_board(self):
        self.refused(7, "'Lattice FTUSB Interface Cable'", "is not iCEBreaker", "nothing was written", arguments=["icebreaker", "icebreaker.bin"], devices=BREAKOUT)
        self.refused(7, "is not iCE40-HX8K breakout", arguments=["hx8k_breakout", "hx8k_breakout.bin"], devices=ICEBREAKER)
        self.refused(7, "is not iCEBreaker", arguments=["icebreaker", "icebreaker.bin", "--at", "1:5"], devices=BREAKOUT)

    def test_without_a_name(self):
        self.refused(7, "any board may be", "--at 1:5", arguments=["icebreaker", "icebreaker.bin"], devices=UNNAMED)

    def test_several(self):
        self.refused(2, "several programmers", "1:5 and 1:6", "--at", arguments=["icebreaker", "icebreaker.bin"], devices=f"{ICEBREAKER}|{ICEBREAKER}")

    def test_that_may_not_be_opened(self):
        self.refused(4, "may not be opened", "udev", arguments=["icebreaker", "icebreaker.bin"], devices=ICEBREAKER + ";closed=1")


class Writing(Flash):
    def done(self, board, *arguments, devices, verified):
        result = self.flash(board, f"{board}.bin", "--json", *arguments, devices=devices)
        self.assertEqual(result.returncode, 0, result.stderr)
        (line,) = lines(result)
        self.assertLessEqual({"type": "flash", "board": board, "serial": "CLUB-042", "written": True, "verified": verified, "dry_run": False}.items(), line.items())
        self.assertTrue(self.ran())
        self.assertIn("words of", result.stderr)
        return line

    def path(self, board):
        return str(self.folder / f"{board}.bin")

    def test_iceprog(self):
        self.stand_in("iceprog", ["-d", "d:001/005", "--", self.path("icebreaker")])
        line = self.done("icebreaker", devices=ICEBREAKER, verified=True)
        self.assertEqual(line["programmer"], {"product": "iCEBreaker V1.0e", "serial": "ibXYZ", "bus": 1, "address": 5})
        said = self.flash("icebreaker", "icebreaker.bin", devices=ICEBREAKER).stdout
        self.assertIn("read back and equal", said)

    def test_the_others_of_iceprog(self):
        for board, device in (("upduino3", UPDUINO), ("hx8k_breakout", BREAKOUT)):
            self.stand_in("iceprog", ["-d", "d:001/005", "--", self.path(board)])
            self.done(board, devices=device, verified=True)

    def test_a_stranger_does_not_stand_in_the_way(self):
        self.stand_in("iceprog", ["-d", "d:001/006", "--", self.path("icebreaker")])
        self.done("icebreaker", devices=f"{BREAKOUT}|{ICEBREAKER}|{UNNAMED}", verified=True)

    def test_a_programmer_named_by_its_place(self):
        self.stand_in("iceprog", ["-d", "d:001/006", "--", self.path("icebreaker")])
        self.done("icebreaker", "--at", "1:6", devices=f"{ICEBREAKER}|{UNNAMED}", verified=True)

    def test_openfpgaloader(self):
        self.stand_in("openFPGALoader", ["-b", "fomu", self.path("fomu")])
        self.done("fomu", devices=FOMU, verified=False)
        self.stand_in("openFPGALoader", ["-b", "ice40_generic", "-c", "ft2232", "--busdev-num", "1:5", "-f", "--verify", self.path("icebreaker")])
        self.done("icebreaker", "--with", "openFPGALoader", devices=ICEBREAKER, verified=True)

    def test_a_program_that_does_not_know_the_board(self):
        self.refused(2, "iceprog does not know the programmer of Fomu; openFPGALoader does", arguments=["fomu", "fomu.bin", "--with", "iceprog"], devices=FOMU)

    def test_with_the_report_of_the_image(self):
        report = {"board": "icebreaker", "image": {"bytes": len(IMAGES["icebreaker"]), "serial": "CLUB-042"}}
        (self.folder / "icebreaker.json").write_text(json.dumps(report))
        self.stand_in("iceprog", ["-d", "d:001/005", "--", self.path("icebreaker")])
        self.done("icebreaker", devices=ICEBREAKER, verified=True)

    def test_dry_run(self):
        self.stand_in("iceprog", ["never"])
        result = self.flash("icebreaker", "icebreaker.bin", "--dry-run", devices=ICEBREAKER)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"would get the image with the serial CLUB-042: iceprog -d d:001/005 -- {self.path('icebreaker')}", result.stdout)
        (line,) = lines(self.flash("icebreaker", "icebreaker.bin", "--dry-run", "--json", devices=ICEBREAKER))
        self.assertEqual((line["written"], line["verified"], line["dry_run"]), (False, False, True))
        self.assertFalse(self.ran())
        self.refused(3, "no programmer", arguments=["icebreaker", "icebreaker.bin", "--dry-run"])


class Failing(Flash):
    def test_a_program_that_is_missing(self):
        for board, device, package in (("icebreaker", ICEBREAKER, "fpga-icestorm"), ("fomu", FOMU, "openfpgaloader")):
            self.refused(10, "is not installed: apt-get install " + package, arguments=[board, f"{board}.bin"], devices=device)

    def test_what_iceprog_says(self):
        for status, code, says in ((1, 10, "status 1"), (2, 6, "lost the programmer"), (3, 1, "does not hold what was written"), (99, 10, "status 99")):
            self.stand_in("iceprog", ["-d", "d:001/005", "--", str(self.folder / "icebreaker.bin")], status)
            result = self.flash("icebreaker", "icebreaker.bin", devices=ICEBREAKER)
            self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
            self.assertIn(says, result.stderr)

    def test_what_openfpgaloader_says(self):
        self.stand_in("openFPGALoader", ["-b", "fomu", str(self.folder / "fomu.bin")], 2)
        result = self.flash("fomu", "fomu.bin", devices=FOMU)
        self.assertEqual(result.returncode, 10)
        self.assertIn("openFPGALoader ended with status 2", result.stderr)

    def test_a_program_that_is_killed(self):
        self.stand_in("iceprog", ["-d", "d:001/005", "--", str(self.folder / "icebreaker.bin")], "0; kill -9 $$")
        (self.bin / "iceprog").write_text("#!/bin/sh\nkill -9 $$\n")
        self.assertEqual(self.flash("icebreaker", "icebreaker.bin", devices=ICEBREAKER).returncode, 10)


class TinyFpga(Flash):
    def test_the_image_is_written_and_the_program_named(self):
        (self.folder / "build/fpga/tinyfpga_bx").mkdir(parents=True)
        (self.folder / "tinyfpga_bx.bin").rename(self.folder / "build/fpga/tinyfpga_bx/tinyfpga_bx.bin")
        result = self.flash("tinyfpga_bx")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.folder / "tinyfpga_bx.bin").read_bytes(), IMAGES["tinyfpga_bx"])
        for say in ("Nothing was flashed", "tinyprog -p tinyfpga_bx.bin", "button", "CLUB-042"):
            self.assertIn(say, result.stdout)

    def test_it_goes_where_it_is_told(self):
        (line,) = lines(self.flash("tinyfpga_bx", "tinyfpga_bx.bin", "-o", "out.bin", "--json"))
        self.assertEqual((line["file"], line["command"], line["written"]), ("out.bin", "tinyprog -p out.bin", False))
        self.assertEqual((self.folder / "out.bin").read_bytes(), IMAGES["tinyfpga_bx"])
        self.flash("tinyfpga_bx", "tinyfpga_bx.bin", "-o", "other.bin", "--dry-run")
        self.assertFalse((self.folder / "other.bin").exists())
        self.refused(10, "cannot", arguments=["tinyfpga_bx", "tinyfpga_bx.bin", "-o", "no-such-folder/x.bin"])


if __name__ == "__main__":
    os.environ.pop("PLANTED_DEVICES", None)
    unittest.main(argv=sys.argv[:1], verbosity=2)
