# SPDX-License-Identifier: Apache-2.0
"""The serial number in a routed design: the descriptors lie in one block RAM of 512 bytes, whose contents stand in the .asc
file by themselves. The RAM is found by what it holds, so nothing has to be known of where it was placed.

A block RAM read as 512 x 8 gives the even or the odd bits of its 256 words (Lattice, "Memory Usage Guide for iCE40 Devices").
Yosys takes the lowest bit of the address for that choice and wires the eight bits in the order below. A line of .ram_data
holds sixteen words, the last one first.
"""
import re

LINES = 16
DIGITS = 64
PLACES = (0, 8, 4, 12, 2, 10, 6, 14)  # of the bits of a byte with an even address; with an odd one the next each


class Wrong(Exception):
    """What is wrong with a serial number or a design, in a sentence."""


def table(package):
    """(bytes of the ROM, offset and length of the serial's descriptor) from rtl/common/adoube_pkg.sv."""
    def number(name):
        return int(re.search(rf"\b{name} = (?:9'd)?(\d+);", package)[1])
    digits = re.search(r"\bDescRom = \d+'h([0-9a-f]+);", package)[1]
    rom = bytes.fromhex(digits.zfill(2 * number("DescBytes")))[::-1]
    return rom.ljust(512, b"\0"), number("DescSerialOffset"), number("DescSerialLength")


def string_descriptor(text, length):
    """The descriptor of a serial; `Wrong` where it cannot stand in a place of that length."""
    places = (length - 2) // 2
    odd = [c for c in text if not (c.isascii() and (c.isalnum() or c in "-_."))]
    if odd:
        raise Wrong(f"the serial '{text}' holds {ascii(odd[0])}: letters A to Z, digits, '-', '_' and '.' go into it")
    if len(text) != places:
        raise Wrong(f"the serial '{text}' has {len(text)} characters: give {places}, as many as the descriptor has")
    return bytes([length, 3]) + text.encode("utf-16-le")


def bytes_of(lines):
    """The 512 bytes in sixteen lines of .ram_data."""
    words = [int(line[i:i + 4], 16) for line in lines for i in range(DIGITS - 4, -1, -4)]
    return bytes(sum((words[a // 2] >> place + a % 2 & 1) << i for i, place in enumerate(PLACES)) for a in range(512))


def lines_of(content):
    """The reverse of `bytes_of`."""
    words = [sum((content[2 * w + odd] >> i & 1) << place + odd for odd in (0, 1) for i, place in enumerate(PLACES)) for w in range(256)]
    return ["".join(f"{word:04x}" for word in words[16 * n:16 * n + 16][::-1]) for n in range(LINES)]


def find(asc, rom, serial_at, length):
    """(index of its first line, its bytes) of the block RAM that holds the descriptors, whatever the serial."""
    def blank(content):
        return content[:serial_at + 2] + bytes(length - 2) + content[serial_at + length:]
    lines, found = asc.split("\n"), []
    for i, line in enumerate(lines):
        if line.startswith(".ram_data"):
            content = bytes_of(lines[i + 1:i + 1 + LINES])
            if blank(content) == blank(rom):
                found.append((i + 1, content))
    if len(found) != 1:
        raise Wrong(f"{len(found)} block RAMs of the design hold the descriptors, not one: it was made from other sources")
    return found[0]


def serial_of(asc, package):
    """The serial that a routed design has."""
    rom, offset, length = table(package)
    return find(asc, rom, offset, length)[1][offset + 2:offset + length].decode("utf-16-le")


def with_serial(asc, package, text):
    """The routed design with another serial."""
    rom, offset, length = table(package)
    descriptor = string_descriptor(text, length)
    at, content = find(asc, rom, offset, length)
    lines = asc.split("\n")
    lines[at:at + LINES] = lines_of(content[:offset] + descriptor + content[offset + length:])
    return "\n".join(lines)
