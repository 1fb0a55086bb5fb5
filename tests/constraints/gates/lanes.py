# SPDX-License-Identifier: Apache-2.0
"""A netlist (JSON of yosys) as C++ for lanes.hpp: every net is a word with a bit for each of 256 boards beside each other, of which board
0 is good and each of the others has one LUT with another table."""
import functools
import itertools

TICK = "u_board.u_device.u_scan.not_row_tick"
# What goes in and comes out, in the order of pins.sv.
FRONTS = [(["sense_i"], ["strobe_o"]), (["senses_data_i"], ["rows_data_o", "rows_clock_o", "rows_latch_o", "senses_clock_o", "senses_load_o"]),
          (["shift_data_i"], ["shift_data_o", "shift_clock_o", "shift_load_o"])]
WORDS_A_FUNCTION = 300  # compilers dislike a function of thousands of lines
OUTPUTS = {"SB_LUT4": "O", "SB_CARRY": "CO"}
INPUTS = {"SB_LUT4": ("I0", "I1", "I2", "I3"), "SB_CARRY": ("I0", "I1", "CI")}


@functools.cache
def shape(table, inputs):
    """The shortest formula for a table of 2 ** len(inputs) bits by taking one input after the other; and how many operators it has."""
    size = 1 << len(inputs)
    if table == 0:
        return "none", 0
    if table == (1 << size) - 1:
        return "every", 0
    best = None
    for i, name in enumerate(inputs):
        halves = [0, 0]
        for half in (0, 1):
            kept = [n for n in range(size) if n >> i & 1 == half]
            halves[half] = sum((table >> n & 1) << at for at, n in enumerate(kept))
        rest, every = inputs[:i] + inputs[i + 1:], (1 << size // 2) - 1
        (low, few), (high, more) = shape(halves[0], rest), shape(halves[1], rest)
        if halves[0] == halves[1]:
            made = low, few
        elif halves[0] ^ halves[1] == every:
            made = (name, 0) if halves[1] == every else (f"~{name}", 1) if halves[0] == every else (f"({name} ^ {low})", few + 1)
        elif halves[0] == 0:
            made = f"({name} & {high})", more + 1
        elif halves[1] == 0:
            made = f"(~{name} & {low})", few + 1
        elif halves[0] == every:
            made = f"(~{name} | {high})", more + 1
        elif halves[1] == every:
            made = f"({name} | {low})", few + 1
        else:
            turned, some = shape(halves[0] ^ halves[1], rest)
            made = f"({low} ^ ({name} & {turned}))", few + some + 2
        if best is None or made[1] < best[1]:
            best = made
    return best


class Netlist:
    """The cells of a module, its nets by number."""

    def __init__(self, module, faults):
        self.cells, self.ports, self.faults = module["cells"], module["ports"], {name: (lane, table ^ other) for lane, (name, table, other, _) in enumerate(faults, 1)}
        self.numbers, self.makers, self.done = {"0": 0, "x": 0, "z": 0, "1": 1}, {}, set()
        for name, cell in self.cells.items():
            if cell["type"] in OUTPUTS:
                self.makers[self.pin(name, OUTPUTS[cell["type"]])] = name

    def number(self, bit):
        return self.numbers.setdefault(bit, len(self.numbers) - 2)  # three of the constants are one net

    def pin(self, name, port, at=0, otherwise="0"):
        bits = self.cells[name]["connections"].get(port) or [otherwise] * (at + 1)
        return self.number(bits[at] if at < len(bits) else otherwise)

    def of(self, *types):
        return [(name, cell) for name, cell in sorted(self.cells.items()) if cell["type"].startswith(types)]

    def cone(self, nets):
        """The LUTs and carries on which nets hang, each behind those on which it hangs itself."""
        order, known = [], set()
        for net in nets:
            waits = [(net, False)]
            while waits:
                at, behind = waits.pop()
                name = self.makers.get(at)
                if name is None or (name in known and not behind):
                    continue
                if behind:
                    order.append(name)
                    continue
                known.add(name)
                waits.append((at, True))
                waits.extend((self.pin(name, port), False) for port in INPUTS[self.cells[name]["type"]])
        return order

    def line(self, name):
        """What a LUT or a carry puts out."""
        cell = self.cells[name]
        pins = [self.pin(name, port) for port in INPUTS[cell["type"]]]
        table = 0xE8 if cell["type"] == "SB_CARRY" else int(cell["parameters"]["LUT_INIT"], 2)
        said = f"n[{self.pin(name, OUTPUTS[cell['type']])}] = {self.formula(table, pins)};"
        if name in self.faults:
            lane, turned = self.faults[name]
            said += f" strike({lane}, {self.formula(turned, pins)}, n[{self.pin(name, OUTPUTS[cell['type']])}]);"
        return said

    def formula(self, table, pins):
        """Of a table over these nets; constants and nets that stand twice leave fewer inputs."""
        free = sorted({net for net in pins if net > 1})
        short = 0
        for n in range(1 << len(free)):
            levels = {0: 0, 1: 1, **{net: n >> at & 1 for at, net in enumerate(free)}}
            short |= (table >> sum(levels[net] << at for at, net in enumerate(pins)) & 1) << n
        return shape(short, tuple(f"n[{net}]" for net in free))[0]

    def settle(self, name, nets):
        lines = [self.line(cell) for cell in self.cone(nets)]
        parts = [lines[at:at + WORDS_A_FUNCTION] for at in range(0, len(lines), WORDS_A_FUNCTION)]
        made = [f"void {name}_{at}(Word* n, Planted& strike) {{\n  " + "\n  ".join(part) + "\n}\n" for at, part in enumerate(parts)]
        calls = "".join(f"  {name}_{at}(n, strike);\n" for at in range(len(parts)))
        return "".join(f"namespace {{\n{part}}}\n" for part in made) + f"void {name}(Word* n, Planted& strike) {{\n{calls}}}\n"


def source(module, faults):
    """C++ for the netlist with these faults (lut_faults.draw_faults), the first in lane 1."""
    net = Netlist(module, faults)
    ports = {name: [net.number(bit) for bit in port["bits"]] for name, port in module["ports"].items()}
    pll = next(iter(net.of("SB_PLL40")), None)  # or a buffer, where the oscillator is the clock
    made = [(pll[0], port) for port in ("PLLOUTCORE", "PLLOUTGLOBAL") if pll[1]["connections"].get(port)] if pll else \
        [(name, "GLOBAL_BUFFER_OUTPUT") for name, _ in net.of("SB_GB") if net.pin(name, "USER_SIGNAL_TO_GLOBAL_BUFFER") == ports["osc_i"][0]]
    fast = {net.pin(*where) for where in made}
    buffer, = [(name, cell) for name, cell in net.of("SB_GB") if net.pin(name, "USER_SIGNAL_TO_GLOBAL_BUFFER") != ports["osc_i"][0]]
    slow = net.pin(buffer[0], "GLOBAL_BUFFER_OUTPUT")
    flops, pads, rams = {True: [], False: []}, [], []
    for name, cell in net.of("SB_DFF"):
        kind = cell["type"][6:]
        if kind not in ("", "E", "SR", "SS", "ESR", "ESS"):
            raise ValueError(f"{name}: no {cell['type']} is known")
        at = net.pin(name, "C")
        if at not in fast and at != slow:
            raise ValueError(f"{name}: another clock")
        sync = "S" if "SS" in kind else "R" if "SR" in kind else ""
        flops[at in fast].append((net.pin(name, "Q"), net.pin(name, "D"), net.pin(name, "E", otherwise="1"), net.pin(name, sync or "R"), int(sync == "S")))
    inputs, strobes = next((ins, outs) for ins, outs in FRONTS if set(ins + outs) <= set(ports))
    senses = {bit: at for at, bit in enumerate(bit for name in inputs for bit in ports[name])}
    wires = {ports[f"usb_{wire}_io"][0]: 16 + at for at, wire in enumerate(("dp", "dn"))}
    drives = {}
    for name, cell in net.of("SB_IO"):
        where = {**senses, **wires}[net.pin(name, "PACKAGE_PIN")]
        flops[net.pin(name, "INPUT_CLK") in fast].append((net.pin(name, "D_IN_0"), net.pin(name, "PACKAGE_PIN"), net.pin(name, "CLOCK_ENABLE", otherwise="1"), 0, 0))
        if where >= 16:
            level, drive = net.number(f"{name} level"), net.number(f"{name} drives")
            flops[True] += [(level, net.pin(name, "D_OUT_0"), 1, 0, 0), (drive, net.pin(name, "OUTPUT_ENABLE"), 1, 0, 0)]
            drives[where] = level, drive
    for name, cell in net.of("SB_RAM40"):
        if net.pin(name, "RCLK") != slow or net.pin(name, "WCLK") not in (slow, 0):
            raise ValueError(f"{name}: another clock")
        read, write = (int(str(cell["parameters"][f"{way}_MODE"]), 2) for way in ("READ", "WRITE"))
        init = [cell["parameters"].get(f"INIT_{page:X}", "0" * 256) for page in range(16)]
        words = [int(page[256 - 16 * at - 16:256 - 16 * at].replace("x", "0"), 2) for page in init for at in range(16)]
        vector = lambda port, size, name=name: "{" + ", ".join(str(net.pin(name, port, at)) for at in range(size)) + "}"
        rams.append(f"{{{read}, {write}, {vector('RDATA', 16)}, {vector('RADDR', 11)}, {net.pin(name, 'RE')}, {net.pin(name, 'RCLKE', otherwise='1')}, "
                    f"{vector('WDATA', 16)}, {vector('WADDR', 11)}, {vector('MASK', 16)}, {net.pin(name, 'WE') if net.pin(name, 'WCLK') else 0}, {net.pin(name, 'WCLKE', otherwise='1')}, {{{', '.join(map(str, words))}}}}}")
    outputs = [(bit, at) for at, bit in enumerate(bit for name in strobes for bit in ports[name])]
    outputs += [(drives[16][0], 9), (drives[17][0], 10), (drives[16][1], 11), (drives[17][1], 12), (ports["usb_pullup_o"][0], 13)]
    data = lambda table: [pin for _, *pins in table for pin in pins[:3]]
    ram_pins = [net.pin(name, port, at, otherwise) for name, _ in net.of("SB_RAM40") for port, size, otherwise in
                (("RADDR", 11, "0"), ("RE", 1, "0"), ("RCLKE", 1, "1"), ("WDATA", 16, "0"), ("WADDR", 11, "0"), ("MASK", 16, "0"), ("WE", 1, "0"), ("WCLKE", 1, "1")) for at in range(size)]
    code = [net.settle("settle_fast", [*data(flops[True]), net.pin(buffer[0], "USER_SIGNAL_TO_GLOBAL_BUFFER")]), net.settle("settle_slow", data(flops[False]) + ram_pins), net.settle("settle_pins", [bit for bit, _ in outputs])]
    table = lambda rows: "{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows) + "}"
    places = sorted({**senses, **wires}.items(), key=lambda entry: entry[1])
    return f"""// Made by lanes.py of a netlist.
#include "tests/constraints/gates/lanes.hpp"
namespace gates::netlist {{
{''.join(code)}
extern const std::size_t nets = {len(net.numbers) - 2};
extern const std::vector<Flop> fast_flops = {table(flops[True])};
extern const std::vector<Flop> slow_flops = {table(flops[False])};
extern const std::vector<Ram> rams = {{{', '.join(rams)}}};
extern const std::vector<Pin> in_pins = {table(places)};
extern const std::vector<Pin> out_pins = {table(outputs)};
extern const std::array<Net, 32> not_tick = {{{', '.join(str(net.number(bit)) for bit in module['netnames'][TICK]['bits'])}}};
extern const Net locked = {net.pin(pll[0], 'LOCK') if pll else net.number('no lock')};
extern const Net divided = {net.pin(buffer[0], 'USER_SIGNAL_TO_GLOBAL_BUFFER')};
}}  // namespace gates::netlist
"""


def leaps(module):
    """Verilog that lets device time go on in a netlist (pins.sv): the flops of the walker's tick."""
    flops = {cell["connections"]["Q"][0]: name for name, cell in module["cells"].items() if cell["type"].startswith("SB_DFF")}
    places = [f"board.\\{flops[bit]} .Q" for bit in module["netnames"][TICK]["bits"]]
    return (f"wire [31:0] not_tick = {{{', '.join(reversed(places))}}}; wire [31:0] later = not_tick - leap_i; "
            f"always @(posedge osc_i) if (leap_i != 32'd0) begin {' '.join(f'{place} <= later[{at}];' for at, place in enumerate(places))} end")
