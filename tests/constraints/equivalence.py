#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that what synthesis makes of a block is the block: for every state and every input, its RTL and its netlist of iCE40 cells
agree (yosys equiv_opt, induction over the flops they share). Blocks with memories are left to the simulation beside the RTL.

equivalence.py            every block, each once more with a fault planted in a LUT of its netlist, which must be found
equivalence.py NAME...    only these
"""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "constraints"))
import flow  # noqa: E402
sys.path.insert(0, str(ROOT / "tests/constraints/gates"))
from lut_faults import draw_faults  # noqa: E402

LIMIT_S = 120  # of processor time, so that a busy machine changes nothing; each takes one to three
BLOCKS = ["edge_filter", "horizon", "scan_walker", "drop_ledger", "usb_packet_rx", "usb_tx", "usb_check", "usb_request", "usb_pipes", "usb_event_in",
          "usb_capture_in", "usb_frame", "usb_link", "usb_cross", "board_reset"]
# Synthesis gives these machines another coding, which leaves no pairs of flops to hold on to; here they keep their own.
RECODED = {"usb_request"}
# packet_composer, usb_front and usb_transaction are not here: equal pairs of flops alone are not enough for their induction.


def prove(block, folder, plant=""):
    """(proved, cells held against each other, what yosys said last). Leaves the netlist in folder/netlist.json."""
    files = ["rtl/common/adoube_pkg.sv", "rtl/usb/usb_pkg.sv", str(next(ROOT.glob(f"rtl/*/{block}.sv")).relative_to(ROOT))]
    (folder / "synthesis.ys").write_text(f"synth_ice40 -top {block} -abc9 -dff\nwrite_json {folder / 'netlist.json'}\n{plant}\n")
    coding = 'setattr -set fsm_encoding "none" w:*; ' if block in RECODED else ""
    script = (f"read_verilog -sv {' '.join(files)}; hierarchy -top {block}; proc; flatten; opt_clean; {coding}memory; select -assert-none t:$mem*; select -clear; "
              f"scratchpad -copy abc9.script.{flow.MAPPING} abc9.script; "
              f"equiv_opt -assert -multiclock -map +/ice40/cells_sim.v script {folder / 'synthesis.ys'}")
    done = subprocess.run(["yosys", "-p", script], cwd=ROOT, capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S)))
    said = done.stdout + done.stderr
    counts = re.findall(r"Of those cells (\d+) are proven and (\d+) are unproven", said)
    return done.returncode == 0 and "Equivalence successfully proven!" in said, sum(map(int, counts[-1])) if counts else 0, said[-600:]


def main():
    bad = 0
    for block in sys.argv[1:] or BLOCKS:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            proved, cells, said = prove(block, folder)
            good = proved and cells > 0
            verdict = f"{'proved' if good else 'NOT PROVED'}, {cells} pairs"
            if good:
                cell, _, other, words = draw_faults(json.loads((folder / "netlist.json").read_text())["modules"][block], 1, 1)[0]
                wrong, _, said = prove(block, folder, f"setparam -set LUT_INIT 16'b{other:016b} {block}/{cell}")
                good = not wrong and re.search(r"Found \d+ unproven \$equiv cells in 'equiv_status -assert'", said) is not None
                verdict += f"; planted {cell} {words}: {'found' if good else 'NOT FOUND'}"
        bad += not good
        print(f"{block:16} {verdict}, {time.monotonic() - start:.1f} s" + ("" if good else f"\n{said}"), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
