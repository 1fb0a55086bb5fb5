# SPDX-License-Identifier: Apache-2.0
"""Formulas of LUTs that say what their tables say, and proofs that a fault is without effect where no state can reach it, only there."""
import itertools
import random
import unittest

from lanes import Netlist, shape
from no_effect import without_effect


class Formulas(unittest.TestCase):
    def test_each_says_its_table(self):
        draw = random.Random(1)
        for table in [0, 0xFFFF, 0x8000, 0x6996, 0xCA53, *(draw.randrange(1 << 16) for _ in range(500))]:
            formula, operators = shape(table, ("a", "b", "c", "d"))
            for d, c, b, a in itertools.product((0, 1), repeat=4):
                said = eval(formula, {}, {"a": a, "b": b, "c": c, "d": d, "none": 0, "every": 1}) & 1
                self.assertEqual(said, table >> (a | b << 1 | c << 2 | d << 3) & 1, (hex(table), formula))
            self.assertLessEqual(operators, 14)

    def test_constants_and_nets_that_stand_twice(self):
        net = Netlist({"cells": {}, "ports": {}}, [])
        self.assertEqual(net.formula(0x8000, [7, 1, 7, 1]), "n[7]")
        self.assertEqual(net.formula(0x8000, [7, 0, 7, 1]), "none")


def lut(table, output, *inputs):
    return {"type": "SB_LUT4", "parameters": {"LUT_INIT": f"{table:016b}"}, "connections": {**{f"I{i}": [net] for i, net in enumerate((*inputs, "0", "0"))}, "O": [output]}}


def flop(kind, d, q, **pins):
    return {"type": f"SB_DFF{kind}", "parameters": {}, "connections": {"C": [2], "D": [d], "Q": [q], **{pin: [net] for pin, net in pins.items()}}}


class Proofs(unittest.TestCase):
    # From power-up on net 11 is never 1: it only keeps what it is. Net 10 turns each clock. Net 13 of both is a pin.
    MODULE = {"ports": {"pin": {"direction": "output", "bits": [13]}, "in": {"direction": "input", "bits": [14]}}, "cells": {
        "turn": lut(0b0001, 20, 10, "0"), "keep": lut(0b1000, 21, 10, 11), "show": lut(0b1000, 22, 10, 11), "ask": lut(0b0110, 23, 10, 14),
        "one": flop("", 20, 10), "two": flop("", 21, 11), "three": flop("", 22, 13), "four": flop("E", 23, 15, E=11)}}

    def without(self, name, other):
        return without_effect(self.MODULE, (name, int(self.MODULE["cells"][name]["parameters"]["LUT_INIT"], 2), other, ""))

    def test_what_no_state_reaches(self):
        self.assertTrue(self.without("show", 0b0000))
        self.assertFalse(self.without("show", 0b1010))
        self.assertFalse(self.without("show", 0b1001))
        self.assertFalse(self.without("turn", 0b0011))

    def test_what_stands_before_a_flop_that_never_takes_it(self):
        self.assertTrue(self.without("ask", 0b1001))

    def test_an_input_may_be_anything(self):
        module = {**self.MODULE, "cells": {**self.MODULE["cells"], "four": flop("", 23, 15)}}
        self.assertFalse(without_effect(module, ("ask", 0b0110, 0b0111, "")))


if __name__ == "__main__":
    unittest.main()
