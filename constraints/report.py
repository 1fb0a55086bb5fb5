# SPDX-License-Identifier: Apache-2.0
"""Reads nextpnr's report and the netlist: what was reached, what was asked, which block takes how many cells."""
import collections
import re

# nextpnr keeps a period in whole picoseconds, so 48 MHz comes back as 48.0008.
CONSTRAINT_TOLERANCE = 0.001
TOP, ALL = "(top)", "all"
DEPTH = 2  # blocks are shown down to this depth of the hierarchy


def base(clock):
    """The name of a clock net without what promotion to a global buffer adds."""
    return re.sub(r"(_\$glb_clk|\$\w+)$", "", clock)


def crossing(path):
    """(from clock, to clock, ns) of a critical path; None as a clock where it starts or ends at a pin."""
    ends = [None if end == "<async>" else base(end.split()[-1]) for end in (path["from"], path["to"])]
    return ends[0], ends[1], sum(step["delay"] for step in path["path"])


def crossings(placed):
    """Worst paths between two different clocks."""
    return [c for c in map(crossing, placed["critical_paths"]) if None not in c[:2] and c[0] != c[1]]


def crossing_limit(source, facts):
    return facts["crossing_ns"] - (facts["clk12_late_ns"] if source == "clk12" else 0)


def fill(placed):
    """(used, there) of the chip's logic cells."""
    cells = placed["utilization"]["ICESTORM_LC"]
    return cells["used"], cells["available"]


def faults(placed, facts):
    """Everything that is not as the board's facts want it, in words."""
    found = []
    clocks = {base(name): figures for name, figures in placed["fmax"].items()}
    for name, need in facts["clocks_mhz"].items():
        if name not in clocks:
            found.append(f"clock {name} is not in the report (renamed, or optimised away)")
            continue
        asked, reached = clocks[name]["constraint"], clocks[name]["achieved"]
        if abs(asked - need) > need * CONSTRAINT_TOLERANCE:
            found.append(f"clock {name} was held against {asked:.2f} MHz, not {need} MHz")
        if reached < need:
            found.append(f"clock {name} reaches {reached:.2f} MHz of {need} MHz")
    found += [f"there is a clock {name} that constraints/boards.toml does not know" for name in clocks if name not in facts["clocks_mhz"]]
    for source, target, delay in crossings(placed):
        limit = crossing_limit(source, facts)
        if delay > limit:
            found.append(f"the worst path {source} -> {target} takes {delay:.1f} ns, more than {limit:.1f} ns")
    used, there = fill(placed)
    if used > facts["cells"]:
        found.append(f"{used} of {there} logic cells used, more than {facts['cells']}")
    if (rams := placed["utilization"]["ICESTORM_RAM"]["used"]) > facts["block_rams"]:
        found.append(f"{rams} block RAMs used, more than {facts['block_rams']}")
    return found


def figures(placed, facts):
    """Lines: Fmax of each clock, paths between clocks, cells of the chip."""
    out = []
    for name, value in sorted(placed["fmax"].items()):
        need = facts["clocks_mhz"].get(base(name), 0)
        margin = f", margin {100 * (value['achieved'] / need - 1):.0f} %" if need else ""
        out.append(f"Fmax {base(name):<6} {value['achieved']:7.2f} MHz, needed {need}, held against {value['constraint']:.2f}{margin}")
    for source, target, delay in crossings(placed):
        out.append(f"path {source} -> {target}: {delay:.1f} ns, limit {crossing_limit(source, facts):.1f}")
    used, there = fill(placed)
    out.append(f"logic cells {used} of {there} ({100 * used / there:.1f} %)")
    blocks = placed["utilization"]["ICESTORM_RAM"]
    out.append(f"block RAMs  {blocks['used']} of {blocks['available']}")
    return out


def columns(cell):
    """Which columns of the table a placed cell counts in."""
    if cell["type"] == "ICESTORM_RAM":
        return ["EBR"]
    if cell["type"] != "ICESTORM_LC":
        return []
    used = {name: int(cell["parameters"][parameter], 2) for name, parameter in (("FF", "DFF_ENABLE"), ("carry", "CARRY_ENABLE"))}
    return ["cells", *(name for name, on in used.items() if on)]


def instances(modules, top, prefix=""):
    """Paths ("u_usb.u_rx") of all instances below the top, from the netlist before it is flattened."""
    found = set()
    for name, cell in modules[top]["cells"].items():
        if cell["type"] in modules:
            found |= {prefix + name} | instances(modules, cell["type"], f"{prefix}{name}.")
    return found


def block(name, known):
    """The instance, at most DEPTH deep, that a cell of the placed design belongs to."""
    parts = name.split(".")
    return next((path for depth in range(min(DEPTH, len(parts) - 1), 0, -1) if (path := ".".join(parts[:depth])) in known), TOP)


def cells_by_block(module, known):
    """Lines of a table: logic cells of the placed design by instance, how many of them use their flop and their carry, and
    block RAMs. A cell counts where the net it drives was named, so that a few dozen move between neighbours without reason;
    the sum is exact."""
    heads = ("cells", "FF", "carry", "EBR")
    table = collections.defaultdict(collections.Counter)
    for name, cell in module["cells"].items():
        for column in columns(cell):
            here = block(name, known)
            for row in {here, here.split(".")[0], ALL}:
                table[row][column] += 1
    out = [f"{'block':<28}" + "".join(f"{c:>7}" for c in heads)]
    for name in sorted(name for name in table if name != ALL) + [ALL]:
        shown = "  " * name.count(".") + name.split(".")[-1]
        out.append(f"{shown:<28}" + "".join(f"{table[name][c]:>7}" for c in heads))
    return out
