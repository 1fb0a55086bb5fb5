# SPDX-License-Identifier: Apache-2.0
"""The faults that are planted in netlists: each changes what a LUT can put out, and only where it can be looked at."""
import unittest

from lut_faults import draw_faults, entries


def lut(table, *nets):
    return {"type": "SB_LUT4", "parameters": {"LUT_INIT": f"{table:016b}"}, "connections": {f"I{i}": [net] for i, net in enumerate(nets)}}


class Entries(unittest.TestCase):
    def test_constants_and_shared_nets(self):
        self.assertEqual(entries(lut(0, 2, 3, 4, 5)), list(range(16)))
        self.assertEqual(entries(lut(0, 2, 3, "0", "1")), [8, 9, 10, 11])
        self.assertEqual(entries(lut(0, 2, 2, "0", "0")), [0, 3])
        self.assertEqual(entries(lut(0, "x", "0", "0", "0")), [0])


class Faults(unittest.TestCase):
    MODULE = {"cells": {**{f"lut{n}": lut(0x8000 >> n % 16 | n, n, n + 1, n % 2 and n + 2 or "0", n % 3 and n + 3 or "1") for n in range(2, 90)},
                        "constant": lut(1, "0", "0", "0", "0"), "flop": {"type": "SB_DFF", "parameters": {}, "connections": {}}}}

    def test_each_changes_a_live_entry(self):
        found = draw_faults(self.MODULE, 60, 1)
        self.assertEqual(len({cell for cell, *_ in found}), 60)
        for cell, table, other, words in found:
            changed = {n for n in range(16) if (table ^ other) >> n & 1}
            self.assertTrue(changed & set(entries(self.MODULE["cells"][cell])), (cell, words))
            if words.startswith("bit"):
                self.assertEqual(changed, {int(words.split()[1])})
        self.assertEqual({words.split()[-1] for *_, words in found}, {"turned", "inverted", "0", "1"})

    def test_the_seed_decides(self):
        self.assertEqual(draw_faults(self.MODULE, 10, 3), draw_faults(self.MODULE, 10, 3))
        self.assertNotEqual(draw_faults(self.MODULE, 10, 3), draw_faults(self.MODULE, 10, 4))

    def test_no_more_than_there_are(self):
        self.assertEqual(len(draw_faults(self.MODULE, 1000, 1)), 88)


if __name__ == "__main__":
    unittest.main()
