# SPDX-License-Identifier: Apache-2.0
"""adoube info and list before devices that are boards and others that are not, by a libusb that has them.
usage: info_test.py ADOUBE SOURCE_DIR FOLDER_OF_THE_PLANTED_LIBUSB"""
import sys
import unittest

from program import lines, run

PLANTED = sys.argv[3]


def meet(devices, *args):
    return run(*args, env={"LD_LIBRARY_PATH": PLANTED, "PLANTED_DEVICES": devices})


class Info(unittest.TestCase):
    def refused(self, code, devices, *says, args=("info",)):
        """One sentence that says what is wrong and what to do, in text and in JSON."""
        result = meet(devices, *args)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        for text in says:
            self.assertIn(text, result.stderr)
        (error,) = lines(meet(devices, *args, "--json"))
        self.assertEqual((error["type"], error["exit"]), ("error", code))

    def test_a_board_says_who_it_is(self):
        (info,) = lines(meet("serial=B-7", "info", "--json"))
        self.assertLessEqual({"type": "info", "serial": "B-7", "product": "Adoube board", "manufacturer": "Adoube", "vendor_id": 0x1209,
                              "product_id": 1, "release": 1, "speed": "full", "bus": 1, "address": 5, "protocol": 1,
                              "build_id": 126}.items(), info.items())
        self.assertEqual(info["registers"]["scan_period"], 126)
        text = meet("serial=B-7", "info").stdout.splitlines()
        self.assertEqual(text[0], "B-7  Adoube board (Adoube), 1209:0001, full speed, bus 1 address 5")
        self.assertEqual(text[1].strip(), "release 0.01, protocol 1, build 126")

    def test_another_protocol(self):
        self.refused(7, "protocol=2", "speaks protocol 2, this program 1", "flash the board")
        self.refused(7, "protocol=2", "flash the board", args=("events",))

    def test_another_magic_number(self):
        self.refused(7, "magic=0x12345678", "0x12345678", "not an Adoube board", "by its serial")
        self.refused(7, "refuses=1", "not an Adoube board", "refused", "by its serial")

    def test_another_product_under_the_same_numbers(self):
        for args in (("info",), ("events",), ("info", "--device", "PLANTED-1")):
            self.refused(7, "product=Lamp", "1209:0001", "'Lamp'", "not an Adoube board", "unplug it", args=args)
        self.refused(3, "product=Lamp", "no board OTHER", args=("info", "--device", "OTHER"))
        # It does not stand in the way of a board, and a list says what it is.
        for devices in ("product=Lamp|serial=B-7", "serial=B-7|product=Lamp"):
            (info,) = lines(meet(devices, "info", "--json"))
            self.assertEqual(info["serial"], "B-7")
        lamp, board = lines(meet("product=Lamp|serial=B-7", "list", "--json"))
        self.assertIn("not an Adoube board", lamp["problem"])
        self.assertNotIn("problem", board)

    def test_another_speed(self):
        self.refused(7, "speed=3", "high speed", "flash the board")
        self.refused(7, "speed=1", "low speed")

    def test_a_board_that_cannot_be_had(self):
        """It is closed before libusb is ended: the planted one insists."""
        self.refused(5, "busy=1", "another program holds the board")
        self.refused(7, "mute=1", "no interrupt IN endpoint")

    def test_several_boards(self):
        self.refused(2, "serial=A|serial=B", "several boards (A, B)")
        (info,) = lines(meet("serial=A|serial=B", "info", "--device", "B", "--json"))
        self.assertEqual(info["serial"], "B")

    def test_no_board(self):
        self.refused(3, "", "no Adoube board")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
