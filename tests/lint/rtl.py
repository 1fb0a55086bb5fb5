# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog: linted whole, one module a file, each with a proof, and the cut between rtl/scan and rtl/usb made of registers."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib

from tree import Finding, lines

# Tops, and the files of Debian's yosys with the vendor's primitives that the boards use.
CORES = ("adoube_scan", "adoube_usb")
BOARDS = ("up5k_smoke", "tinyfpga_bx", "upduino3", "hx8k_breakout", "icebreaker", "fomu", "ulx3s", "orangecrab")
PRIMITIVES = {"ice40/cells_sim.v": "SB_IO|SB_GB|SB_PLL40_PAD|SB_PLL40_CORE", "ecp5/cells_bb.v": "EHXPLLL|DCCA", "ecp5/cells_io.vh": "BB"}

# The ports of each half at the cut: the clock of its registers, its outputs. (The observation ports are not part of it.)
CUT = {
    "adoube_scan": ("clk_i", ("offer_o", "frozen_o", "pkt_len_o", "pkt_data_o", "reg_ack_o", "reg_refused_o",
                              "capture_head_o", "capture_data_o")),
    "adoube_usb": ("clk12_i", ("freeze_o", "pkt_addr_o", "free_o", "reg_req_o", "reg_write_o", "reg_addr_o", "reg_wdata_o",
                               "sof_o", "sof_frame_o", "hello_o", "capture_tail_o", "capture_addr_o")),
}

YOSYS = pathlib.Path("/usr/share/yosys")

MODULE = re.compile(r"^\s*(?:module|package)\s+(\w+)", re.MULTILINE)
MESSAGE = re.compile(r"^%(?:Warning|Error)[^:]*: (?:([^:\s]+):(\d+):\d+: )?(.*)$")


def sources(tree, boards=False):
    """Packages first, then modules; the tops of boards only where asked, for they hold vendor primitives."""
    files = [f for f in tree.under("rtl", suffixes=(".sv",)) if boards or not f.startswith("rtl/board/")]
    return sorted(files, key=lambda f: (not f.endswith("_pkg.sv"), f))


def has_module(tree, name):
    return any(f.endswith(f"/{name}.sv") for f in tree.files)


def one_module_a_file(tree):
    """A file holds the one module or package it is named after."""
    for path in tree.under("rtl", suffixes=(".sv",)):
        text = re.sub(r"//[^\n]*", "", tree.text(path))
        names = [m[1] for _, m in lines(text, MODULE)]
        if names != [os.path.basename(path).removesuffix(".sv")]:
            yield Finding(path, 1, f"holds {', '.join(names) or 'no module'}: one module a file, named after it")


def verilator(tree):
    """verilator --lint-only -Wall on both halves and on each board top."""
    for top in CORES + BOARDS:
        if not has_module(tree, top):
            if top in CORES or "constraints/boards.toml" in tree.files:
                yield Finding("rtl", 1, f"no file {top}.sv")
            continue
        command = ["verilator", "--lint-only", "-Wall", "--top-module", top]
        with tempfile.TemporaryDirectory() as folder:
            if top in BOARDS:
                models = os.path.join(folder, "primitives.v")
                pathlib.Path(models).write_text(primitives())
                command += ["rtl/board/primitives.vlt", models]
            run = subprocess.run([*command, *sources(tree, top in BOARDS)], cwd=tree.root, capture_output=True, text=True)
        if run.returncode:
            messages = [m for line in run.stderr.splitlines() if (m := MESSAGE.match(line)) and "Exiting due" not in line]
            for m in messages:
                yield Finding(m[1] or "rtl", int(m[2] or 1), f"{top}: {m[3]}")
            if not messages:
                yield Finding("rtl", 1, f"{top}: {run.stderr.strip()[:300]}")


# Icarus 11 has no part-select sensitivity and says so; it waits for the whole vector, which is the same.
ICARUS_LIMIT = re.compile(r"sorry: constant selects in always_\* processes|timescale|I give up")


def icarus(tree):
    """A second front end reads both halves: iverilog -Wall."""
    for top in CORES:
        if not has_module(tree, top):
            continue
        run = subprocess.run(["iverilog", "-g2012", "-Wall", "-t", "null", "-s", top, *sources(tree)], cwd=tree.root,
                             capture_output=True, text=True)
        for line in run.stderr.splitlines():
            if not ICARUS_LIMIT.search(line):
                match = re.match(r"(\S+?):(\d+): (.*)", line)
                yield Finding(match[1], int(match[2]), match[3]) if match else Finding("rtl", 1, line)


