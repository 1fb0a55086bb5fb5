#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes copies of sources of rules/article4 with one fault each: plant.py SOURCE_DIR OUTPUT_DIR

A fault is a line of the source and what stands there instead. Each must be found exactly once, so that a fault that
no longer fits the source is noticed when the test is built and not taken for one that was found.
"""
import pathlib
import sys

FAULTS = [
    # 4.3.3: the last own piece touched counts as the first.
    ("first-own", "obligation.cpp", "if (own(c) && own_first == nullptr) own_first = &c;",
     "if (own(c)) own_first = &c;"),
    # 4.4.2: rook first and king first mistaken for each other.
    ("rook-first", "obligation.cpp", "if (before(r.when, k.when)) {", "if (before(k.when, r.when)) {"),
    # 4.3.3: an own and an enemy piece in unclear order: every order is a reading.
    ("unclear-order", "obligation.cpp", "edition_.unclear_order != UnclearOrder::own_first) return false;",
     "edition_.unclear_order == UnclearOrder::own_first) return false;"),
    # 4.3.2: the pawn that may be taken en passant is said to stand where the taking pawn goes.
    ("en-passant", "move_table.cpp", "taking_[static_cast<std::size_t>(taken_[i])].add(i);",
     "taking_[static_cast<std::size_t>(m.to())].add(i);"),
    # 4.2.2: a brush is a touch.
    ("brush", "turn.cpp", "const bool brush = e.duration && *e.duration < edition_->brush;",
     "const bool brush = e.duration && *e.duration < 0;"),
    # 4.4.4: the new piece is final only when it is released, in every edition.
    ("new-piece", "turn.cpp", "edition_->promotion_choice == PromotionChoice::on_touch &&",
     "edition_->promotion_choice != PromotionChoice::on_touch &&"),
]


def main() -> None:
    source, output = map(pathlib.Path, sys.argv[1:])
    for name, file, line, instead in FAULTS:
        text = (source / file).read_text()
        if text.count(line) != 1:
            sys.exit(f"plant.py: {name}: {file} has {text.count(line)} times: {line}")
        folder = output / name
        folder.mkdir(parents=True, exist_ok=True)
        planted = text.replace(line, instead)
        target = folder / file
        if not target.exists() or target.read_text() != planted:
            target.write_text(planted)


if __name__ == "__main__":
    main()
