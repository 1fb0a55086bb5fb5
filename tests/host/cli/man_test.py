#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual page names every command, every option that --help prints, and every type of the JSON contract.

usage: man_test.py ADOUBE SOURCE_DIR [test name ...]
"""
import re
import sys
import unittest

from program import SOURCE, run

MAN = (SOURCE / "docs/man/adoube.1.scd").read_text()
SECTIONS = {}  # word of the command: its paragraphs
for paragraph in re.split(r"\n(?=\*)", MAN.split("# COMMANDS")[1].split("# OPTIONS")[0]):
    for word in {found.split()[0].strip("*,") for found in re.findall(r"^\*.*", paragraph, re.MULTILINE)[:1]}:
        SECTIONS[word] = SECTIONS.get(word, "") + paragraph
EVERYWHERE = {"--help", "--version", "--device", "--json", "--color", "--no-progress"}


def commands(*path):
    """Every command, as the words that choose it, with the options its --help prints."""
    text = run(*path, "--help").stdout
    options = set(re.findall(r"(?:^  |,\s*)(--[a-z][a-z0-9-]*)", text, re.MULTILINE))
    found = [(path, options)]
    inner = re.split(r"\nSubcommands:\n", text)
    for word in re.findall(r"^  ([a-z][a-z0-9-]*) ", inner[1], re.MULTILINE) if len(inner) > 1 else []:
        found += commands(*path, word)
    return found


class Man(unittest.TestCase):
    def test_every_option_of_every_command(self):
        all_commands = commands()
        self.assertGreater(len(all_commands), 20)
        missing = []
        options_seen = 0
        for path, options in all_commands:
            if not path:
                missing += [option for option in options - {"--help", "--version"} if f"*{option}*" not in MAN.split("# OPTIONS")[1]]
                continue
            section = SECTIONS.get(path[0], "")
            if not section or any(f"*{word}*" not in section for word in path):
                missing.append(" ".join(path))
            for option in sorted(options - EVERYWHERE):
                options_seen += 1
                if not re.search(rf"{option}\b(?!-)", section):
                    missing.append(" ".join((*path, option)))
        self.assertGreater(options_seen, 60)
        self.assertEqual(missing, [])

    def test_every_type_of_a_json_line(self):
        types = {name for source in (SOURCE / "host/cli").glob("*.cpp") for name in re.findall(r'\bobject\("([a-z_]+)"', source.read_text())}
        self.assertGreater(len(types), 20)
        listed = set(re.findall(r"\*([a-z_]+)\*", MAN.split("# JSON")[1].split("# EXIT STATUS")[0]))
        self.assertEqual(types - listed, set())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