def primitives():
    """Ports and parameters of the primitives, without the bodies (Verilator takes no tristate inside them)."""
    found = []
    for path, names in PRIMITIVES.items():
        text = (YOSYS / path).read_text()
        text = re.sub(r"`ICE40_DEFAULT_ASSIGNMENT_\w+", "", re.sub(r"//[^\n]*|\(\*.*?\*\)", "", text))
        for name, ports, body in re.findall(rf"^module ({names})\s*(\(.*?\);)(.*?)endmodule", text, re.MULTILINE | re.DOTALL):
            found.append(f"module {name} {ports}\n" + "\n".join(re.findall(r"^\s*parameter [^;]*;", body, re.MULTILINE)) + "\nendmodule\n")
    return "".join(found)


def cut(tree):
    """Every output at the cut comes straight out of a register of the 12 MHz clock, so no combinational path from a cut
    input to a cut output exists. Read off the netlist that yosys makes of the source."""
    for top, (clock, outputs) in CUT.items():
        if not has_module(tree, top):
            yield Finding("rtl", 1, f"no file {top}.sv")
            continue
        module, error = netlist(tree, top)
        if error:
            yield Finding("rtl", 1, f"{top}: yosys: {error}")
            continue
        clock_bits = module["ports"].get(clock, {}).get("bits", [])
        inputs = {bit for port in module["ports"].values() if port["direction"] == "input" for bit in port["bits"]}
        drivers = {}
        for name, cell in module["cells"].items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "output":
                    drivers.update({bit: (name, cell, port) for bit in bits})
        for output in outputs:
            if output not in module["ports"]:
                yield Finding("rtl", 1, f"{top} has no port {output}")
                continue
            why = {reason for bit in module["ports"][output]["bits"] if (reason := not_a_register(bit, drivers, clock_bits, inputs))}
            for reason in sorted(why):
                yield Finding("rtl", 1, f"{top}.{output} {reason}")


def netlist(tree, top):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "netlist.json")
        script = f"read_verilog -sv {' '.join(sources(tree))}; hierarchy -check -top {top}; proc; flatten; opt_clean; write_json {out}"
        run = subprocess.run(["yosys", "-q", "-p", script], cwd=tree.root, capture_output=True, text=True)
        if run.returncode:
            return None, run.stderr.strip()[-300:]
        return json.load(open(out))["modules"][top], None


def not_a_register(bit, drivers, clock_bits, inputs):
    """What is wrong with the driver of one output bit; None where it is a register (or constant)."""
    if isinstance(bit, str):
        return "is undriven" if bit in "xz" else None
    if bit not in drivers:
        return "is wired to an input" if bit in inputs else "is undriven"
    name, cell, port = drivers[bit]
    if not re.fullmatch(r"\$(a|s|al|alds)?dff(e|sr|sre|ce)?", cell["type"]) or port != "Q":
        return f"is driven by {cell['type']} (at {cell['attributes'].get('src', name)}), not by a register"
    if cell["connections"]["CLK"] != clock_bits:
        return "is a register of another clock"
    return None


def proofs(tree):
    """Every module has a proof in rtl/formal.toml, or stands there among those that have none, with the reason. (But for rtl/board:
    pins, clocks and pads, which are placed, timed and run as netlists.)"""
    table = tomllib.loads(tree.text("rtl/formal.toml"))
    without = table.pop("unproved")
    modules = {os.path.basename(f).removesuffix(".sv"): f for f in sources(tree)
               if not f.endswith("_pkg.sv") and "/formal/" not in f}
    # A top that is no module of the design is a bench: it proves what it instantiates.
    proved = {p["top"] for p in table.values()} & modules.keys()
    for proof in table.values():
        if proof["top"] not in modules:
            proved |= {os.path.basename(f).removesuffix(".sv") for f in proof["files"]} & modules.keys()
    for name, path in modules.items():
        if name not in proved and not without.get(name):
            yield Finding(path, 1, f"{name} has no proof in rtl/formal.toml, and no reason there why not")
    for name in without:
        if name not in modules or name in proved:
            yield Finding("rtl/formal.toml", 1, f"unproved.{name}: {'it has a proof' if name in proved else 'no such module'}")


RULES = {"proofs": proofs, "one-module-a-file": one_module_a_file, "verilator": verilator, "icarus": icarus, "cut": cut}
