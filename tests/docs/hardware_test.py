#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wiring tables of docs/hardware.md are what constraints/BOARD.pcf (an ECP5: BOARD.lpf) and rtl/protocol.toml say, and those
give every port of rtl/board/BOARD.sv a pin of its own, and its clocks a frequency: nothing here places some of the boards.

hardware_test.py            compares; exit 1 where a table differs, or a board of constraints/boards.toml has none
hardware_test.py --write    writes the tables
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/hardware.md"
NO_PRODUCT = {"up5k_smoke"}  # nobody can solder to it
PIN = {".pcf": re.compile(r"^set_io (?:-\S+ )*(\S+) (\S+)\s*(?:#\s*(.*))?$"), ".lpf": re.compile(r'^LOCATE COMP "(\S+)" SITE "(\S+)";\s*(?:#\s*(.*))?$')}
TABLE = re.compile(r"(<!-- table wiring (\w+) -->\n)(.*?)(<!-- end wiring \2 -->)", re.DOTALL)
SLOTS = tomllib.loads((ROOT / "rtl/protocol.toml").read_text())["scan"]["slots"]
# What a signal of a top leads to.
ENDS = {
    "osc_i": "the clock", "usb_dp_io": "D+, 27 ohm", "usb_dn_io": "D-, 27 ohm", "usb_pullup_o": "1.5 kohm to D+",
    "rows_data_o": "SER of the first 74HC595", "rows_clock_o": "SRCLK of both 74HC595", "rows_latch_o": "RCLK of both 74HC595",
    "senses_clock_o": "CLK of both 74HC165", "senses_load_o": "SH/LD of both 74HC165", "senses_data_i": "QH of the first 74HC165",
    "shift_data_o": "SER of the first 74HC595", "shift_clock_o": "SRCLK of both 74HC595, CLK of both 74HC165",
    "shift_load_o": "RCLK of both 74HC595, SH/LD of both 74HC165", "shift_data_i": "QH of the first 74HC165",
}


PORT = re.compile(r"^  (?:input|output|inout)\s+(?:logic|wire)\s+(?:\[(\d+):0\]\s+)?(\w+),?$", re.MULTILINE)


def ports(board):
    """Every bit of the ports of a top."""
    return [name + (f"[{i}]" if high else "") for high, name in PORT.findall((ROOT / f"rtl/board/{board}.sv").read_text()) for i in range(int(high or 0) + 1)]


def pin_faults(board, ports, text, suffix):
    """What is wrong with the constraints of a board, in words."""
    rows = [match.groups() for line in text.splitlines() if (match := PIN[suffix].match(line))]
    signals, pins = [row[0] for row in rows], [row[1] for row in rows]
    yield from (f"{signal} has no pin" for signal in ports if signal not in signals)
    yield from (f"{signal} is no port, or has two pins" for signal in signals if signal not in ports or signals.count(signal) > 1)
    yield from (f"pin {pin} is taken twice" for pin in sorted(set(pins)) if pins.count(pin) > 1)
    if suffix == ".lpf":
        yield from (f"{signal} has no electrical standard" for signal in ports if f'IOBUF PORT "{signal}" IO_TYPE=LVCMOS33 PULLMODE=NONE;' not in text)
    clocks = re.findall(r"^set_frequency (\w+)|^FREQUENCY (?:PORT|NET) \"(\w+)\"", text, re.MULTILINE)
    known = {a or b for a, b in clocks}
    yield from (f"{' or '.join(names)} has no frequency" for names in (("osc_i", "clk48"), ("clk12",)) if not known.intersection(names))


def planted():
    """Faults of constraints that are not found out."""
    good = (ROOT / "constraints/orangecrab.lpf").read_text()
    for old, new in (('LOCATE COMP "shift_load_o" SITE "C8"', "#"), ('SITE "C8"', 'SITE "N15"'), ('"shift_load_o" SITE', '"shift_lode_o" SITE'),
                     ('"osc_i" IO_TYPE=LVCMOS33 PULLMODE=NONE', '"osc_i" IO_TYPE=LVCMOS33 PULLMODE=UP'), ('NET "clk12"', 'NET "clock"')):
        if old not in good or not list(pin_faults("orangecrab", ports("orangecrab"), good.replace(old, new, 1), ".lpf")):
            yield f"planted '{new}' for '{old}' is not found out"


def end(signal):
    name, _, number = signal.partition("[")
    if not number:
        return ENDS[name]
    index = int(number.rstrip("]"))
    if name == "strobe_o":
        return "row of the auxiliary inputs" if index == SLOTS - 1 else f"row of rank {index + 1}"
    return f"{'presence' if index < 8 else 'touch'}, file {'abcdefgh'[index % 8]}"


def constraints(board):
    """The file that says a board's pins, from the project's root."""
    return next(path for suffix in PIN if (ROOT / (path := f"constraints/{board}{suffix}")).exists())


def table(board):
    path = ROOT / constraints(board)
    rows = [match.groups() for line in path.read_text().splitlines() if (match := PIN[path.suffix].match(line))]
    lines = ["| signal | FPGA pin | on the board | leads to |", "| --- | --- | --- | --- |"]
    return "\n".join(lines + [f"| `{signal}` | {pin} | {place or ''} | {end(signal)} |" for signal, pin, place in rows]) + "\n"


def main():
    text = DOCUMENT.read_text()
    wanted = TABLE.sub(lambda m: m[1] + table(m[2]) + m[4], text)
    if "--write" in sys.argv[1:]:
        DOCUMENT.write_text(wanted)
        return 0
    boards = set(tomllib.loads((ROOT / "constraints/boards.toml").read_text())) - NO_PRODUCT
    faults = [f"{board} has no wiring table" for board in sorted(boards - {m[2] for m in TABLE.finditer(text)})]
    faults += [f"the table of {a[2]} is not what {constraints(a[2])} says (tests/docs/hardware_test.py --write)"
               for a, b in zip(TABLE.finditer(text), TABLE.finditer(wanted)) if a[3] != b[3]]
    for board in sorted(boards | NO_PRODUCT):
        path = ROOT / constraints(board)
        faults += [f"constraints/{path.name}: {fault}" for fault in pin_faults(board, ports(board), path.read_text(), path.suffix)]
    faults += planted()
    for fault in faults:
        print(f"docs/hardware.md and constraints: {fault}")
    if not faults:
        print(f"{len(boards)} wiring tables are what the constraints say")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
