# SPDX-License-Identifier: Apache-2.0
"""Tests that a document names in brackets: [name] or [name: `case`]."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAMED = re.compile(r"\[([a-z0-9_]+)(?:: `(\w+)`)?\](?!\()")
CASE = re.compile(r"BOOST_(?:AUTO|FIXTURE)_TEST_CASE\(\s*(\w+)")
TEST = re.compile(r"adoube_test\(([\w${}]+)[^)]*?SOURCES ([^)]*?)\s+LIBS", re.DOTALL)
EACH = re.compile(r"foreach\(concept ([^)]*)\)(.*?)endforeach", re.DOTALL)


def missing(text, others, tests):
    """`tests`: names of cases by the name of the test; `others`: what may be named beside them."""
    for name, case in NAMED.findall(text):
        if case and case not in tests.get(name, set()):
            yield f"there is no case {case} in a test {name}"
        elif name not in others and name not in tests:
            yield f"there is neither a proof nor a test {name}"


def spelt_out(cmake):
    """The same without loops."""
    return EACH.sub(lambda loop: "".join(loop[2].replace("${concept}", concept) for concept in loop[1].split()), cmake)


def known_tests():
    tests = {}
    for made in (ROOT / "tests").rglob("CMakeLists.txt"):
        for name, sources in TEST.findall(spelt_out(made.read_text())):
            files = [made.parent / source for source in sources.split() if source.endswith(".cpp")]
            tests[name] = {case for file in files if file.exists() for case in CASE.findall(file.read_text())}
    return tests


assert list(missing("[bank], [bunk] and [t: `a`], [t: `b`], [u] [see](x.md)", {"bank"}, {"t": {"a"}})) == [
    "there is neither a proof nor a test bunk", "there is no case b in a test t", "there is neither a proof nor a test u"]
