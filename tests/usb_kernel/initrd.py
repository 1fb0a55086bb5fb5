# SPDX-License-Identifier: Apache-2.0
"""The initial file system of a guest: an archive of the kind that the kernel unpacks (newc), in memory.

Not compressed: reading some megabytes more costs QEMU nothing, unpacking them under TCG seconds.
"""
import os
import pathlib
import stat
import subprocess


class Initrd:
    def __init__(self):
        self.entries = {}

    def folder(self, path):
        if path not in ("", "/", "."):
            self.folder(os.path.dirname(path))
            self.entries.setdefault(path, (stat.S_IFDIR | 0o755, b""))

    def write(self, path, content, mode=0o644):
        self.folder(os.path.dirname(path))
        self.entries[path] = (stat.S_IFREG | mode, content)

    def link(self, path, target):
        self.folder(os.path.dirname(path))
        self.entries[path] = (stat.S_IFLNK | 0o777, target.encode())

    def file(self, path, source, mode=0o644):
        self.write(path, pathlib.Path(source).read_bytes(), mode)

    def program(self, path, source):
        """An executable, and each shared library that it asks for, at the place where it asks for it."""
        self.file(path, source, 0o755)
        listed = subprocess.run(["ldd", source], capture_output=True, text=True, timeout=30).stdout
        for word in listed.split():
            if word.startswith("/"):
                self.file(word.lstrip("/"), word, 0o755)

    def archive(self):
        parts = []
        for inode, (path, (mode, content)) in enumerate([*self.entries.items(), ("TRAILER!!!", (0, b""))], 1):
            name = path.encode() + b"\0"
            fields = (inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name), 0)
            head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
            parts += [head, b"\0" * (-len(head) % 4), content, b"\0" * (-len(content) % 4)]
        return b"".join(parts)
