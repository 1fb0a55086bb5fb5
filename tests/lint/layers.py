# SPDX-License-Identifier: Apache-2.0
"""Who may use what (docs/architecture.md): includes, printing, clocks, chance.

An exception stands in the table below it with its reason, or it is a fault.
"""
import posixpath
import re

from tree import Finding, lines, strip_strings

STANDARD = set("""algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes
climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream
functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set
shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view strstream syncstream
system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector
version""".split())

# Folder (longest match wins) -> project folders it may include, other headers it may include (regular expression).
MAY_INCLUDE = {
    "rules/core": (["rules/core"], r"tl/expected\.hpp"),
    "rules/chess": (["rules/core", "rules/chess"], r"tl/expected\.hpp"),
    "rules": (["rules"], r"tl/expected\.hpp"),
    "driver/wire": (["driver/wire", "rules/core"], r"tl/expected\.hpp"),
    "driver/reorder": (["driver/wire", "driver/reorder", "rules/core"], r"tl/expected\.hpp"),
    "driver/touch": (["driver/wire", "driver/reorder", "driver/touch", "rules/core"], r"tl/expected\.hpp"),
    "driver/transport": (["driver/wire", "driver/transport", "rules/core"],
                         r"tl/expected\.hpp|libusb\.h|fmt/.*|poll\.h|unistd\.h|sys/.*|fcntl\.h|pthread\.h|signal\.h"),
    "driver": (["driver", "rules/core"], r"tl/expected\.hpp|fmt/.*"),
    # System headers: the seam speaks the kernel's usbfs. Verilated models, the leap tables made of them at build time
    # and SystemC are sim's own business.
    "sim": (["sim", "driver/wire", "rules"],
            r"tl/expected\.hpp|fmt/.*|verilated.*|V\w+\.h|leap_table_\w+\.hpp|systemc(\.h)?|linux/.*|sys/.*|unistd\.h|poll\.h|fcntl\.h|stdarg\.h|dlfcn\.h"),
    # The line knows no device: no Verilated model, nothing of the board but its draws of chance.
    "sim/line": (["sim/line", "sim/bus", "sim/physics"], r"tl/expected\.hpp"),
    "sim/gateway": (["sim", "driver/wire", "rules"],
                    r"tl/expected\.hpp|fmt/.*|usbredirparser\.h|sys/.*|unistd\.h|poll\.h"),
    # The runner joins the whole chain for `adoube sim`; it decides nothing.
    "sim/run": (["sim", "driver", "rules"], r".*"),
}

# Folder -> why its headers are included from itself only.
PRIVATE = {
    "driver/transport/usb": "libusb's header comes with them; everybody else sees driver/transport/usb.hpp",
}

LIBUSB_HOME = "driver/transport/usb/libusb.hpp"
LIBUSB = re.compile(r'#\s*include\s*[<"](?:[^>"]*/)?libusb\.h[>"]')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
PRINTING = re.compile(r"#\s*include\s*<(?:iostream|syncstream|fmt/ostream\.h|fmt/color\.h)>|\bstd::(?:cout|cerr|clog|print|println)\b"
                      r"|\bfmt::(?:print|println|vprint)\b|(?<![\w:.>])(?:std::)?(?:printf|vprintf|puts|putchar|perror)\s*\("
                      r"|\b(?:stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b")
CLOCKS = re.compile(r"\b(?:system_clock|steady_clock|high_resolution_clock|utc_clock|file_clock)\b|\bclock_gettime\b|\bgettimeofday\b"
                    r"|\btimespec_get\b|\bstd::time\b|(?<![\w:.>])time\s*\(\s*(?:NULL|nullptr|0|&)|std::clock\b|\bCLOCKS_PER_SEC\b|#\s*include\s*<(?:ctime|time\.h)>"
                    r"|\bsleep_(?:for|until)\b|\b(?:u|nano)sleep\s*\(|\b__rdtsc\b")
CHANCE = re.compile(r"#\s*include\s*<(?:random|cmath|math\.h)>|\bstd::(?:mt19937\w*|random_device|\w+_distribution|shuffle)\b"
                    r"|(?<![\w:.>])(?:std::)?s?rand\s*\(|(?<![\w:])(?:float|double)\b")

# Path (file or folder) -> why it may.
MAY_PRINT = {}
MAY_READ_CLOCK = {
    "driver/transport": "bounded waits of a real device; all deadlines of the simulated one are device time",
    "driver/session": "the injected clock's real implementation",
    "sim/seam/interpose.cpp": "hands the poll of other descriptors on to the kernel, with its time limit",
}
MAY_USE_CHANCE = {}


def excused(path, table):
    return any(path == entry or path.startswith(entry + "/") for entry in table)


def allowance(path):
    folder = max((f for f in MAY_INCLUDE if path.startswith(f + "/")), key=len, default=None)
    return MAY_INCLUDE.get(folder)


def libusb(tree):
    """The header of libusb is included in one file, a private header of driver/transport/usb."""
    for path in tree.under("rules", "driver", "sim", "host"):
        if path != LIBUSB_HOME:
            for line, _ in lines(tree.code(path), LIBUSB):
                yield Finding(path, line, f"libusb's header may be included in {LIBUSB_HOME} only")


def private(tree):
    """The headers of a private folder are included from that folder only."""
    for path in tree.under("rules", "driver", "sim", "host", "tests"):
        for line, match in lines(tree.code(path), INCLUDE):
            meant = (match[2], posixpath.join(posixpath.dirname(path), match[2]))  # from the root, or from where it stands
            for home, why in PRIVATE.items():
                if any(posixpath.normpath(m).startswith(home + "/") for m in meant) and not path.startswith(home + "/"):
                    yield Finding(path, line, f"{match[2]} is private to {home}: {why}")


def includes(tree):
    """Each layer includes the standard library, the layers below it, and the libraries it was given."""
    for path in tree.under("rules", "driver", "sim"):
        folders, others = allowance(path)
        for line, match in lines(tree.code(path), INCLUDE):
            name = match[2]
            own = any(name.startswith(f + "/") for f in folders)
            if not (own or name in STANDARD or re.fullmatch(others, name)):
                yield Finding(path, line, f"{path.rsplit('/', 1)[0]} may not include {name}")


def printing(tree):
    """Only host prints."""
    yield from pattern(tree, PRINTING, ("rules", "driver", "sim"), MAY_PRINT, "only host prints")


def clocks(tree):
    """Nothing below the session reads a clock, or waits by one."""
    yield from pattern(tree, CLOCKS, ("rules", "driver", "sim"), MAY_READ_CLOCK, "no clock below the session")


def chance(tree):
    """Nothing that decides uses the library's random numbers, its mathematics, or floating point."""
    yield from pattern(tree, CHANCE, ("rules", "driver", "sim"), MAY_USE_CHANCE, "integers and our own draws only")


def pattern(tree, compiled, folders, exceptions, why):
    for path in tree.under(*folders):
        if not excused(path, exceptions):
            for line, match in lines(strip_strings(tree.code(path)), compiled):
                yield Finding(path, line, f"{match[0].strip()}: {why}")


RULES = {"libusb": libusb, "private": private, "includes": includes, "printing": printing, "clocks": clocks, "chance": chance}
