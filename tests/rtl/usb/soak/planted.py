#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of other cores planted into rtl/usb, one at a time: the soak must see each.

  planted.py --check          every row still fits the source (a test)
  planted.py BUILD [NAME...]  builds each mutant in the release build tree BUILD, runs the soak, prints a table (a few: a test)

Names are those of the log of faults of open cores that the project keeps: sections B, C and D. What the source itself has
under `ifdef FAULT_x, for the proofs, is planted by that name; everything else by a change of its text.
"""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]


@dataclasses.dataclass(frozen=True)
class Define:
    """What the source has itself, under a name."""
    name: str

    def fits(self):
        texts = [path.read_text() for path in sorted((ROOT / USB).glob("*.sv"))]
        return sum(len(re.findall(rf"`ifn?def {self.name}\b", text)) for text in texts) == 1

    def planted(self, source):
        return (ROOT / source).read_text()

    def options(self):
        return [f"-D{self.name}"]


@dataclasses.dataclass(frozen=True)
class Change:
    """A text that stands in a file once, and what stands there instead."""
    file: str
    old: str
    new: str

    def fits(self):
        return (ROOT / self.file).read_text().count(self.old) == 1

    def planted(self, source):
        text = (ROOT / source).read_text()
        return text.replace(self.old, self.new) if source == self.file else text

    def options(self):
        return []


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    what: str
    plant: Define | Change
    build: str = "vusb"


USB = "rtl/usb/"
TRANSACTION, EP0, PIPES, CORE = USB + "usb_transaction.sv", USB + "usb_ep0.sv", USB + "usb_pipes.sv", USB + "adoube_usb.sv"
RECEIVER, CHECK, FRONT, LINK, SENDER = USB + "usb_packet_rx.sv", USB + "usb_check.sv", USB + "usb_front.sv", USB + "usb_link.sv", USB + "usb_tx.sv"
REQUEST = USB + "usb_request.sv"

