# SPDX-License-Identifier: Apache-2.0
"""Serial numbers in routed designs: only the serial changes, and only where it fits."""
import pathlib
import random
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "constraints"))
import descriptor_rom as rom  # noqa: E402

PACKAGE = (ROOT / "rtl/common/adoube_pkg.sv").read_text()


def ram(content, place):
    return [f".ram_data {place}", *rom.lines_of(content), ""]


def design(*contents):
    return "\n".join([".comment from a test", ".device 5k", *(line for n, c in enumerate(contents) for line in ram(c, f"6 {n}")), ".sym 1 clk"])


class Layout(unittest.TestCase):
    def test_every_bit_has_its_place(self):
        draw = random.Random(1)
        for content in (draw.randbytes(512), bytes(512), bytes([255]) * 512):
            self.assertEqual(rom.bytes_of(rom.lines_of(content)), content)

    def test_the_places_are_those_of_the_netlist(self):
        """Byte 0x12 at address 0 and 0x01 at 1, as Yosys 0.23 lays them out: seen in a routed design."""
        content = bytes([0x12, 0x01, 0x10, 0x02]).ljust(512, b"\0")
        self.assertEqual(rom.lines_of(content)[0][-8:], "02040106")


class Serial(unittest.TestCase):
    def setUp(self):
        self.rom, self.offset, self.length = rom.table(PACKAGE)
        other = random.Random(2).randbytes(512)
        self.asc = design(bytes(512), self.rom, other)

    def test_it_is_read_and_replaced(self):
        self.assertEqual(rom.serial_of(self.asc, PACKAGE), "SIM-0001")
        patched = rom.with_serial(self.asc, PACKAGE, "CLUB-042")
        self.assertEqual(rom.serial_of(patched, PACKAGE), "CLUB-042")
        again = rom.with_serial(patched, PACKAGE, "SIM-0001")
        self.assertEqual(again, self.asc)

    def test_nothing_else_changes(self):
        patched = rom.with_serial(self.asc, PACKAGE, "Z.z_9-00")
        _, content = rom.find(patched, self.rom, self.offset, self.length)
        self.assertEqual(content[:self.offset + 2], self.rom[:self.offset + 2])
        self.assertEqual(content[self.offset + 2:self.offset + self.length].decode("utf-16-le"), "Z.z_9-00")
        self.assertEqual(content[self.offset + self.length:], self.rom[self.offset + self.length:])
        changed = [a for a, b in zip(self.asc.split("\n"), patched.split("\n")) if a != b]
        self.assertEqual(len(changed), (self.offset + self.length - 1) // 32 - self.offset // 32 + (self.offset % 32 == 0))

    def refused(self, text, *says):
        with self.assertRaises(rom.Wrong) as raised:
            rom.with_serial(self.asc, PACKAGE, text)
        for say in says:
            self.assertIn(say, str(raised.exception))

    def test_what_does_not_fit(self):
        self.refused("CLUB-0042", "9 characters", "give 8")
        self.refused("A", "1 characters", "give 8")
        self.refused("", "0 characters")
        self.refused("CLUB 042", "' '")
        self.refused("ŠACH-001", "\\u0160")
        self.refused("CLUB\n042", "\\n")
        self.refused("CLUB\u0661\u06612", "\\u0661")

    def test_a_design_of_other_sources(self):
        self.asc = design(bytes(512), self.rom[:299] + bytes([self.rom[299] ^ 1]) + self.rom[300:])
        self.refused("CLUB-042", "0 block RAMs", "other sources")
        self.asc = design(self.rom, self.rom)
        self.refused("CLUB-042", "2 block RAMs")


if __name__ == "__main__":
    unittest.main()
