# SPDX-License-Identifier: Apache-2.0
"""How much of a chip a board's design takes, from its netlist alone: for chips that nothing here can place."""

# What a cell of an ECP5 takes (Lattice FPGA-TN-02204: a slice has two LUT4 and two flops; two bits of a carry chain take a slice,
# sixteen words of four bits two slices and a third one for their writing), and what it is called.
KINDS = {"LUT4": ("luts", 1), "CCU2C": ("luts", 2), "TRELLIS_DPR16X4": ("luts", 6), "TRELLIS_FF": ("flops", 1), "DP16KD": ("block_rams", 1)}
NAMES = {"luts": "LUT4", "flops": "flops", "block_rams": "block RAMs"}
WHY = "there is no place and route for an ECP5 in Debian, so there is no bitstream and nothing is known of its speed; the cells above are counted behind synthesis"


def counted(netlist, board):
    """{"luts", "flops", "block_rams"} that a netlist takes, and {cell: how many}."""
    kinds = [cell["type"] for cell in netlist["modules"][board]["cells"].values()]
    taken = dict.fromkeys(NAMES, 0)
    for kind in kinds:
        name, each = KINDS.get(kind, (None, 0))
        if name:
            taken[name] += each
    return taken, {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def faults(taken, facts):
    """Everything that is not as the board's facts want it, in words."""
    return [f"no {name} at all" if not taken[kind] else f"{taken[kind]:,} {name}, more than {facts[kind]:,}"
            for kind, name in NAMES.items() if not 0 < taken[kind] <= facts[kind]]


def describe(netlist, board, facts):
    taken, kinds = counted(netlist, board)
    return {"v": 1, "type": "cells", "board": board, "about": facts["about"], "device": facts["device"], "package": facts["package"],
            "limits": {kind: facts[kind] for kind in NAMES}, "taken": taken, "kinds": kinds, "faults": faults(taken, facts)}


def text(report):
    """The counts for a terminal."""
    return [f"{report['board']} ({report['device']}-{report['package']}): {report['about']}", "",
            *(f"{name:<10} {report['taken'][kind]:>6,}, at most {report['limits'][kind]:,}" for kind, name in NAMES.items()), "",
            "cells: " + ", ".join(f"{many:,} {kind}" for kind, many in report["kinds"].items())]
