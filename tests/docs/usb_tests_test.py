# SPDX-License-Identifier: Apache-2.0
"""Every test that docs/usb-testing.md names is a test of the tree, and every kind of fault stands in it once."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASE = re.compile(r"BOOST_(?:AUTO|FIXTURE)_TEST_CASE\(\s*(\w+)")
NAMED = re.compile(r"`([a-z0-9]+(?:_[a-z0-9]+)+)`")
KIND = re.compile(r"^\| (U-\d\d(?:, U-\d\d)*) \|", re.MULTILINE)


def faults(text, cases):
    found = [f"there is no test {name}" for name in NAMED.findall(text) if name not in cases]
    rows = KIND.findall(text)
    kinds = [kind for row in rows for kind in row.split(", ")]
    found += [f"{kind} stands in the list twice" for kind in sorted(set(kinds)) if kinds.count(kind) > 1]
    return found + (["the list of kinds is not in order"] if rows != sorted(rows) else [])


def main():
    cases = {name for path in (ROOT / "tests").rglob("*.cpp") for name in CASE.findall(path.read_text())}
    assert faults("`no_such_test` `every_length`\n| U-02 | x |\n| U-02 | y |\n| U-01 | z |", cases | {"every_length"}) == [
        "there is no test no_such_test", "U-02 stands in the list twice", "the list of kinds is not in order"]
    found = faults((ROOT / "docs/usb-testing.md").read_text(), cases)
    print("\n".join(found) or "every test that is named exists")
    return 1 if found else 0


sys.exit(main())
