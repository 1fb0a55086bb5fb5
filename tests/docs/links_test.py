# SPDX-License-Identifier: Apache-2.0
"""Every file that a document names stands in the tree: links, paths in backquotes that look like ours, games and cases."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
QUOTED = re.compile(r"`((?:rtl|constraints|rules|driver|sim|host|tests|docs|scripts)/[\w./-]*)`")
PLAYED = re.compile(r"(tests/[\w./-]+\.(?:pgn|jsonl))")


def named(document, text):
    """Paths a document names, relative to the root."""
    for match in LINK.finditer(text):
        yield (document.parent / match[1]).resolve()
    for match in QUOTED.finditer(text):
        yield ROOT / match[1]
    for match in PLAYED.finditer(text):
        yield ROOT / match[1]


def missing(document, text):
    return [str(path.relative_to(ROOT)) for path in named(document, text) if not path.exists()]


def main():
    assert missing(ROOT / "README.md", "see `docs/no-such-file.md` and [x](nowhere.md)") == ["nowhere.md", "docs/no-such-file.md"]
    assert missing(ROOT / "docs/man/x.1.scd", "\tadoube events --device sim:tests/games/nothing.pgn") == ["tests/games/nothing.pgn"]
    documents = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.scd")])
    faults = [f"{d.relative_to(ROOT)}: there is no {p}" for d in documents for p in missing(d, d.read_text())]
    print("\n".join(faults) or f"{len(documents)} documents name only files that exist")
    return 1 if faults else 0


sys.exit(main())
