# SPDX-License-Identifier: Apache-2.0
"""Every file that a document names stands in the tree: links, and paths in backquotes that look like ours."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
QUOTED = re.compile(r"`((?:rtl|constraints|rules|driver|sim|host|tests|docs|scripts)/[\w./-]*)`")


def named(document, text):
    """Paths a document names, relative to the root."""
    for match in LINK.finditer(text):
        yield (document.parent / match[1]).resolve()
    for match in QUOTED.finditer(text):
        yield ROOT / match[1]


def missing(document, text):
    return [str(path.relative_to(ROOT)) for path in named(document, text) if not path.exists()]


def main():
    assert missing(ROOT / "README.md", "see `docs/no-such-file.md` and [x](nowhere.md)") == ["nowhere.md", "docs/no-such-file.md"]
    documents = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    faults = [f"{d.relative_to(ROOT)}: there is no {p}" for d in documents for p in missing(d, d.read_text())]
    print("\n".join(faults) or f"{len(documents)} documents name only files that exist")
    return 1 if faults else 0


sys.exit(main())