FAULTS = [
    # B: addressing, tokens, endpoint selection
    Fault("U-27", "the address is ignored", Define("FAULT_ANSWER_OTHERS")),
    Fault("U-29", "one bit of the address is not compared",
          Change(TRANSACTION, "field_i[6:0] == address_i", "field_i[6:1] == address_i[6:1]")),
    Fault("U-34", "SET_ADDRESS has no effect", Change(EP0, "if (readdress_q) address_d", "if (1'b0) address_d")),
    Fault("U-32a", "SETUP to any endpoint is heard",
          Change(TRANSACTION, "if (named[0]) state_d = WaitSetup", "state_d = WaitSetup")),
    Fault("U-32b", "an endpoint that does not exist says NAK",
          Change(PIPES, "if (!exists_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplySilent",
                 "if (!exists_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplyNak")),
    Fault("U-32c", "endpoints exist without a configuration",
          Change(CORE, "exists[Event]   = configured && !alternate", "exists[Event]   = !alternate")),
    # C: handshake, toggle, retry, buffering
    Fault("U-36", "the toggle moves with every attempt", Change(CORE, "done[n] = in_done[n];", "done[n] = in_start[n];")),
    Fault("U-37", "an event packet is gone once it was sent", Change(CORE, ".done_i(in_done[Event])", ".done_i(in_start[Event])")),
    Fault("U-41a", "a capture packet is gone once it was sent",
          Change(CORE, ".done_i(in_done[Capture])", ".done_i(in_start[Capture])")),
    Fault("U-41b", "data are taken without their CRC", Change(CHECK, "crc_q == Crc16Good", "1'b1")),
    Fault("U-41c", "tokens are taken without their CRC", Change(CHECK, "crc_q[4:0] == Crc5Good", "1'b1")),
    Fault("U-43", "a repetition on endpoint 0 is taken as new",
          Change(EP0, "!deaf_q && out_toggle_i == toggle_q && count_i == out_wanted", "!deaf_q && count_i == out_wanted")),
    Fault("U-49", "a packet longer than 64 bytes is taken", Change(RECEIVER, "fits = !(count_q[6] && count_q[0])", "fits = count_q != 7'd126")),
    Fault("U-52", "what is too long runs round the buffer", Change(EP0, " && count_i < out_wanted", ""), "vusbtest"),
    Fault("U-53", "a packet is frozen again by a retry", Define("FAULT_FROZEN_ANEW")),
    Fault("U-54", "a reset forgets that a packet is frozen",
          Change(CORE, ".rst_ni(rst_ni), .start_i(in_start[Event])", ".rst_ni(rst_ni && !reset), .start_i(in_start[Event])")),
    Fault("U-57", "OUT data with the other toggle get STALL",
          Change(EP0, "out_toggle_i != toggle_q || count_i == out_wanted",
                 "out_toggle_i == toggle_q && count_i == out_wanted")),
    Fault("U-58a", "CLEAR_FEATURE leaves the toggle", Define("FAULT_TOGGLE_STAYS")),
    Fault("U-58b", "CLEAR_FEATURE leaves the halt", Change(PIPES, "(halted_q | halt_set_i) & ~restart_i", "halted_q | halt_set_i")),
    Fault("U-58c", "SET_CONFIGURATION and SET_INTERFACE leave halts and toggles",
          Change(CORE, ".restart_i(restart | {2*Endpoints{reset}})",
                 ".restart_i((&restart ? '0 : restart) | {2*Endpoints{reset}})")),
    Fault("U-61", "every handshake is an ACK", Define("FAULT_ANY_HANDSHAKE")),
    Fault("U-65", "no wait ends", Define("FAULT_WAIT_FOREVER")),
    Fault("U-65a", "the wait for an ACK does not end",
          Change(TRANSACTION, "if (late) state_d = WaitToken", "if (late && state_q != WaitAck) state_d = WaitToken")),
    Fault("U-65b", "the wait for data ends too soon", Change(TRANSACTION, "LimitData = 5'd23", "LimitData = 5'd20")),
    Fault("U-65c", "the wait for an ACK ends too late", Change(TRANSACTION, "LimitAck  = 5'd25", "LimitAck  = 5'd29")),
    Fault("U-07", "a broken packet ends no wait", Change(TRANSACTION, "packet_q ? NearLimit : timer_q + 5'd1", "timer_q + 5'd1")),
    Fault("U-81", "a halted endpoint goes on", Change(PIPES, "else if (halted_q[i]) reply_o[2*i +: 2] = usb_pkg::ReplyStall;", "")),
    Fault("capture", "an ACK frees two capture packets", Define("FAULT_TAIL_SKIPS")),
    # D: control endpoint
    Fault("U-80", "a SETUP is not heard while the register bus is busy", Define("FAULT_SETUP_LATE")),
    Fault("U-41d", "a data stage goes on without an ACK", Define("FAULT_COUNTED_UNHEARD")),
    Fault("U-35", "the data stage begins with any toggle", Change(EP0, "toggle_d    = 1'b1;", "")),
    Fault("U-35b", "the status stage has any toggle",
          Change(EP0, "in_toggle_o  = state_q == StatusIn || toggle_q", "in_toggle_o  = toggle_q")),
    Fault("U-69", "wLength is compared on nine bits", Change(EP0, " && heard_q[31:16+SizeBits] == '0", "")),
    Fault("U-70", "a reply ends with its first packet",
          Change(EP0, "if (last || (exact_q && left_q == WholePacket)) state_d = Done", "state_d = Done")),
    Fault("U-71", "no empty packet ends a reply of full packets",
          Change(EP0, "(exact_q && left_q == WholePacket)", "left_q == WholePacket"), "vusbsmall"),
    Fault("U-74", "an unknown descriptor is answered with another", Change(REQUEST, "known = 1'b0;", "known = 1'b1;")),
    Fault("U-77", "the address holds before the status stage",
          Change(EP0, "readdress_d = set_address;", "if (set_address) address_d = value;")),
    Fault("U-79", "an old register's answer is given to a new request",
          Change(EP0, "if (setup_i) state_d = Decode;", "if (setup_i && state_q != WaitRead) state_d = Decode;")),
    Fault("U-82a", "a STALL outlives SETUP",
          Change(EP0, "if (setup_i) state_d = Decode;", "if (setup_i && state_q != Stalled) state_d = Decode;")),
    Fault("U-82b", "a STALL ends before SETUP",
          Change(EP0, "if (in_stall_i || (out_i && out_reply_o == usb_pkg::ReplyStall)) state_d = Stalled;", "")),
    Fault("U-83a", "SETUP of seven bytes is taken", Change(TRANSACTION, " && count_i == 7'd8", "")),
    Fault("U-83b", "SETUP with DATA1 is taken",
          Change(TRANSACTION, "pid_i == usb_pkg::PidData0 && count_i == 7'd8", "count_i == 7'd8")),
    Fault("U-83c", "the address comes from a SETUP that broke",
          Change(EP0, "address_d = addr_q[6:0]", "address_d = value")),
    Fault("register-a", "a refused read gives data",
          Change(EP0, "if (!busy) state_d = reg_refused_i ? Stalled : DataIn;", "if (!busy) state_d = DataIn;")),
    Fault("register-b", "a refused write is told as done", Change(EP0, "reg_refused_i ? Stalled : StatusIn", "StatusIn")),
    Fault("hello", "SET_CONFIGURATION queues no hello", Change(CORE, "reset_end || configure", "reset_end")),
    # A: what packets can show of the line
    Fault("U-04", "SE0 of a microsecond is a reset", Change(LINK, "ResetLast   = ResetClocks - 16'd1", "ResetLast   = 16'd12")),
    Fault("U-02", "no stuff bit before EOP", Change(SENDER, "state_q == Eop && !stuff", "state_q == Eop")),
    Fault("U-01", "a stuff bit comes late", Define("FAULT_STUFF_LATE")),
    Fault("PID", "the complement of a PID is not looked at", Define("FAULT_PID_UNCHECKED")),
    Fault("field", "the second byte of a token stands for its first too", Define("FAULT_FIELD_LATE")),
    Fault("U-06", "a packet may end within a byte", Change(FRONT, " && bit_q[2:1] == 2'd0", "")),
    Fault("U-26", "the pull-up stays without VBUS", Change(LINK, "if (!rst_ni || !vbus_q[1]) begin", "if (!rst_ni) begin")),
    Fault("suspend", "suspended too soon", Change(LINK, "SuspendLast = SuspendClocks - 16'd1", "SuspendLast = 16'd35300")),
]


