# SPDX-License-Identifier: Apache-2.0
"""Every test and scenario that docs/recognition.md names exists, and every row of its table names one."""
import re
import sys

from named_tests import NAMED, ROOT, known_tests, missing

SCENARIO = re.compile(r"`([abs]?\d+-[a-z0-9-]+)`")


def unfounded(text):
    """Rows without a test."""
    for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        what, _, _, tests = row.split(" | ")
        if what not in ("what hands do", "---") and not NAMED.search(tests):
            yield f"no test holds: {what}"


def main():
    assert list(unfounded("| what hands do | a | b | c |\n| --- | --- | --- | --- |\n| x | a | b | [t: `c`] |\n| y | a | b | c |")) == ["no test holds: y"]
    text = (ROOT / "docs/recognition.md").read_text()
    found = [*missing(text, set(), known_tests()), *unfounded(text)]
    found += [f"there is no scenario {name}" for name in SCENARIO.findall(text) if not (ROOT / f"tests/scenarios/{name}.scn").exists()]
    print("\n".join(found) or f"{len(NAMED.findall(text))} tests that the document names exist")
    return 1 if found else 0


sys.exit(main())
