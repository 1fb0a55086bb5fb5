# SPDX-License-Identifier: Apache-2.0
"""Debian's kernel for a guest, and the caller of its USB test module, taken out of their packages without installing them.

Which version follows from linux-image-amd64, so that it moves with Debian. What was unpacked is kept in a folder of that
version; unpacking takes some 15 s, most of it the way to one file of the kernel's source.
"""
import lzma
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile

MODULES = ("usb-common", "usbcore", "uhci-hcd", "usbtest")
TESTUSB = "tools/usb/testusb.c"
XZ_MAGIC = b"\xfd7zXZ\x00"


class Unavailable(Exception):
    """The packages cannot be had here; the text says why."""


def image_package():
    """Name of the kernel package that linux-image-amd64 depends on now."""
    listed = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True, timeout=60)
    found = re.search(r"Depends: (linux-image-\d\S*)", listed.stdout)
    if not found:
        raise Unavailable("apt knows no linux-image-amd64 (apt-get update)")
    return found[1]


def unpacked(package, folder):
    """The package as a stream of tar members, from a download that is gone afterwards."""
    got = subprocess.run(["apt-get", "-q", "download", package], cwd=folder, capture_output=True, text=True, timeout=300)
    files = list(pathlib.Path(folder).glob(package + "_*.deb"))
    if got.returncode != 0 or not files:
        raise Unavailable(f"{package} cannot be downloaded: {(got.stderr.strip().splitlines() or ['no word from apt'])[-1]}")
    stream = subprocess.Popen(["dpkg", "--fsys-tarfile", files[0].name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        with tarfile.open(fileobj=stream.stdout, mode="r|") as archive:
            yield from ((archive, member) for member in archive)
    finally:
        stream.stdout.close()
        stream.kill()
        stream.wait()
        files[0].unlink()


def take_kernel(package, download, folder):
    for archive, member in unpacked(package, download):
        name = pathlib.PurePosixPath(member.name)
        if name.name.startswith("vmlinuz-"):
            image = archive.extractfile(member).read()
            # The ELF inside boots by PVH, without the compressed kernel's own unpacking: 7 s under TCG instead of 19.
            (folder / "vmlinux").write_bytes(lzma.LZMADecompressor().decompress(image[image.index(XZ_MAGIC):]))
        elif name.suffix == ".ko" and name.stem in MODULES:
            (folder / name.name).write_bytes(archive.extractfile(member).read())


def take_testusb(source_package, download, folder):
    for archive, member in unpacked(source_package, download):
        if not member.name.endswith(".tar.xz"):
            continue
        with tarfile.open(fileobj=archive.extractfile(member), mode="r|xz") as source:
            for inner in source:
                if inner.name.endswith("/" + TESTUSB):
                    (folder / "testusb.c").write_bytes(source.extractfile(inner).read())
                    return


def build_testusb(folder):
    subprocess.run(["gcc", "-O1", "-w", "-static", "-pthread", "-o", "testusb", "testusb.c"], cwd=folder, check=True, timeout=60)


def kernel(cache):
    """Folder with vmlinux, the modules and the program testusb, made if it is not there."""
    package = image_package()
    folder = pathlib.Path(cache) / package
    if folder.is_dir():
        return folder
    pathlib.Path(cache).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        fresh = pathlib.Path(scratch) / "kernel"
        fresh.mkdir()
        take_kernel(package, scratch, fresh)
        series = re.search(r"linux-image-(\d+\.\d+)", package)[1]
        take_testusb(f"linux-source-{series}", scratch, fresh)
        lacking = [name for name in ("vmlinux", "testusb.c", *(m + ".ko" for m in MODULES)) if not (fresh / name).exists()]
        if lacking:
            raise Unavailable(f"{package} and the source beside it hold no {', '.join(lacking)}")
        build_testusb(fresh)
        shutil.move(fresh, folder)
    return folder
