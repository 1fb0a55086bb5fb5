# SPDX-License-Identifier: Apache-2.0
"""Every test that docs/usb-testing.md names is in the file that it names before it, and every kind of fault of the log of
other cores stands in its list once, in order."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASE = re.compile(r"BOOST_(?:AUTO|FIXTURE)_TEST_CASE\(\s*(\w+)")
# In a line: a file (without its folder where the document has said it), "receive:" for a sweep, the name of a test.
SAID = re.compile(r"`(?P<file>[\w/]+\.cpp)`|\b(?P<sweep>[a-z]+):(?= `)|`(?P<case>[a-z0-9]+(?:_[a-z0-9]+)+)`")
PATH = re.compile(r"`((?:tests|sim|rtl)/[\w/]+\.\w+)`")
KIND = re.compile(r"^\| (U-\d\d(?:, U-\d\d)*) \|", re.MULTILINE)
# Numbers that the log gives to no fault.
UNUSED = {13, 20, 30, 39, 40, 48, 50, 60, 76}
KINDS = [f"U-{number:02}" for number in range(1, 87) if number not in UNUSED]


def misnamed(text, cases):
    """`cases`: names of tests by the path of their file."""
    for line in text.splitlines():
        file = ""
        for said in SAID.finditer(line):
            sweep = f"sweeps/{said['sweep']}_test.cpp"
            if said["file"]:
                file = said["file"]
                if "/" not in file and not any(path.endswith(f"/{file}") for path in cases):
                    yield f"there is no file {file}"
            elif any(path.endswith(sweep) for path in cases):
                file = sweep
            elif said["case"] and not any(said["case"] in names for path, names in cases.items() if f"/{path}".endswith(f"/{file}" if file else "")):
                yield f"there is no test {said['case']}" + (f" in {file}" if file else "")


def misplaced(text, kinds):
    rows = KIND.findall(text)
    listed = [kind for row in rows for kind in row.split(", ")]
    for kind in sorted(set(listed) | set(kinds)):
        if kind not in kinds:
            yield f"{kind} is no kind of the log"
        elif listed.count(kind) != 1:
            yield f"{kind} stands in the list {listed.count(kind)} times"
    if rows != sorted(rows):
        yield "the list of kinds is not in order"


def planted():
    """Errors of each kind, that all of them are seen."""
    cases = {"tests/x/long_test.cpp": {"every_length"}, "tests/y/long_test.cpp": {"no_length"}, "tests/sweeps/wait_test.cpp": {"both_ways"}}
    assert list(misnamed("`tests/x/long_test.cpp`: `every_length`, `no_length`; `long_test.cpp`: `no_length`; wait: `both_ways`, `no_length`\n"
                         "`every_length` and `no_such_test`", cases)) == [
        "there is no test no_length in tests/x/long_test.cpp", "there is no test no_length in sweeps/wait_test.cpp", "there is no test no_such_test"]
    assert list(misplaced("| U-02 | x |\n| U-02 | y |\n| U-01, U-05 | z |", ["U-01", "U-02", "U-03"])) == [
        "U-02 stands in the list 2 times", "U-03 stands in the list 0 times", "U-05 is no kind of the log", "the list of kinds is not in order"]


def main():
    planted()
    cases = {str(path.relative_to(ROOT)): set(CASE.findall(path.read_text())) for path in (ROOT / "tests").rglob("*.cpp")}
    text = (ROOT / "docs/usb-testing.md").read_text()
    found = [*misnamed(text, cases), *misplaced(text, KINDS)]
    found += [f"there is no file {path}" for path in PATH.findall(text) if not (ROOT / path).exists()]
    print("\n".join(found) or f"every test that is named exists, and {len(KINDS)} kinds stand in the list")
    return 1 if found else 0


sys.exit(main())
