#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of other cores planted into rtl/usb, one at a time: the soak must see each.

  planted.py --check          every row still fits the source (a test)
  planted.py BUILD [NAME...]  builds each mutant in the release build tree BUILD, runs the soak, prints a table

Names are those of the log of faults of open cores that the project keeps: sections B, C and D.
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    what: str
    file: str
    old: str
    new: str
    build: str = "vusb"


USB = "rtl/usb/"
TRANSACTION, EP0, PIPES, CORE = USB + "usb_transaction.sv", USB + "usb_ep0.sv", USB + "usb_pipes.sv", USB + "adoube_usb.sv"
RECEIVER, FRONT, LINK, SENDER = USB + "usb_packet_rx.sv", USB + "usb_front.sv", USB + "usb_link.sv", USB + "usb_tx.sv"
EVENTS, REQUEST = USB + "usb_event_in.sv", USB + "usb_request.sv"

FAULTS = [
    # B: addressing, tokens, endpoint selection
    Fault("U-27", "the address is ignored", TRANSACTION, "field_i[6:0] == address_i", "field_i[6:0] == field_i[6:0]"),
    Fault("U-29", "one bit of the address is not compared", TRANSACTION, "field_i[6:0] == address_i", "field_i[6:1] == address_i[6:1]"),
    Fault("U-34", "SET_ADDRESS has no effect", EP0, "if (readdress_q) address_d", "if (1'b0) address_d"),
    Fault("U-32a", "SETUP to any endpoint is heard", TRANSACTION, "if (named[0]) state_d = WaitSetup", "state_d = WaitSetup"),
    Fault("U-32b", "an endpoint that does not exist says NAK", PIPES, "if (!exists_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplySilent",
          "if (!exists_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplyNak"),
    Fault("U-32c", "endpoints exist without a configuration", CORE, "exists[Event]   = configured && !alternate",
          "exists[Event]   = !alternate"),
    # C: handshake, toggle, retry, buffering
    Fault("U-36", "the toggle moves with every attempt", CORE, "done[n] = in_done[n];", "done[n] = in_start[n];"),
    Fault("U-37", "an event packet is gone once it was sent", CORE, ".done_i(in_done[Event])", ".done_i(in_start[Event])"),
    Fault("U-41a", "a capture packet is gone once it was sent", CORE, ".done_i(in_done[Capture])", ".done_i(in_start[Capture])"),
    Fault("U-41b", "data are taken without their CRC", RECEIVER, " && crc16_q == Crc16Good", ""),
    Fault("U-41c", "tokens are taken without their CRC", RECEIVER, " && crc5_q == Crc5Good", ""),
    Fault("U-43", "a repetition on endpoint 0 is taken as new", EP0, "out_i && out_toggle_i == toggle_q && out_length_i == out_wanted",
          "out_i && out_length_i == out_wanted"),
    Fault("U-49", "a packet longer than 64 bytes is taken", RECEIVER, "count_q <= 7'd66", "count_q <= 7'd126"),
    Fault("U-52", "what is too long runs round the buffer", EP0, " && out_length_i < out_wanted", "", "vusbtest"),
    Fault("U-53", "a packet is frozen again by a retry", EVENTS, "if (!held_q) freeze_q", "freeze_q"),
    Fault("U-54", "a reset forgets that a packet is frozen", CORE, ".rst_ni(rst_ni), .start_i(in_start[Event])",
          ".rst_ni(rst_ni && !reset), .start_i(in_start[Event])"),
    Fault("U-57", "OUT data with the other toggle get STALL", EP0, "out_toggle_i != toggle_q || out_length_i == out_wanted",
          "out_toggle_i == toggle_q && out_length_i == out_wanted"),
    Fault("U-58a", "CLEAR_FEATURE leaves the toggle", PIPES, "(toggle_q ^ done_i) & ~restart_i", "toggle_q ^ done_i"),
    Fault("U-58b", "CLEAR_FEATURE leaves the halt", PIPES, "(halted_q | halt_set_i) & ~restart_i", "halted_q | halt_set_i"),
    Fault("U-58c", "SET_CONFIGURATION and SET_INTERFACE leave halts and toggles", CORE, ".restart_i(restart | {2*Endpoints{reset}})",
          ".restart_i((&restart ? '0 : restart) | {2*Endpoints{reset}})"),
    Fault("U-61", "every handshake is an ACK", TRANSACTION, "if (pid_i == usb_pkg::PidAck) in_done_o", "in_done_o"),
    Fault("U-65a", "the wait for an ACK does not end", TRANSACTION, "if (late) state_d = WaitToken",
          "if (late && state_q != WaitAck) state_d = WaitToken"),
    Fault("U-65b", "the wait for data ends too soon", TRANSACTION, "LimitData = 5'd23", "LimitData = 5'd20"),
    Fault("U-65c", "the wait for an ACK ends too late", TRANSACTION, "LimitAck  = 5'd25", "LimitAck  = 5'd29"),
    Fault("U-07", "a broken packet ends no wait", TRANSACTION, "packet_q ? NearLimit : timer_q + 5'd1", "timer_q + 5'd1"),
    Fault("U-81", "a halted endpoint goes on", PIPES, "else if (halted_q[i]) reply_o[2*i +: 2] = usb_pkg::ReplyStall;", ""),
    # D: control endpoint
    Fault("U-35", "the data stage begins with any toggle", EP0, "toggle_d    = 1'b1;", ""),
    Fault("U-35b", "the status stage has any toggle", EP0, "in_toggle_o  = state_q == StatusIn || toggle_q", "in_toggle_o  = toggle_q"),
    Fault("U-69", "wLength is compared on eight bits", EP0, "{setup_q[63:48]} < {{16-SizeBits{1'b0}}, size}",
          "{setup_q[55:48]} < size[7:0]"),
    Fault("U-70", "a reply ends with its first packet", EP0, "if (last || (exact_q && left_q == WholePacket)) state_d = Done",
          "state_d = Done"),
    Fault("U-71", "no empty packet ends a reply of full packets", EP0, "(exact_q && left_q == WholePacket)", "left_q == WholePacket",
          "vusbsmall"),
    Fault("U-74", "an unknown descriptor is answered with another", REQUEST, "known = 1'b0;", "known = 1'b1;"),
    Fault("U-77", "the address holds before the status stage", EP0, "readdress_d = set_address;",
          "if (set_address) address_d = setup_q[22:16];"),
    Fault("U-79", "an old register's answer is given to a new request", EP0, "if (setup_i) state_d = Decode;",
          "if (setup_i && state_q != WaitRead) state_d = Decode;"),
    Fault("U-82a", "a STALL outlives SETUP", EP0, "if (setup_i) state_d = Decode;", "if (setup_i && state_q != Stalled) state_d = Decode;"),
    Fault("U-82b", "a STALL ends before SETUP", EP0, "if (in_stall_i || (out_i && out_reply_o == usb_pkg::ReplyStall)) state_d = Stalled;", ""),
    Fault("U-83a", "SETUP of seven bytes is taken", TRANSACTION, " && length_i == 7'd8", ""),
    Fault("U-83b", "SETUP with DATA1 is taken", TRANSACTION, "pid_i == usb_pkg::PidData0 && length_i == 7'd8", "length_i == 7'd8"),
    Fault("U-83c", "the address comes from a SETUP that broke", EP0, "address_d = addr_q[6:0]", "address_d = setup_q[22:16]"),
    Fault("register-a", "a refused read gives data", EP0, "left_d[2]   = 1'b1;\n        exact_d     = 1'b1;\n        if (!busy) state_d = reg_refused_i ? Stalled : DataIn;",
          "left_d[2]   = 1'b1;\n        exact_d     = 1'b1;\n        if (!busy) state_d = DataIn;"),
    Fault("register-b", "a refused write is told as done", EP0, "reg_refused_i ? Stalled : StatusIn", "StatusIn"),
    Fault("hello", "SET_CONFIGURATION queues no hello", CORE, "reset_end || configure", "reset_end"),
    # A: what packets can show of the line
    Fault("U-04", "SE0 of a microsecond is a reset", LINK, "ResetClocks   = 5'd31", "ResetClocks   = 5'd12"),
    Fault("U-02", "no stuff bit before EOP", SENDER, "state_q == Eop && !stuff", "state_q == Eop"),
    Fault("U-06", "a packet may end within a byte", FRONT, " && bit_q[2:1] == 2'd0", ""),
    Fault("U-26", "the pull-up stays without VBUS", LINK, "if (!rst_ni || !vbus_q[1]) begin", "if (!rst_ni) begin"),
    Fault("suspend", "suspended too soon", LINK, "SuspendClocks = 16'd36000", "SuspendClocks = 16'd35300"),
]


