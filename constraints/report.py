# SPDX-License-Identifier: Apache-2.0
"""Reads nextpnr's report and the netlist: what was reached, what was asked, which block takes how many cells."""
import collections
import re

# nextpnr keeps a period in whole picoseconds, so 48 MHz comes back as 48.0008.
CONSTRAINT_TOLERANCE = 0.001
MARGIN = 0.15  # that every clock must keep above its need: chips, temperatures and versions of the tools differ
TOP, CUT, ALL = "(top)", "(cut)", "all"  # (cut): named after a wire between the two halves
# Blocks are shown down to this depth of the hierarchy, and those of the device without the instances round it.
DEPTH, DEVICE = 2, "u_board.u_device."
COLUMNS = ("cells", "FF", "carry", "EBR")


def base(clock):
    """The name of a clock net without what promotion to a global buffer adds."""
    return re.sub(r"(_\$glb_clk|\$\w+)$", "", clock)


def ends(path):
    """(from clock, to clock) of a critical path; None where it starts or ends at a pin."""
    return tuple(None if end == "<async>" else base(end.split()[-1]) for end in (path["from"], path["to"]))


def crossings(placed):
    """(from clock, to clock, ns) of the worst path between each two different clocks."""
    return [(*ends(path), sum(step["delay"] for step in path["path"])) for path in placed["critical_paths"]
            if None not in ends(path) and ends(path)[0] != ends(path)[1]]


def crossing_limit(source, facts):
    return facts["crossing_ns"] - (facts["clk12_late_ns"] if source == "clk12" else 0)


def reached(placed, facts):
    """Clocks, paths between them and the size, as values; MHz and ns to two digits."""
    clocks = {}
    for name, value in sorted(placed["fmax"].items()):
        need = facts["clocks_mhz"].get(base(name))
        clocks[base(name)] = {"mhz": round(value["achieved"], 2), "held_against_mhz": round(value["constraint"], 2), "need_mhz": need,
                              "margin_percent": round(100 * (value["achieved"] / need - 1), 1) if need else None}
    use = placed["utilization"]
    return {"clocks": clocks,
            "crossings": [{"from": s, "to": t, "ns": round(ns, 2), "limit_ns": round(crossing_limit(s, facts), 2)} for s, t, ns in crossings(placed)],
            "cells": use["ICESTORM_LC"]["used"], "cells_there": use["ICESTORM_LC"]["available"],
            "block_rams": use["ICESTORM_RAM"]["used"], "block_rams_there": use["ICESTORM_RAM"]["available"]}


def faults(placed, facts):
    """Everything that is not as the board's facts want it, in words."""
    found = []
    now = reached(placed, facts)
    for name, need in facts["clocks_mhz"].items():
        clock = now["clocks"].get(name)
        if clock is None:
            found.append(f"clock {name} is not in the report (renamed, or optimised away)")
            continue
        asked, fmax = clock["held_against_mhz"], clock["mhz"]
        if abs(asked - need) > need * CONSTRAINT_TOLERANCE:
            found.append(f"clock {name} was held against {asked:.2f} MHz, not {need} MHz")
        if fmax < need * (1 + MARGIN):
            found.append(f"clock {name} reaches {fmax:.2f} MHz, less than {100 * MARGIN:.0f} % above {need} MHz")
    found += [f"there is a clock {name} that constraints/boards.toml does not know" for name in now["clocks"] if name not in facts["clocks_mhz"]]
    found += [f"the worst path {c['from']} -> {c['to']} takes {c['ns']:.1f} ns, more than {c['limit_ns']:.1f} ns"
              for c in now["crossings"] if c["ns"] > c["limit_ns"]]
    if now["cells"] > facts["cells"]:
        found.append(f"{now['cells']} of {now['cells_there']} logic cells used, more than {facts['cells']}")
    if now["block_rams"] > facts["block_rams"]:
        found.append(f"{now['block_rams']} block RAMs used, more than {facts['block_rams']}")
    return found


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


def block(name, known, depth=DEPTH):
    """The instance, at most so deep, that a cell of the placed design belongs to."""
    around = DEVICE if name.startswith(DEVICE) else ""
    parts = name.removeprefix(around).split(".")
    return next((path for deep in range(min(depth, len(parts) - 1), 0, -1) if around + (path := ".".join(parts[:deep])) in known), CUT if around else TOP)


def blocks(module, known):
    """Logic cells of the placed design by instance, how many of them use their flop and their carry, and block RAMs:
    [{"block", "cells", "FF", "carry", "EBR"}], those of an instance include what is in it, "all" is last. A cell counts
    where the net it drives was named, so that a few dozen move between neighbours without reason; the sum is exact."""
    table = collections.defaultdict(collections.Counter)
    for name, cell in module["cells"].items():
        for column in columns(cell):
            here = block(name, known)
            for row in {here, here.split(".")[0], ALL}:
                table[row][column] += 1
    order = sorted(name for name in table if name != ALL) + [ALL]
    return [{"block": name, **{c: table[name][c] for c in COLUMNS}} for name in order]


