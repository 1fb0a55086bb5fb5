# SPDX-License-Identifier: Apache-2.0
"""The checks of the placed design, each against a report in which that one thing is wrong."""
import copy
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "constraints"))
import report  # noqa: E402

FACTS = {"clocks_mhz": {"clk48": 48, "clk12": 12}, "crossing_ns": 20.8, "clk12_late_ns": 6.0, "cells": 2600, "block_rams": 12}
GOOD = {
    "fmax": {"clk48": {"achieved": 72.5, "constraint": 48.0008}, "clk12_$glb_clk": {"achieved": 31.0, "constraint": 12.0}},
    "utilization": {"ICESTORM_LC": {"used": 2100, "available": 5280}, "ICESTORM_RAM": {"used": 8, "available": 30}},
    "critical_paths": [
        {"from": "posedge clk48", "to": "posedge clk48", "path": [{"delay": 13.0}]},
        {"from": "posedge clk12_$glb_clk", "to": "posedge clk48", "path": [{"delay": 5.0}, {"delay": 6.0}]},
        {"from": "posedge clk48", "to": "posedge clk12_$glb_clk", "path": [{"delay": 15.0}]},
        {"from": "<async>", "to": "posedge clk48", "path": [{"delay": 99.0}]},
    ],
}


class Faults(unittest.TestCase):
    def found(self, damage):
        placed = copy.deepcopy(GOOD)
        damage(placed)
        return report.faults(placed, FACTS)

    def one_fault(self, damage, words):
        found = self.found(damage)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_nothing_wrong(self):
        self.assertEqual(self.found(lambda p: None), [])

    def test_constraint_of_the_other_clock(self):
        self.one_fault(lambda p: p["fmax"]["clk48"].update(constraint=12.0), "held against 12.00 MHz, not 48")

    def test_no_constraint_given(self):
        self.one_fault(lambda p: p["fmax"]["clk12_$glb_clk"].update(constraint=50.0), "not 12 MHz")

    def test_too_slow(self):
        self.one_fault(lambda p: p["fmax"]["clk48"].update(achieved=47.9), "reaches 47.90 MHz, less than 15 % above 48")

    def test_too_little_margin(self):
        for clock, need in (("clk48", 48), ("clk12_$glb_clk", 12)):
            self.one_fault(lambda p: p["fmax"][clock].update(achieved=need * 1.14), "less than 15 %")
            self.assertEqual(self.found(lambda p: p["fmax"][clock].update(achieved=need * 1.16)), [])

    def test_clock_not_there(self):
        self.one_fault(lambda p: p["fmax"].pop("clk48"), "clk48 is not in the report")

    def test_clock_nobody_knows(self):
        self.one_fault(lambda p: p["fmax"].update(other={"achieved": 90, "constraint": 12}), "does not know")

    def test_late_crossing(self):
        self.one_fault(lambda p: p["critical_paths"][1]["path"].append({"delay": 4.0}), "clk12 -> clk48 takes 15.0 ns, more than 14.8")

    def test_late_crossing_the_other_way(self):
        self.one_fault(lambda p: p["critical_paths"][2]["path"].append({"delay": 6.0}), "clk48 -> clk12 takes 21.0 ns, more than 20.8")

    def test_too_many_cells(self):
        self.one_fault(lambda p: p["utilization"]["ICESTORM_LC"].update(used=2601), "2601 of 5280 logic cells used, more than 2600")
        self.assertEqual(self.found(lambda p: p["utilization"]["ICESTORM_LC"].update(used=2600)), [])

    def test_too_many_block_rams(self):
        self.one_fault(lambda p: p["utilization"]["ICESTORM_RAM"].update(used=13), "13 block RAMs used, more than 12")
        self.assertEqual(self.found(lambda p: p["utilization"]["ICESTORM_RAM"].update(used=12)), [])


def logic(flop, carry):
    return {"type": "ICESTORM_LC", "parameters": {"DFF_ENABLE": str(flop), "CARRY_ENABLE": str(carry)}}


