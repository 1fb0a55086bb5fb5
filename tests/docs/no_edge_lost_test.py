# SPDX-License-Identifier: Apache-2.0
"""Every proof and test that docs/no-edge-lost.md names in brackets exists, and the number it promises is the one that is tested."""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAMED = re.compile(r"\[([a-z0-9_]+)(?:: `([a-z0-9_]+)`)?\](?!\()")
CASE = re.compile(r"BOOST_(?:AUTO|FIXTURE)_TEST_CASE\(\s*(\w+)")
TEST = re.compile(r"adoube_test\((\w+)[^)]*?SOURCES ([^)]*?) LIBS", re.DOTALL)


def missing(text, proofs, tests):
    """`tests`: names of cases by the name of the test."""
    for name, case in NAMED.findall(text):
        if case and case not in tests.get(name, set()):
            yield f"there is no case {case} in a test {name}"
        elif name not in proofs and name not in tests:
            yield f"there is neither a proof nor a test {name}"


def known_tests():
    tests = {}
    for made in (ROOT / "tests").rglob("CMakeLists.txt"):
        for name, sources in TEST.findall(made.read_text()):
            files = [made.parent / source for source in sources.split() if source.endswith(".cpp")]
            tests[name] = {case for file in files if file.exists() for case in CASE.findall(file.read_text())}
    return tests


def main():
    assert list(missing("[bank], [bunk] and [t: `a`], [t: `b`], [u] [see](x.md)", {"bank"}, {"t": {"a"}})) == [
        "there is neither a proof nor a test bunk", "there is no case b in a test t", "there is neither a proof nor a test u"]
    text = (ROOT / "docs/no-edge-lost.md").read_text()
    found = list(missing(text, tomllib.loads((ROOT / "rtl/formal.toml").read_text()), known_tests()))
    said = re.search(r"at most \*\*(\d+)\*\* above a drain", text)
    tested = re.search(r"unsigned promised = (\d+);", (ROOT / "tests/rtl/no_edge_lost_test.cpp").read_text())
    if not said or not tested or said[1] != tested[1]:
        found.append("the document does not promise what tests/rtl/no_edge_lost_test.cpp tests")
    if said and f"more than {said[1]} edges above" not in (ROOT / "docs/wire-protocol.md").read_text():
        found.append("docs/wire-protocol.md says another number")
    names = {name for name, _ in NAMED.findall(text)}
    print("\n".join(found) or f"{len(names)} proofs and tests that the document names exist")
    return 1 if found else 0


sys.exit(main())
