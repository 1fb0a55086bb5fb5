#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden pictures are XML, stand alone, and tell a screen reader what they show."""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "text", "use"}
# Pieces and numbered badges that each picture holds.
EXPECTED = {"start": (32, 0), "start-black-dark": (32, 0), "incident": (8, 5)}


def faults_of(path):
    root = ET.fromstring(path.read_bytes())
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    uses = [e.get("href") for e in root.iter(SVG + "use")]
    texts = [e.text for e in root.iter(SVG + "text")]
    pieces, badges = EXPECTED[path.stem]
    if len(set(ids)) != len(ids):
        yield "an id stands twice"
    if {u[1:] for u in uses} != {i for i in ids if not i.endswith(("-title", "-desc"))}:
        yield "uses and definitions are not the same"
    if root.get("aria-labelledby").split() != [root[0].get("id"), root[1].get("id")] or root.get("role") != "img":
        yield "the picture has no name for a screen reader"
    if not (root[0].text and root[1].text.startswith("White: king")):
        yield "title or description is empty"
    if len(uses) != pieces or len(texts) - 16 != badges:
        yield f"{len(uses)} pieces and {len(texts) - 16} badges, expected {pieces} and {badges}"
    for e in root.iter():
        if e.tag.removeprefix(SVG) not in KNOWN:
            yield f"element {e.tag}"
        for name, value in e.attrib.items():
            if re.search(r"url\(|https?:|^data:", value):
                yield f"attribute {name} leads outside: {value}"


def main():
    pictures = sorted((pathlib.Path(__file__).parent / "golden").glob("*.svg"))
    faults = [f"{p.name}: {fault}" for p in pictures for fault in faults_of(p)]
    if {p.stem for p in pictures} != set(EXPECTED):
        faults.append("the golden pictures are not those of this test")
    print("\n".join(faults) or f"{len(pictures)} pictures are well-formed and stand alone")
    return 1 if faults else 0


sys.exit(main())
