# SPDX-License-Identifier: Apache-2.0
"""Faults of LUTs that no input can ever bring to a pin, because from power-up on no state is reached in which a flop, a block RAM or a
pin would take another value than without the fault. Proved by property-directed reachability (yosys-abc, pdr) over the netlist; what the
block RAMs hold and the flops of the other clock are free, so a fault may be without effect and still not be proved."""
import pathlib
import re
import subprocess
import tempfile

from lanes import INPUTS, OUTPUTS, Netlist

# Of reachability, how many frames are looked at, most of what is provable being so after ten, and how many conflicts in one question to the
# solver, of which one beyond keeps it for minutes. Neither is a time: the answer is the same on any machine.
FRAMES, CONFLICTS = 16, 200


class Logic:
    """Lines of BLIF; nets by name."""

    def __init__(self):
        self.lines, self.made = [], 0

    def lut(self, table, inputs, output=None):
        output = output or self.fresh()
        inputs = inputs if table else []  # ABC takes no table without a 1
        self.lines.append(f".names {' '.join(inputs)} {output}")
        self.lines += [f"{''.join(str(n >> i & 1) for i in range(len(inputs)))} 1" for n in range(1 << len(inputs)) if table >> n & 1]
        return output

    def fresh(self):
        self.made += 1
        return f"x{self.made}"

    def either(self, nets):
        nets = list(nets)
        while len(nets) > 1:
            nets = [self.lut(0xE if len(pair) == 2 else 0x2, pair) for pair in (nets[at:at + 2] for at in range(0, len(nets), 2))]
        return nets[0]