class Names:
    """What the nets of the placed design are called in the source."""

    def __init__(self, module, known):
        self.module, self.known, self.by_bit = module, known, {}
        for name, net in module["netnames"].items():
            for i, bit in enumerate(net["bits"]):
                made_up = "SB_" in name or "$" in name
                found = (made_up, not name.split("[")[0].endswith("_q"), len(name), name, i if len(net["bits"]) > 1 else None)
                self.by_bit[bit] = min(found, self.by_bit.get(bit, found), key=lambda f: f[:4])

    def register(self, cell):
        """(block, name) of the flop, block RAM or pin that a path starts or ends at."""
        bits = self.module["cells"].get(cell, {}).get("connections", {}).get("O", [])
        made_up, _, _, name, index = self.by_bit.get(bits[0] if bits else None, (True, True, 0, cell, None))
        if made_up:
            name, index = re.sub(r"(_SB_|_DFFLC|_LC$|_RAM$|\$).*", "", cell), None
        here = block(name, self.known, depth=99)
        name = name.removeprefix(DEVICE)
        return here, (name if here in (TOP, CUT) else name[len(here) + 1:]) + ("" if index is None else f"[{index}]")


def worst_paths(placed, names):
    """The critical path of each clock in parts: where it starts and ends, and where its time goes."""
    found = []
    for path in placed["critical_paths"]:
        source, target = ends(path)
        if source is None or source != target:
            continue
        steps = path["path"]
        routing = sum(step["delay"] for step in steps if step["type"] == "routing")
        whole = sum(step["delay"] for step in steps)
        start, end = names.register(steps[0]["from"]["cell"]), names.register(steps[-1]["to"]["cell"])
        found.append({"clock": source, "ns": round(whole, 2), "logic_ns": round(whole - routing, 2), "routing_ns": round(routing, 2),
                      "levels": sum(step["type"] == "logic" for step in steps),
                      "from": {"block": start[0], "register": start[1]}, "to": {"block": end[0], "register": end[1]}})
    return sorted(found, key=lambda p: p["clock"])


def spread(seeds):
    """Least and greatest Fmax of each clock over the seeds."""
    return {clock: {"least_mhz": min(s["clocks"][clock]["mhz"] for s in seeds), "greatest_mhz": max(s["clocks"][clock]["mhz"] for s in seeds),
                    "need_mhz": value["need_mhz"]}
            for clock, value in seeds[0]["clocks"].items() if all(clock in s["clocks"] for s in seeds)}


def path_in_words(path):
    start, end = path["from"], path["to"]
    return (f"{path['clock']}: {path['ns']:.1f} ns from {start['register']} in {start['block']} through {path['levels']} level{'s' if path['levels'] != 1 else ''} "
            f"to {end['register']} in {end['block']}; {path['logic_ns']:.1f} ns in logic, {path['routing_ns']:.1f} ns on the way")


def text(report):
    """The report of a board for a terminal."""
    out = [f"{report['board']} ({report['device']}-{report['package']}), seed {report['seed']}: {report['about']}", "",
           f"{'block':<28}" + "".join(f"{c:>7}" for c in COLUMNS)]
    for row in report["blocks"]:
        shown = "  " * row["block"].count(".") + row["block"].split(".")[-1]
        out.append(f"{shown:<28}" + "".join(f"{row[c]:>7}" for c in COLUMNS))
    here = report["seeds"][0]
    out.append("")
    for name, c in here["clocks"].items():
        margin = "" if c["margin_percent"] is None else f", margin {c['margin_percent']:.0f} %"
        out.append(f"Fmax {name:<6} {c['mhz']:7.2f} MHz, needed {c['need_mhz']}, held against {c['held_against_mhz']:.2f}{margin}")
    out += [f"path {c['from']} -> {c['to']}: {c['ns']:.1f} ns, limit {c['limit_ns']:.1f}" for c in here["crossings"]]
    for name, value in (("logic cells", "cells"), ("block RAMs ", "block_rams")):
        out.append(f"{name} {here[value]} of {here[value + '_there']} ({100 * here[value] / here[value + '_there']:.1f} %)")
    out += ["", "worst paths", *("  " + path_in_words(p) for p in report["worst_paths"])]
    if len(report["seeds"]) > 1:
        out += ["", f"seeds {report['seeds'][0]['seed']} to {report['seeds'][-1]['seed']}"]
        out += [f"  {name:<6} {s['least_mhz']:7.2f} to {s['greatest_mhz']:.2f} MHz, needed {s['need_mhz']}" for name, s in report["spread"].items()]
    return out
