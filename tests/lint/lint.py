#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of architecture and style that a program can check.

lint.py RULE...            checks the project; prints path:line: why; exit 1 if anything was found
lint.py --list             names the rules
lint.py --planted          checks each rule against planted faults: tests/lint/planted/RULE/ is a small tree in which
                           every file named bad* (where there is none: each tree bad*) must be found out and nothing else may be
lint.py --planted --verbose   what each rule says about them
lint.py --build DIR ...    where compile_commands.json stands, for the rule `headers`
"""
import argparse
import contextlib
import functools
import pathlib
import shutil
import sys
import tempfile

import generated
import headers
import layers
import rtl
import text
from tree import Tree

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
PLANTED = HERE / "planted"
# Files of the project that a planted tree of the rule stands on.
NEEDS = {
    "generated": ("scripts/generate", "rtl/protocol.toml", "rtl/common/adoube_pkg.sv", "driver/wire/protocol.hpp"),
    "verilator": ("rtl/board/primitives.vlt",),
}
RULES = layers.RULES | text.RULES | headers.RULES | generated.RULES | rtl.RULES


def check(rule, tree):
    return list(RULES[rule](tree))


@contextlib.contextmanager
def planted_tree(rule, place):
    """The tree of a planted fault: what the rule needs of the project, over it the rule's good tree, over it the fault."""
    with tempfile.TemporaryDirectory() as folder:
        for needed in NEEDS.get(rule, ()):
            target = pathlib.Path(folder, needed)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / needed, target)
        for layer in (PLANTED / rule / "good", place):
            if layer.exists():
                shutil.copytree(layer, folder, dirs_exist_ok=True)
        yield Tree(folder)


def planted_faults(rule, verbose):
    """What is wrong with the rule itself, judged by its planted trees; and the number of faults it found out."""
    wrong, found_out = [], 0
    places = sorted(p for p in (PLANTED / rule).glob("*") if p.is_dir())
    if not any(p.name.startswith("bad") for p in places):
        return [f"{rule}: no planted fault"], 0
    for place in places:
        with planted_tree(rule, place) as tree:
            found = check(rule, tree)
            faulty = {f for f in tree.files if pathlib.PurePath(f).name.startswith("bad")}
        if verbose:
            print("\n".join(f"  {place.name}: {x}" for x in found) or f"  {place.name}: nothing found")
        if place.name == "good":
            wrong += [f"{rule}: blamed {place.name}: {x}" for x in found]
        elif faulty:
            blamed = {x.path for x in found}
            wrong += [f"{rule}: missed {place.name}/{f}" for f in sorted(faulty - blamed)]
            wrong += [f"{rule}: blamed {place.name}/{f}" for f in sorted(blamed - faulty)]
            found_out += len(faulty & blamed)
        else:
            wrong += [] if found else [f"{rule}: missed the fault in {place.name}"]
            found_out += 1 if found else 0
    return wrong, found_out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULE")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--build")
    options = parser.parse_args()
    unknown = [r for r in options.rules if r not in RULES]
    if unknown:
        parser.error(f"no rule {unknown[0]}; the rules are {' '.join(RULES)}")
    if options.list:
        print("\n".join(f"{name:<20} {' '.join(rule.__doc__.split())}" for name, rule in RULES.items()))
        return 0
    chosen = options.rules or list(RULES)
    failures = 0
    if options.planted:
        for rule in chosen:
            wrong, found_out = planted_faults(rule, options.verbose)
            print("\n".join(wrong) if wrong else f"{rule}: {found_out} planted faults found out", flush=True)
            failures += len(wrong)
    else:
        RULES["headers"] = functools.partial(headers.alone, build=options.build)
        tree = Tree(PROJECT)
        for rule in chosen:
            found = check(rule, tree)
            for finding in found:
                print(f"{finding} [{rule}]")
            print(f"{rule}: {len(found)} faults")
            failures += len(found)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
