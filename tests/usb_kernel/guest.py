# SPDX-License-Identifier: Apache-2.0
"""One boot of Debian's kernel under QEMU (TCG), with simulated USB devices on its full-speed controller."""
import os
import pathlib
import re
import subprocess
import threading
import time

from initrd import Initrd

FOLDER = pathlib.Path(__file__).resolve().parent
MEMORY_MB = 256


class Part:
    def __init__(self, begun):
        self.begun = begun  # seconds since the start of QEMU: the guest's own clock is not reliable under TCG
        self.lines = []
        self.status = None  # None: it did not end

    @property
    def text(self):
        return "\n".join(self.lines)


def initrd(kernel, adoube):
    files = Initrd()
    files.program("bin/busybox", "/bin/busybox")
    files.program("bin/lsusb", "/usr/bin/lsusb")
    files.program("bin/adoube", adoube)
    files.program("bin/testusb", kernel / "testusb")
    for module in kernel.glob("*.ko"):
        files.file(f"lib/modules/{module.name}", module)
    files.file("init", FOLDER / "guest_init.sh", 0o755)
    return files.archive()


class Guest:
    """`devices`: of each simulated device its socket and the file for QEMU's own capture of it."""

    def __init__(self, kernel, adoube, folder, devices, parameters):
        image = folder / "initrd"
        image.write_bytes(initrd(kernel, adoube))
        command = ["qemu-system-x86_64", "-M", "pc,accel=tcg", "-m", str(MEMORY_MB), "-nographic", "-no-reboot", "-nodefaults",
                   "-monitor", "none", "-serial", "stdio", "-kernel", str(kernel / "vmlinux"), "-initrd", str(image),
                   "-append", f"console=ttyS0 panic=-1 quiet loglevel=3 {parameters}", "-device", "piix3-usb-uhci,id=uhci"]
        for index, (socket, capture) in enumerate(devices):
            command += ["-chardev", f"socket,id=c{index},path={socket},reconnect=1",
                        "-device", f"usb-redir,chardev=c{index},bus=uhci.0,port={index + 1},pcap={capture}"]
        self.log = folder / "qemu.log"
        self.parts = {}
        self.loose = []  # lines outside of every part
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log.open("w"),
                                        cwd=folder, env={**os.environ, "TMPDIR": str(folder)})
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        part, began = None, time.monotonic()
        for raw in self.process.stdout:
            line = raw.decode(errors="replace").rstrip("\r\n")
            if begun := re.fullmatch(r"@begin (\S+)", line):
                part = self.parts[begun[1]] = Part(time.monotonic() - began)
            elif ended := re.fullmatch(r"@end (\S+) (\d+)", line):
                self.parts[ended[1]].status = int(ended[2])
                part = None
            else:
                (part.lines if part else self.loose).append(line)

    def wait(self, seconds):
        """Until the guest has switched itself off; False if it had to be stopped."""
        try:
            self.process.wait(seconds)
            self.reader.join(10)
            return True
        except subprocess.TimeoutExpired:
            self.stop()
            return False

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        self.reader.join(10)


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False