class Question:
    """Whether a fault ever makes a difference."""

    def __init__(self, net, lut, turned):
        self.net, self.lut, self.turned = net, lut, turned
        self.logic = Logic()
        self.behind = self.reached()
        self.touched = [end for end in self.ends() if any(pin in self.behind for pin in self.pins(end))]
        clocks = {self.clock(end) for end in self.touched}
        self.real = clocks.pop() if len(clocks) == 1 else None  # the clock whose flops are not free

    def clock(self, end):
        """The net that clocks a flop, a block RAM or a pad."""
        return next((self.net.pin(end[0], port) for port in ("C", "RCLK", "INPUT_CLK") if port in end[1]["connections"]), None)

    def ends(self):
        return self.net.of("SB_DFF", "SB_RAM40", "SB_IO", "SB_GB")

    def pins(self, end):
        name, cell = end
        outputs = {"Q", "RDATA", "D_IN_0", "D_IN_1", "GLOBAL_BUFFER_OUTPUT", "PACKAGE_PIN", "C", "RCLK", "WCLK", "INPUT_CLK", "OUTPUT_CLK"}
        return [self.net.number(bit) for port, bits in cell["connections"].items() if port not in outputs for bit in bits]

    def reached(self):
        """Nets that hang on the LUT without a flop between."""
        users = {}
        for name, cell in self.net.of("SB_LUT4", "SB_CARRY"):
            for port in INPUTS[cell["type"]]:
                users.setdefault(self.net.pin(name, port), []).append(name)
        found, waits = set(), [self.net.pin(self.lut, "O")]
        while waits:
            at = waits.pop()
            if at not in found:
                found.add(at)
                waits += [self.net.pin(name, OUTPUTS[self.net.cells[name]["type"]]) for name in users.get(at, [])]
        return found

    def says(self, pin, faulty):
        return f"f{pin}" if faulty and pin in self.behind else f"n{pin}"

    def cells(self, names, faulty):
        for name in names:
            cell = self.net.cells[name]
            table = 0xE8 if cell["type"] == "SB_CARRY" else int(cell["parameters"]["LUT_INIT"], 2)
            if faulty and name == self.lut:
                table ^= self.turned
            # The LUT itself looks at good nets: what hangs on it is not before it.
            inputs = [self.says(self.net.pin(name, port), faulty and name != self.lut) for port in INPUTS[cell["type"]]]
            self.logic.lut(table, inputs, self.says(self.net.pin(name, OUTPUTS[cell["type"]]), faulty))

    def next_of(self, name, cell, faulty):
        pin = lambda port, otherwise="0": self.says(self.net.pin(name, port, otherwise=otherwise), faulty)
        kind = cell["type"][6:]
        data = pin("D")
        if "SR" in kind:
            data = self.logic.lut(0b0010, [data, pin("R")])
        elif "SS" in kind:
            data = self.logic.lut(0b1110, [data, pin("S")])
        return self.logic.lut(0xCA, [f"n{self.net.pin(name, 'Q')}", data, pin("E")]) if "E" in kind else data

    def differences(self):
        logic, net = self.logic, self.net
        for name, cell in self.touched:
            both = lambda port, at=0, otherwise="0": [self.says(net.pin(name, port, at, otherwise), faulty) for faulty in (False, True)]
            differ = lambda port, at=0: logic.lut(0b0110, both(port, at))
            if cell["type"].startswith("SB_DFF"):
                yield logic.lut(0b0110, [self.next_of(name, cell, faulty) for faulty in (False, True)])
            elif cell["type"].startswith("SB_RAM40"):
                for enable, clock, address, data in (("RE", "RCLKE", "RADDR", 0), ("WE", "WCLKE", "WADDR", 16)):
                    good, bad = (logic.lut(0b1000, [self.says(net.pin(name, enable), faulty), self.says(net.pin(name, clock, otherwise="1"), faulty)]) for faulty in (False, True))
                    yield logic.lut(0b0110, [good, bad])
                    changes = [differ(address, at) for at in range(11)] + [differ("MASK", at) for at in range(data)]
                    changes += [logic.lut(0b0010, [differ("WDATA", at), both("MASK", at)[0]]) if int(str(cell["parameters"]["WRITE_MODE"]), 2) == 0 else differ("WDATA", at) for at in range(data)]
                    yield logic.lut(0b1000, [good, logic.either(changes)])
            else:
                yield from (logic.lut(0b0110, [self.says(pin, False), self.says(pin, True)]) for pin in self.pins((name, cell)))
        for port in self.net.ports.values():
            if port["direction"] == "output":
                yield from (logic.lut(0b0110, [self.says(net.number(bit), False), self.says(net.number(bit), True)]) for bit in port["bits"] if net.number(bit) in self.behind)

    def blif(self):
        self.logic.lut(0, [], "n0")
        self.logic.lut(1, [], "n1")
        everything = self.net.cone({pin for end in self.ends() for pin in self.pins(end)} | self.behind)
        self.cells(everything, False)
        self.cells([name for name in everything if self.net.pin(name, OUTPUTS[self.net.cells[name]["type"]]) in self.behind], True)
        self.logic.lut(0b10, [self.logic.either(self.differences())], "bad")
        known = {self.net.pin(name, OUTPUTS[self.net.cells[name]["type"]]) for name in everything} | {0, 1}
        latches = {}
        for name, cell in self.net.of("SB_DFF"):
            if self.clock((name, cell)) == self.real:
                latches[self.net.pin(name, "Q")] = self.next_of(name, cell, False)
        read = {int(word[1:]) for line in self.logic.lines if line.startswith(".names") for word in line.split()[1:-1] if word[0] == "n"}
        read |= {int(net[1:]) for net in latches.values() if net[0] == "n"}
        free = sorted(read - known - set(latches))
        return "\n".join([".model question", ".inputs " + " ".join(f"n{net}" for net in free), ".outputs bad",
                          *(f".latch {data} n{q} 0" for q, data in latches.items()), *self.logic.lines, ".end", ""])


def without_effect(module, fault):
    """Whether a fault (lut_faults.draw_faults) is proved to be without effect."""
    name, table, other, _ = fault
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "question.blif"
        path.write_text(Question(Netlist(module, []), name, table ^ other).blif())
        said = subprocess.run(["yosys-abc", "-c", f"read_blif {path}; strash; scleanup; dc2; pdr -F {FRAMES} -C {CONFLICTS}"], capture_output=True, text=True)
    # It ends with 0 whatever happens.
    if "failed" in said.stdout:
        raise RuntimeError(f"yosys-abc cannot read what is asked of {name}:\n{said.stdout}")
    return re.search(r"^Property proved", said.stdout, re.MULTILINE) is not None
