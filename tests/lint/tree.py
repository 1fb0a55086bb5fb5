# SPDX-License-Identifier: Apache-2.0
"""The files a rule looks at, and what it says about them."""
import dataclasses
import functools
import os
import pathlib
import re

SOURCES = (".cpp", ".hpp", ".h", ".c")
SKIPPED = {"build", "__pycache__", "node_modules"}


@dataclasses.dataclass(frozen=True)
class Finding:
    """One broken rule: where and why."""
    path: str
    line: int
    why: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.why}"


class Tree:
    """A source tree: the project itself, or a small one planted to break a rule."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()

    @functools.cached_property
    def files(self):
        """Every file, as a sorted list of paths relative to the root; build trees and planted faults left out."""
        found = []
        for folder, folders, names in os.walk(self.root):
            here = pathlib.Path(folder).relative_to(self.root)
            folders[:] = [f for f in folders
                          if f not in SKIPPED and (not f.startswith(".") or f == ".ci")
                          and (here / f).as_posix() != "tests/lint/planted"]
            found += [(here / name).as_posix() for name in names if name != ".git"]
        return sorted(found)

    def under(self, *folders, suffixes=SOURCES):
        """Files of these kinds in these folders."""
        return [f for f in self.files if f.endswith(suffixes) and any(f.startswith(folder + "/") for folder in folders)]

    def text(self, path):
        return (self.root / path).read_text(errors="replace")

    def code(self, path):
        """Text of a C++ file with comments blanked, line numbers kept."""
        return strip_comments(self.text(path))


TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)


def strip_comments(text):
    """Replaces comments by as many line breaks; string literals stay."""
    return TOKEN.sub(lambda m: "\n" * m[0].count("\n") if m[0].startswith("/") else m[0], text)


def strip_strings(code):
    """Replaces what is left of literals by empty ones, except in #include lines."""
    def shorten(match):
        start = code.rfind("\n", 0, match.start()) + 1
        return match[0] if code[start:match.start()].lstrip().startswith("#include") else '""' + "\n" * match[0].count("\n")
    return TOKEN.sub(shorten, code)


def lines(text, pattern):
    """(line number, match) of every match of a compiled pattern."""
    for match in pattern.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match
