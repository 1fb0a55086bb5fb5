# SPDX-License-Identifier: Apache-2.0
"""Faults for the LUTs of a netlist (JSON of yosys): a table that is another one, by one bit, in all bits, or by an input without
effect. Bits that a constant input keeps from being looked at are left alone."""
import random


def entries(cell):
    """Indices of the table that the constants at the inputs let be looked at; for inputs on one net only those where they agree."""
    nets = [cell["connections"][f"I{i}"][0] for i in range(4)]
    return [n for n in range(16)
            if all(net not in ("0", "1", "x", "z") or (net == "1") == bool(n >> i & 1) for i, net in enumerate(nets))
            and all(nets[i] != nets[j] or (n >> i ^ n >> j) & 1 == 0 for i in range(4) for j in range(i))]


def other_table(table, live, draw):
    """(what was done, a table that differs in a live entry); None where this kind of fault changes nothing."""
    kind = draw.choice(["bit", "all", "input"])
    if kind == "bit":
        at = draw.choice(live)
        return f"bit {at} turned", table ^ 1 << at
    if kind == "all":
        return "inverted", table ^ 0xFFFF
    i, level = draw.randrange(4), draw.randrange(2)
    stuck = sum((table >> (n & ~(1 << i) | level << i) & 1) << n for n in range(16))
    return (f"I{i} taken for {level}", stuck) if any((table ^ stuck) >> n & 1 for n in live) else None


def draw_faults(module, count, seed):
    """[(cell, its table, another one, what was done)], each in a LUT of its own; fewer where there are not so many LUTs."""
    draw, found = random.Random(seed), []
    luts = sorted(name for name, cell in module["cells"].items() if cell["type"] == "SB_LUT4" and len(entries(cell)) > 1)
    draw.shuffle(luts)
    for name in luts:
        if len(found) == count:
            break
        table = int(module["cells"][name]["parameters"]["LUT_INIT"], 2)
        fault = None
        while fault is None:
            fault = other_table(table, entries(module["cells"][name]), draw)
        found.append((name, table, fault[1], fault[0]))
    return found