def mutant(fault):
    text = (ROOT / fault.file).read_text()
    if text.count(fault.old) != 1:
        raise SystemExit(f"{fault.name}: {fault.file} has this {text.count(fault.old)} times: {fault.old}")
    return text.replace(fault.old, fault.new)


def sources(build):
    """The files of the core in their order, from the build's own list."""
    listed = re.findall(r"\$\{(?:PROJECT_SOURCE_DIR\}/(\S+)|CMAKE_CURRENT_SOURCE_DIR\}/(\S+))\.sv\)?", (ROOT / "rtl/usb/CMakeLists.txt").read_text())
    return [(first or USB + second) + ".sv" for first, second in listed]


PARAMETERS = {"vusb": [], "vusbsmall": ["-GTestPacketSize=7'd2"], "vusbtest": ["-GTestBuild=1'b1"]}
CASES = {"vusb": "random_transactions", "vusbsmall": "random_transactions_with_small_packets",
         "vusbtest": "random_transactions_with_the_test_build"}


def seen(fault, build):
    """What the soak said about the mutant, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        files = []
        for source in sources(build):
            path = work / pathlib.Path(source).name
            path.write_text(mutant(fault) if source == fault.file else (ROOT / source).read_text())
            files.append(str(path))
        prefix = fault.build.capitalize()
        include = pathlib.Path(os.environ.get("VERILATOR_ROOT", "/usr/share/verilator")) / "include"
        subprocess.run(["verilator", "--cc", "-O3", "--prefix", prefix, "--Mdir", str(work / "model"), "--top-module", "adoube_usb",
                        "--x-assign", "0", "--x-initial", "0", "--savable", "--no-timing", "-Wno-fatal", "-Wno-lint",
                        *PARAMETERS[fault.build], *files], check=True, capture_output=True)
        models = [work / "model"] + [build / f"rtl/usb/CMakeFiles/adoube_{name}.dir/{name.capitalize()}.dir" for name in PARAMETERS if name != fault.build]
        program = work / "soak"
        subprocess.run(["c++", "-std=c++20", "-O2", "-w", "-DBOOST_TEST_DYN_LINK", "-DBOOST_TEST_MODULE=planted", "-DADOUBE_SOAK_DEFAULT=200000",
                        f"-I{ROOT}", f"-I{include}", f"-I{include}/vltstd", *[f"-I{model}" for model in models],
                        str(ROOT / "tests/rtl/usb/soak/soak_test.cpp"), *map(str, sorted((work / "model").glob("*.cpp"))),
                        str(build / "tests/rtl/usb/soak/libadoube_usb_soak.a"), str(build / "sim/bus/libadoube_bus.a"),
                        *[str(build / f"rtl/usb/libadoube_{name}.a") for name in PARAMETERS if name != fault.build],
                        "-lboost_unit_test_framework", "-lfmt", "-pthread", "-o", str(program)], check=True, capture_output=True)
        transactions = os.environ.get("ADOUBE_SOAK_TRANSACTIONS", "100000")
        try:
            result = subprocess.run([str(program), f"--run_test={CASES[fault.build]},scripts_that_once_failed"], capture_output=True, text=True, timeout=300,
                                    env={**os.environ, "ADOUBE_SOAK_TRANSACTIONS": transactions})
        except subprocess.TimeoutExpired:
            return "time-out"
        found = re.search(r"shortest: row (\d+): (.*)", result.stdout + result.stderr)
        if found:
            return f"{int(found[1]) + 1} rows: {found[2][:110]}"
        if result.returncode < 0:
            raise SystemExit("the soak crashed: is BUILD newer than the sources?")
        return "a kept script" if "scripts_that_once_failed" in result.stdout + result.stderr else ""


def main():
    if sys.argv[1:] == ["--check"]:
        for fault in FAULTS:
            mutant(fault)
        print(f"{len(FAULTS)} rows fit")
        return 0
    build = pathlib.Path(sys.argv[1]).resolve()
    missed = 0
    for fault in FAULTS:
        if sys.argv[2:] and fault.name not in sys.argv[2:]:
            continue
        said = seen(fault, build)
        missed += not said
        print(f"| {fault.name} | {fault.what} | {said or 'NOT SEEN'} |", flush=True)
    return missed != 0


if __name__ == "__main__":
    sys.exit(main())