def sources():
    """The files of the core in their order, from the build's own list."""
    listed = re.findall(r"\$\{(?:PROJECT_SOURCE_DIR\}/(\S+)|CMAKE_CURRENT_SOURCE_DIR\}/(\S+))\.sv\)?", (ROOT / "rtl/usb/CMakeLists.txt").read_text())
    return [(first or USB + second) + ".sv" for first, second in listed]


PARAMETERS = {"vusb": [], "vusbsmall": ["-GTestPacketSize=7'd2"], "vusbtest": ["-GTestBuild=1'b1"]}
CASES = {"vusb": "random_transactions", "vusbsmall": "random_transactions_with_small_packets",
         "vusbtest": "random_transactions_with_the_test_build"}


def compiler():
    """The compiler and its environment; with ccache a mutant that was built before costs nothing, in whatever tree."""
    cached = shutil.which("ccache") is not None
    return ["ccache", "c++"] if cached else ["c++"], {**os.environ, "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}


def built(fault, build):
    """The soak with the mutant in it."""
    work = build / "planted" / fault.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    files = []
    for source in sources():
        path = work / pathlib.Path(source).name
        path.write_text(fault.plant.planted(source))
        files.append(path.name)
    subprocess.run(["verilator", "--cc", "-O3", "--prefix", fault.build.capitalize(), "--Mdir", "model", "--top-module", "adoube_usb",
                    "--x-assign", "0", "--x-initial", "0", "--savable", "--no-timing", "-Wno-fatal", "-Wno-lint",
                    *fault.plant.options(), *PARAMETERS[fault.build], *files], cwd=work, check=True, capture_output=True)
    others = [name for name in PARAMETERS if name != fault.build]
    include = pathlib.Path(os.environ.get("VERILATOR_ROOT", "/usr/share/verilator")) / "include"
    folders = [ROOT, include, include / "vltstd",
               *[build / f"rtl/usb/CMakeFiles/adoube_{name}.dir/{name.capitalize()}.dir" for name in others]]
    command, environment = compiler()
    flags = ["-std=c++20", "-O2", "-w", "-DBOOST_TEST_DYN_LINK", "-DBOOST_TEST_MODULE=planted", "-DADOUBE_SOAK_DEFAULT=200000", "-Imodel",
             *[f"-I{folder}" for folder in folders]]
    objects = []
    for source in [str(ROOT / "tests/rtl/usb/soak/soak_test.cpp"), *(f"model/{path.name}" for path in sorted((work / "model").glob("*.cpp")))]:
        objects.append(pathlib.Path(source).stem + ".o")
        subprocess.run([*command, *flags, "-c", source, "-o", objects[-1]], cwd=work, env=environment, check=True, capture_output=True)
    libraries = ["tests/rtl/usb/soak/libadoube_usb_soak.a", "sim/bus/libadoube_bus.a", *[f"rtl/usb/libadoube_{name}.a" for name in others]]
    subprocess.run(["c++", *objects, *[str(build / library) for library in libraries], "-lboost_unit_test_framework", "-lfmt", "-pthread",
                    "-o", "soak"], cwd=work, check=True, capture_output=True)
    return work / "soak"


def seen(fault, build):
    """What the soak said about the mutant, or nothing: first of one seed, which is enough for most, then of many."""
    program = built(fault, build)
    try:
        for transactions in ("1", os.environ.get("ADOUBE_SOAK_TRANSACTIONS", "100000")):
            result = subprocess.run([str(program), f"--run_test={CASES[fault.build]},scripts_that_once_failed"], capture_output=True, text=True,
                                    timeout=300, env={**os.environ, "ADOUBE_SOAK_TRANSACTIONS": transactions})
            said = result.stdout + result.stderr
            found = re.search(r"shortest: row (\d+): (.*)", said)
            if found:
                return f"{int(found[1]) + 1} rows: {found[2][:110]}"
            if result.returncode < 0:
                raise SystemExit("the soak crashed: is BUILD newer than the sources?")
            if "scripts_that_once_failed" in said:
                return "a kept script"
        return ""
    except subprocess.TimeoutExpired:
        return "time-out"
    finally:
        shutil.rmtree(program.parent)


def check():
    misfits = [f"{fault.name} does not fit the source (or more than once)" for fault in FAULTS if not fault.plant.fits()]
    named = {fault.plant.name for fault in FAULTS if isinstance(fault.plant, Define)}
    there = {name for path in (ROOT / USB).glob("*.sv") for name in re.findall(r"`ifn?def (FAULT_\w+)", path.read_text())}
    proofs = set(re.findall(r"FAULT_\w+", (ROOT / "rtl/formal.toml").read_text()))
    misfits += [f"{name} of rtl/usb is planted by nobody" for name in sorted(there - named - proofs)]
    print("\n".join(misfits) or f"{len(FAULTS)} rows fit")
    return 1 if misfits else 0


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    if len(sys.argv) < 2 or not (pathlib.Path(sys.argv[1]) / "CMakeCache.txt").is_file():
        raise SystemExit(__doc__)
    build, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    unknown = set(names) - {fault.name for fault in FAULTS}
    if unknown:
        raise SystemExit(f"no such fault: {', '.join(sorted(unknown))}")
    missed = 0
    for fault in FAULTS:
        if names and fault.name not in names:
            continue
        said = seen(fault, build)
        missed += not said
        print(f"| {fault.name} | {fault.what} | {said or 'NOT SEEN'} |", flush=True)
    return missed != 0


if __name__ == "__main__":
    sys.exit(main())