class Blocks(unittest.TestCase):
    def test_cells_count_in_their_instance_and_above(self):
        cells = {
            "u_board.u_device.u_scan.u_filter.run_q_SB_DFF_Q_DFFLC": logic(1, 0),
            "u_board.u_device.u_scan.u_filter.run_q_SB_DFF_Q_D_SB_LUT4_O_LC": logic(0, 1),
            "u_board.u_device.u_scan.tick_q_SB_DFFE_Q_DFFLC": logic(1, 1),
            "u_board.u_device.u_usb.u_rx.memory.0.0_RAM": {"type": "ICESTORM_RAM"},
            "u_board.u_device.u_usb.memory.0.0_RAM": {"type": "ICESTORM_RAM"},
            "u_board.u_device.offer_SB_DFF_Q_DFFLC": logic(1, 0),
            "u_board.divider_q_SB_DFF_Q_DFFLC": logic(1, 0),
            "$nextpnr_ICESTORM_LC_7": logic(0, 0),
            "usb_dp_io": {"type": "SB_IO"},
        }
        modules = {
            "top": {"cells": {"u_board": {"type": "board"}, "u_pad": {"type": "SB_IO"}}},
            "board": {"cells": {"u_device": {"type": "device"}}},
            "device": {"cells": {"u_scan": {"type": "scan"}, "u_usb": {"type": "usb"}}},
            "scan": {"cells": {"u_filter": {"type": "filter"}}},
            "usb": {"cells": {"u_rx": {"type": "rx"}}},
            "filter": {"cells": {}}, "rx": {"cells": {}},
        }
        known = report.instances(modules, "top")
        inside = {f"u_board.u_device.{block}" for block in ("u_scan", "u_scan.u_filter", "u_usb", "u_usb.u_rx")}
        self.assertEqual(known, {"u_board", "u_board.u_device"} | inside)
        rows = [list(row.values()) for row in report.blocks({"cells": cells}, known)]
        self.assertEqual(rows, [
            ["(cut)", 1, 1, 0, 0], ["(top)", 1, 0, 0, 0], ["u_board", 1, 1, 0, 0], ["u_scan", 3, 2, 2, 0], ["u_scan.u_filter", 2, 1, 1, 0],
            ["u_usb", 0, 0, 0, 2], ["u_usb.u_rx", 0, 0, 0, 1], ["all", 6, 4, 2, 2],
        ])


class WorstPaths(unittest.TestCase):
    MODULE = {
        "cells": {"u_board.u_device.u_usb.check.good_q_SB_LUT4_I1_LC": {"type": "ICESTORM_LC", "connections": {"O": [7]}},
                  "u_board.u_device.u_scan.u_fifo.head_q_SB_DFFE_Q_2_DFFLC": {"type": "ICESTORM_LC", "connections": {"O": [8]}},
                  "u_board.u_device.u_usb.x_SB_LUT4_O_LC": {"type": "ICESTORM_LC", "connections": {"O": [9]}}},
        "netnames": {"u_board.u_device.u_usb.front_good": {"bits": [7]}, "u_board.u_device.u_usb.check.match_q": {"bits": [7]}, "u_board.u_device.u_usb.check.good_q_SB_LUT4_I1_O": {"bits": [7]},
                     "u_board.u_device.u_scan.u_fifo.head_q": {"bits": [3, 4, 8]}, "u_board.u_device.u_usb.x_SB_LUT4_O_I3": {"bits": [9]}},
    }
    PATH = {"from": "posedge clk48", "to": "posedge clk48", "path": [
        {"type": "clk-to-q", "delay": 1.5, "from": {"cell": "u_board.u_device.u_scan.u_fifo.head_q_SB_DFFE_Q_2_DFFLC"}, "to": {"cell": "u_board.u_device.u_scan.u_fifo.head_q_SB_DFFE_Q_2_DFFLC"}},
        {"type": "routing", "delay": 3.0, "from": {"cell": "u_board.u_device.u_scan.u_fifo.head_q_SB_DFFE_Q_2_DFFLC"}, "to": {"cell": "u_board.u_device.u_usb.x_SB_LUT4_O_LC"}},
        {"type": "logic", "delay": 1.0, "from": {"cell": "u_board.u_device.u_usb.x_SB_LUT4_O_LC"}, "to": {"cell": "u_board.u_device.u_usb.x_SB_LUT4_O_LC"}},
        {"type": "routing", "delay": 2.0, "from": {"cell": "u_board.u_device.u_usb.x_SB_LUT4_O_LC"}, "to": {"cell": "u_board.u_device.u_usb.check.good_q_SB_LUT4_I1_LC"}},
        {"type": "setup", "delay": 0.5, "from": {"cell": "u_board.u_device.u_usb.check.good_q_SB_LUT4_I1_LC"}, "to": {"cell": "u_board.u_device.u_usb.check.good_q_SB_LUT4_I1_LC"}}]}

    def test_they_are_told_in_words(self):
        names = report.Names(self.MODULE, {"u_board.u_device.u_usb", "u_board.u_device.u_usb.check", "u_board.u_device.u_scan", "u_board.u_device.u_scan.u_fifo"})
        between = {**self.PATH, "to": "posedge clk12"}
        (path,) = report.worst_paths({"critical_paths": [self.PATH, between]}, names)
        self.assertEqual(report.path_in_words(path), "clk48: 8.0 ns from head_q[2] in u_scan.u_fifo through 1 level to match_q in u_usb.check; "
                                                     "3.0 ns in logic, 5.0 ns on the way")


class Spread(unittest.TestCase):
    def test_least_and_greatest(self):
        seeds = [{"clocks": {"clk48": {"mhz": mhz, "need_mhz": 48}}} for mhz in (60.5, 58.0, 64.0)]
        self.assertEqual(report.spread(seeds), {"clk48": {"least_mhz": 58.0, "greatest_mhz": 64.0, "need_mhz": 48}})


if __name__ == "__main__":
    unittest.main()
