#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden pictures are XML, stand alone, and tell a screen reader what they show."""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "text", "use"}
# Pieces and numbered badges that each board holds.
BOARDS = {"start": (32, 0), "start-black-dark": (32, 0), "incident": (8, 5)}
# Points in all curves that each plot holds, those of its legend included.
PLOTS = {"line-plot": 2 * 2 * 3 + 2}


def faults_of_board(root, ids, pieces, badges):
    uses = [e.get("href") for e in root.iter(SVG + "use")]
    texts = [e.text for e in root.iter(SVG + "text")]
    if {u[1:] for u in uses} != {i for i in ids if not i.endswith(("-title", "-desc"))}:
        yield "uses and definitions are not the same"
    if not root[1].text.startswith("White: king"):
        yield "the description does not begin with the pieces"
    if len(uses) != pieces or len(texts) - 16 != badges:
        yield f"{len(uses)} pieces and {len(texts) - 16} badges, expected {pieces} and {badges}"


def faults_of_plot(root, points):
    found = [e for e in root.iter() if e.tag == SVG + "circle" or (e.tag == SVG + "rect" and e.get("width") == "8")
             or (e.tag == SVG + "path" and e.get("fill") not in (None, "none"))]
    if len(found) != points:
        yield f"{len(found)} points, expected {points}"
    width, height = (int(n) for n in root.get("viewBox").split()[2:])
    for e in found:
        x, y = (int(n) for n in re.findall(r"-?\d+", e.get("d"))[:2]) if e.tag == SVG + "path" else (int(e.get("cx") or e.get("x")), int(e.get("cy") or e.get("y")))
        if not (0 <= x <= width and 0 <= y <= height):
            yield f"a point at {x}, {y} outside the picture"


def faults_of(path):
    root = ET.fromstring(path.read_bytes())
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    if len(set(ids)) != len(ids):
        yield "an id stands twice"
    if root.get("aria-labelledby").split() != [root[0].get("id"), root[1].get("id")] or root.get("role") != "img":
        yield "the picture has no name for a screen reader"
    if not (root[0].text and root[1].text):
        yield "title or description is empty"
    yield from faults_of_board(root, ids, *BOARDS[path.stem]) if path.stem in BOARDS else faults_of_plot(root, PLOTS[path.stem])
    for e in root.iter():
        if e.tag.removeprefix(SVG) not in KNOWN:
            yield f"element {e.tag}"
        for name, value in e.attrib.items():
            if re.search(r"url\(|https?:|^data:", value):
                yield f"attribute {name} leads outside: {value}"


def main():
    pictures = sorted((pathlib.Path(__file__).parent / "golden").glob("*.svg"))
    faults = [f"{p.name}: {fault}" for p in pictures for fault in faults_of(p)]
    if {p.stem for p in pictures} != BOARDS.keys() | PLOTS.keys():
        faults.append("the golden pictures are not those of this test")
    print("\n".join(faults) or f"{len(pictures)} pictures are well-formed and stand alone")
    return 1 if faults else 0


sys.exit(main())
