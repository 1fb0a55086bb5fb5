# SPDX-License-Identifier: Apache-2.0
"""Every proof and test that docs/no-edge-lost.md names in brackets exists, and the number it promises is the one that is tested."""
import re
import sys
import tomllib

from named_tests import NAMED, ROOT, known_tests, missing


def main():
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
