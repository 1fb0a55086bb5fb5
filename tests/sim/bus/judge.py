# SPDX-License-Identifier: Apache-2.0
"""tshark reads the captures that the co-simulations have left (witness.hpp) and finds nothing wrong with any packet.

judge.py clear FOLDER   before the first of them
judge.py judge FOLDER   after the last; where every test ran (ADOUBE_ALL_TESTS, by scripts/test) there must be some
judge.py planted FOLDER the judge itself: packets with an error of each kind are flagged, each of them
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys

# Its opinion on the order of packets does not count by itself: those that a test damaged are not in the captures, and the
# answers of other devices are on no wires of ours. Nor what it thinks above the link layer, where it takes a descriptor
# for malformed of which a host wanted only the beginning.
BAD = ("(_ws.malformed && !usb && !usbll.invalid_pid_sequence) || usbll.crc5.status != 1 || usbll.crc16.status != 1"
       " || usbll.invalid_pid || usbll.undecoded || usbll.invalid_setup_data")
FULL_SPEED = 294


def flagged(path):
    """Numbers of the packets that tshark finds fault with, and how many it has read."""
    command = ["tshark", "-r", str(path), "-T", "fields", "-e", "frame.number"]
    run = lambda *more: subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout.split()
    return [int(n) for n in run("-Y", BAD)], len(run())


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return 0


def judge(folder):
    files = sorted(folder.glob("*.pcap"))
    if not files:
        everything = "ADOUBE_ALL_TESTS" in os.environ
        print("every test ran and none left a capture" if everything else "SKIP: no captures, as no test ran that leaves one")
        return 1 if everything else 0
    faults = 0
    total = 0
    for path in files:
        bad, packets = flagged(path)
        total += packets
        for number in bad[:5]:
            print(f"{path}: tshark flags packet {number}")
        faults += len(bad)
    if total == 0:
        print("the captures are empty")
    print(f"{len(files)} captures, {total} packets, {faults} flagged")
    return 1 if faults or total == 0 else 0


def crc5(field):
    crc = 0x1F
    for i in range(11):
        crc = (crc >> 1) ^ (0x14 if (crc ^ (field >> i)) & 1 else 0)
    return ~crc & 0x1F


def crc16(content):
    crc = 0xFFFF
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0xA001 if crc & 1 else 0)
    return ~crc & 0xFFFF


def token(pid, address, endpoint):
    field = address | endpoint << 7
    return bytes([pid]) + struct.pack("<H", field | crc5(field) << 11)


def data(pid, content):
    return bytes([pid]) + content + struct.pack("<H", crc16(content))


def flip(packet, bit):
    return packet[: bit // 8] + bytes([packet[bit // 8] ^ 1 << bit % 8]) + packet[bit // 8 + 1:]


def planted(folder):
    folder.mkdir(parents=True, exist_ok=True)
    sof, into, out, first = token(0xA5, 5, 0), token(0x69, 5, 1), token(0xE1, 5, 2), data(0xC3, bytes(range(8)))
    good = [sof, into, first, b"\xd2", out, data(0x4B, b""), b"\x5a", out, data(0x4B, b""), b"\x1e", b"\x3c", into]
    bad = {
        "CRC5": [flip(packet, bit) for packet in (sof, into, out) for bit in (8, 13, 18, 19, 23)],
        "CRC16": [flip(first, bit) for bit in (8, 40, 71, 72, 87)],
        "PID": [flip(packet, bit) for packet in (sof, into, first, b"\xd2") for bit in range(8)],
        "cut short": [into[:2], into[:1], first[:2], first[:-1], first[:-3]],
        "too long": [into + b"\0", first + b"\0"],
    }
    missed = 0
    path = folder / "planted"
    for kind, packets in [("none", good), *bad.items()]:
        head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, FULL_SPEED)
        frames = b"".join(struct.pack("<IIII", i, 0, len(p), len(p)) + p for i, p in enumerate(packets))
        path.write_bytes(head + frames)
        found, count = flagged(path)
        wanted = list(range(1, len(packets) + 1)) if kind != "none" else []
        if found != wanted or count != len(packets):
            missed += 1
            print(f"{kind}: of packets {[p.hex() for p in packets]} tshark flags {found}")
    path.unlink()
    print(f"{len(bad)} kinds of planted errors, {missed} not judged right")
    return 1 if missed else 0


if __name__ == "__main__":
    task, place = sys.argv[1], pathlib.Path(sys.argv[2])
    if task != "clear" and shutil.which("tshark") is None:
        print("SKIP: tshark is not installed (scripts/setup test)")
        sys.exit(0)
    sys.exit({"clear": clear, "judge": judge, "planted": planted}[task](place))
