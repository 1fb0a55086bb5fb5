#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wiring tables of docs/hardware.md are what constraints/BOARD.pcf (an ECP5: BOARD.lpf) and rtl/protocol.toml say.

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
    for fault in faults:
        print(f"docs/hardware.md: {fault}")
    if not faults:
        print(f"{len(boards)} wiring tables are what the constraints say")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
