# SPDX-License-Identifier: Apache-2.0
"""From the sources to a bitstream: yosys, nextpnr, icepack. Every file appears whole or not at all, and a step whose inputs
and tools are those of the last time is not done again: a board's serial, which is set behind routing, costs a second.

OUT/BOARD/                BOARD.bin, BOARD.json, BOARD.html (scripts/bitstream)
OUT/BOARD/work/           netlist.json, hierarchy.json, yosys.log
OUT/BOARD/work/seed-N/    placed.asc, report.json, placed.json, nextpnr.log
"""
import hashlib
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A design that does not route keeps nextpnr busy for ever. Processor time, so that a busy machine changes nothing.
NEXTPNR_LIMIT_S = 120
# One of the mapping scripts that come with Yosys' abc9. It tries two structures in two rounds and keeps the smaller result: 5 %
# fewer cells than without abc9, and a faster design.
MAPPING = "flow2"
# How synthesis is told the chip.
SYNTHESIS = {"up5k": "synth_ice40 -device u -abc9 -dff", "lp8k": "synth_ice40 -device lp -abc9 -dff", "hx8k": "synth_ice40 -device hx -abc9 -dff",
             "ecp5-25f": "synth_ecp5", "ecp5-85f": "synth_ecp5"}
PACKAGES = {"yosys": "yosys", "nextpnr-ice40": "nextpnr-ice40", "icepack": "fpga-icestorm", "iceunpack": "fpga-icestorm", "icebox_vlog": "fpga-icestorm"}


class Failed(Exception):
    """A step of the flow did not succeed: why, and what to do."""


def boards():
    return tomllib.loads((ROOT / "constraints/boards.toml").read_text())


def needed(*tools):
    """`Failed` where one is not installed, with its package."""
    for tool in tools:
        if shutil.which(tool) is None:
            raise Failed(f"{tool} is not installed: apt-get install {PACKAGES[tool]}, or scripts/setup test")


def write_whole(path, content):
    """Beside the target, then under its name."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def run(command, log, outputs, limit_s=None):
    """Runs a tool that writes `outputs`, its words in a log. In the command {0}, {1} stand for the outputs, which get their names
    only when all went well."""
    needed(command[0])
    beside = [path.with_name(f".{os.getpid()}.{path.name}") for path in outputs]

    def limit():
        if limit_s:
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
    try:
        with open(log, "w") as out:
            code = subprocess.run([part.format(*beside) for part in command], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limit).returncode
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            raise Failed(f"{command[0]} was stopped after {limit_s} s of processor time (see {log})")
        if code:
            tail = [line for line in log.read_text().splitlines() if line.strip()][-5:]
            raise Failed("\n".join([f"{command[0]} failed (see {log}):", *tail]))
        for made, path in zip(beside, outputs):
            os.replace(made, path)
    finally:
        for path in beside:
            path.unlink(missing_ok=True)


def version(tool, option):
    needed(tool)
    said = subprocess.run([tool, option], capture_output=True, text=True)
    return said.stdout + said.stderr


def once(stamp, inputs, outputs, step):
    """Does a step unless its outputs were made of the same inputs; true where it was done."""
    digest = hashlib.sha256(b"\0".join(i if isinstance(i, bytes) else i.encode() for i in inputs)).hexdigest()
    if stamp.exists() and stamp.read_text() == digest and all(path.exists() for path in outputs):
        return False
    stamp.unlink(missing_ok=True)
    step()
    write_whole(stamp, digest)
    return True


def sources():
    """Packages, then everything below rtl; what a top does not use is not built."""
    files = [p for folder in ("common", "scan", "usb", "board") for p in sorted((ROOT / "rtl" / folder).glob("*.sv"))]
    return sorted(files, key=lambda p: not p.stem.endswith("_pkg"))


def synthesise(board, facts, work):
    """work/netlist.json, and hierarchy.json as it was before it was flattened."""
    work.mkdir(parents=True, exist_ok=True)
    files, outputs = sources(), [work / "netlist.json", work / "hierarchy.json"]
    script = (f"read_verilog -sv {' '.join(str(p.relative_to(ROOT)) for p in files)}; hierarchy -top {board}; proc; write_json {{1}}; "
              f"scratchpad -copy abc9.script.{MAPPING} abc9.script; "
              f"{SYNTHESIS[facts['device']]} -top {board} -json {{0}}; check -assert")
    return once(work / "synthesis", [script, version("yosys", "-V"), *(p.read_bytes() for p in files)], outputs,
                lambda: run(["yosys", "-q", "-p", script], work / "yosys.log", outputs))


def route(board, facts, work, seed):
    """work/seed-N, from work/netlist.json."""
    here, pins = work / f"seed-{seed}", ROOT / f"constraints/{board}.pcf"
    here.mkdir(parents=True, exist_ok=True)
    outputs = [here / name for name in ("placed.asc", "report.json", "placed.json")]
    command = ["nextpnr-ice40", f"--{facts['device']}", "--package", facts["package"], "--json", str(work / "netlist.json"),
               "--pcf", str(pins.relative_to(ROOT)), "--asc", "{0}", "--report", "{1}", "--write", "{2}", "--seed", str(seed)]
    return once(here / "routing", [" ".join(command[1:4]), str(seed), version("nextpnr-ice40", "--version"), (work / "netlist.json").read_bytes(), pins.read_bytes()],
                outputs, lambda: run(command, here / "nextpnr.log", outputs, NEXTPNR_LIMIT_S))


def placed(work, seed):
    """(nextpnr's report, the module of the placed design)."""
    here = work / f"seed-{seed}"
    return json.loads((here / "report.json").read_text()), json.loads((here / "placed.json").read_text())["modules"]["top"]


def pack(asc, words, work):
    """The bitstream of a routed design, with `words` as its comment."""
    head, _, rest = asc.partition("\n")
    write_whole(work / "image.asc", f".comment\n{words}\n" + (rest if head.startswith(".comment") else asc))
    run(["icepack", str(work / "image.asc"), "{0}"], work / "icepack.log", [work / "image.bin"])
    return (work / "image.bin").read_bytes()
