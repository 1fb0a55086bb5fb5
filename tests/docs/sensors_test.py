#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/hardware.md says of sensors: each row of its table is a board that `adoube sim` calls fit and on which a game (--path edges)
comes out exact, its numbers are those of its magnet and its thresholds; and the touch circuit does what is said of it.

sensors_test.py ADOUBE
"""
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/hardware.md").read_text()
GAME = ROOT / "tests/games/short-games.pgn"
REMANENCE = {"N35": (1.17, 1.21)}  # T, least and most


def rows():
    table = re.search(r"<!-- table sensors -->\n(.*?)<!-- end sensors -->", TEXT, re.DOTALL)[1]
    for line in table.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def field(remanence, diameter, thickness):
    """uT of the dipole 10 mm from its middle; lengths in mm."""
    return round(remanence * 1e6 * math.pi * diameter ** 2 / 4 * thickness / (2 * math.pi * 1e3))


def numbers(option):
    return {name: int(value) for name, value in (pair.split("=") for pair in option.split(","))}


def row_faults(adoube, row):
    board, magnet, depth, closes, opens, command = row
    words = shlex.split(command.strip("`"))
    option = words[words.index("--set") + 1]
    given = numbers(option)
    grade, diameter, thickness = re.fullmatch(r"(N\d+), (\d+) x (\d+) mm", magnet).groups()
    weak, strong = (field(b, int(diameter), int(thickness)) for b in REMANENCE[grade])
    hall = given.get("sensor") == 1
    wanted = {"magnet_field": strong, "sensor_depth": 1000 * float(depth.removesuffix(" mm")),
              "hall_operate" if hall else "pull_in": 1000 * float(closes.removesuffix(" mT")),
              "hall_release" if hall else "drop_out": 1000 * float(opens.removesuffix(" mT"))}
    for name, value in wanted.items():
        if given.get(name) != value:
            yield f"{board}: {name} is {given.get(name)}, and the row says {value:g}"
    front = words[words.index("--front") + 1] if "--front" in words else "parallel"
    if hall != ("Hall" in board) or front not in board:
        yield f"{board}: its options are another board's"
    for strength in (weak, strong):
        set_to = option.replace(f"magnet_field={strong}", f"magnet_field={strength}")
        run = subprocess.run([adoube, "sim", str(GAME), "--path", "edges", "--json", "--no-host", *(set_to if word == option else word for word in words)],
                             capture_output=True, text=True, timeout=60)
        played = [(told["board"], told["outcome"]) for told in map(json.loads, run.stdout.splitlines()) if told["type"] == "summary"]
        if run.returncode != 0 or run.stderr or played != [("sound", "exact")]:
            yield f"{board} with {strength} uT: exit {run.returncode}, {run.stderr.strip() or played}"


# The touch circuit, in V, us, Mohm and pF.
SUPPLY, HALF, CHARGE, BLEED, HELD = 3.3, 5.0, 0.22, 10.0, 220.0
STEP = 0.05


def kept(hand, since=(0.0, 0.0), lasting=8000.0, until=lambda held: False):
    """Voltages of electrode and held top after so long with that capacity, or the time at which `until` holds of the top."""
    electrode, held = since
    for step in range(round(lasting / STEP)):
        if until(held):
            return step * STEP
        drive = SUPPLY if step * STEP % (2 * HALF) < HALF else 0.0
        # A small silicon diode: 2.5 nA and 1.75 times 26 mV.
        through = 2.5e-3 * (math.exp(min((electrode - held) / 0.0455, 20)) - 1)
        electrode += STEP * ((drive - electrode) / CHARGE - through) / hand
        held += STEP * (through - held / BLEED) / HELD
    return electrode, held


def touch_faults():
    untouched, touched, reference = kept(20.0), kept(24.0), kept(22.0)[1]
    told = max(kept(24.0, untouched, until=lambda held: held < reference), kept(20.0, touched, until=lambda held: held > reference))
    worst = max(kept(24.0, untouched, until=lambda held: held < reference - 0.02), kept(20.0, touched, until=lambda held: held > reference + 0.02))
    let_go = kept(20.0, touched, until=lambda held: held > reference)
    margin = min(untouched[1] - reference, reference - touched[1])
    for words, unit, value, slack in (("Untouched", "mV", untouched[1] * 1e3, 5), (", touched", "mV", touched[1] * 1e3, 5), ("`ref`", "mV", reference * 1e3, 5),
                                      ("mV:", "mV to the nearer", margin * 1e3, 3), ("told", "us after it", told, 5), ("its end", "us after it", let_go, 5),
                                      ("told within", "us", worst, 5)):
        said = re.search(rf"{re.escape(words)} (\d+) {unit}", TEXT[TEXT.index("**Numbers.**"):])
        if not said or abs(int(said[1]) - value) > slack:
            yield f"the touch circuit: {words} {said and said[1]} {unit}, and it calculates to {value:.0f}"


def main():
    adoube = sys.argv[1]
    table = list(rows())
    faults = [fault for row in table for fault in row_faults(adoube, row)] + list(touch_faults())
    if len(table) < 2:
        faults.append("docs/hardware.md has no table of sensors")
    for fault in faults:
        print(f"docs/hardware.md: {fault}")
    if not faults:
        print(f"{len(table)} boards are fit and play their games; the touch circuit does what is said")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
