# SPDX-License-Identifier: Apache-2.0
"""scripts/setup on machines that do not exist: its commands are played by small scripts found first in PATH."""
import pathlib
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/setup"

# What the played machine says. $HOME holds: missing (packages), refused (packages apt cannot find), uid, log (what apt was asked).
PLAYED = {
    "dpkg-query": 'for last; do :; done; grep -qx "$last" "$HOME/missing" && exit 1; echo installed',
    "apt-get": '''echo "$DEBIAN_FRONTEND $*" >>"$HOME/log"
for word; do if grep -qx "$word" "$HOME/refused"; then echo "E: Unable to locate package $word"; exit 100; fi; done
case " $* " in *" -s "*) ;; *" install "*) : >"$HOME/missing" ;; esac''',
    "id": 'cat "$HOME/uid"',
}


class Machine:
    def __init__(self, missing=(), refused=(), uid=0, sudo=None):
        self.folder = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.folder.name)
        commands = PLAYED | ({"sudo": sudo} if sudo else {})
        for name, text in commands.items():
            path = self.home / name
            path.write_text(f"#!/bin/bash\n{text}\n")
            path.chmod(0o755)
        # Everything else the script uses, and nothing more: a real sudo must not be found.
        for name in ("bash", "env", "grep", "sort", "mktemp", "tee", "tail", "cat", "rm", "true"):
            found = subprocess.run(["bash", "-c", f"type -P {name}"], capture_output=True, text=True, check=True)
            (self.home / name).symlink_to(found.stdout.strip())
        (self.home / "missing").write_text("".join(f"{p}\n" for p in missing))
        (self.home / "refused").write_text("".join(f"{p}\n" for p in refused))
        (self.home / "uid").write_text(f"{uid}\n")
        (self.home / "log").write_text("")

    def setup(self, *groups):
        return subprocess.run(["bash", SETUP, *groups], env={"PATH": str(self.home), "HOME": str(self.home), "TMPDIR": str(self.home)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)

    def asked_of_apt(self):
        return (self.home / "log").read_text()


class Setup(unittest.TestCase):
    def test_quiet_when_nothing_is_missing(self):
        machine = Machine()
        run = machine.setup("run", "test")
        self.assertEqual((run.returncode, run.stdout, run.stderr, machine.asked_of_apt()), (0, "", "", ""))

    def test_installs_what_is_missing_and_only_that(self):
        machine = Machine(missing=["tshark", "verilator"])
        run = machine.setup("test")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Installing 2 packages: verilator tshark", run.stdout)
        self.assertIn("noninteractive", machine.asked_of_apt())
        self.assertIn("install --no-install-recommends verilator tshark\n", machine.asked_of_apt())
        self.assertEqual(machine.setup("test").stdout, "")

    def test_group_run_leaves_the_tests_alone(self):
        machine = Machine(missing=["tshark"])
        self.assertEqual((machine.setup().returncode, machine.asked_of_apt()), (0, ""))

    def test_unknown_group(self):
        run = Machine().setup("everything")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no group 'everything'", run.stderr)

    def test_names_the_package_that_failed(self):
        run = Machine(missing=["z3", "yosys"], refused=["yosys"]).setup("test")
        self.assertEqual(run.returncode, 1)
        self.assertIn("scripts/setup: yosys cannot be installed here", run.stderr)
        self.assertIn("E: Unable to locate package yosys", run.stderr)

    def test_neither_root_nor_sudo(self):
        run = Machine(missing=["g++"], uid=1000).setup()
        self.assertEqual(run.returncode, 1)
        self.assertIn("run it as root or install sudo; missing packages: g++", run.stderr)

    def test_no_prompt_without_a_terminal(self):
        machine = Machine(missing=["g++"], uid=1000, sudo='[ "$1" = -n ] && exit 1; exec "$@"')
        run = machine.setup()
        self.assertEqual((run.returncode, machine.asked_of_apt()), (1, ""))
        self.assertIn("sudo would ask for a password", run.stderr)

    def test_sudo_without_password(self):
        machine = Machine(missing=["g++"], uid=1000, sudo='[ "$1" = -n ] && shift; exec env -u DEBIAN_FRONTEND "$@"')
        run = machine.setup()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("noninteractive", machine.asked_of_apt().splitlines()[-1])


if __name__ == "__main__":
    unittest.main(warnings="ignore")
