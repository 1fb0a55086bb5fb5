# SPDX-License-Identifier: Apache-2.0
"""The report of a board as one HTML page that needs nothing else: bars of cells by block, Fmax against need, worst paths."""
import html as markup

import report

STYLE = """
:root { --ink: #222; --quiet: #767676; --line: #ddd; --bar: #3b6ea5; --flop: #8fb3d9; --good: #3d7a4d; --bad: #b03a2e; --paper: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --quiet: #999; --line: #444; --bar: #6f9fd0; --flop: #39536e; --good: #7dba8c; --bad: #e0786c; --paper: #1b1b1b } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem } p { margin: .3rem 0 }
svg { width: 100%; height: auto; display: block } text { fill: var(--ink); font-size: 13px } .quiet { fill: var(--quiet); color: var(--quiet) }
.end { text-anchor: end } .middle { text-anchor: middle } .group { font-weight: 600 } line { stroke: var(--ink) } .grid { stroke: var(--line) }
.bar { fill: var(--bar) } .flop { fill: var(--flop) } .good { fill: var(--good) } .bad { fill: var(--bad) } p.bad { color: var(--bad); font-weight: 600 } p.good { color: var(--good) }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } code { font-size: .95em }
"""
WIDTH, ROW = 800, 22


def esc(value):
    return markup.escape(str(value))


def words(x, y, value, kind=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" class="{kind}">{esc(value)}</text>'


def bar(x, y, width, kind, title=""):
    return f'<rect x="{x:.1f}" y="{y}" width="{max(width, 0.5):.1f}" height="14" rx="2" class="{kind}"><title>{esc(title)}</title></rect>'


def picture(rows, label):
    return f'<svg viewBox="0 0 {WIDTH} {ROW * len(rows) + 4}" role="img" aria-label="{esc(label)}">{"".join("".join(r) for r in rows)}</svg>'


def cells(made):
    """A bar a block: its cells, the part of them that uses its flop in the paler colour."""
    left, right = 190, 660
    blocks = [b for b in made["blocks"] if b["block"] != report.ALL and b["cells"] + b["EBR"] > 0]
    inner = [b for b in blocks if not any(other["block"].startswith(b["block"] + ".") for other in blocks)]
    scale = (right - left) / max([b["cells"] for b in inner] + [1])
    rows = []
    for n, b in enumerate(blocks):
        y = n * ROW + 2
        group = b not in inner
        row = [words(14 * b["block"].count("."), y + 12, b["block"].split(".")[-1], "group" if group else "")]
        if not group:
            row += [bar(left, y, b["cells"] * scale, "bar", f"{b['block']}: {b['cells']} logic cells"), bar(left, y, b["FF"] * scale, "flop", f"{b['FF']} of them with their flop")]
        row.append(words(right + 50, y + 12, b["cells"], "end group" if group else "end"))
        row.append(words(right + 130, y + 12, f"{b['EBR']} EBR" if b["EBR"] else "", "end quiet"))
        rows.append(row)
    return picture(rows, "Logic cells by block")


def speeds(made):
    """A bar a clock and seed, the need as a line through it."""
    left, right = 190, 600
    runs = [(name, seed["seed"], clock) for name in made["spread"] for seed in made["seeds"] for clock in [seed["clocks"][name]]]
    scale = (right - left) / max(clock["mhz"] for _, _, clock in runs)
    rows = []
    for n, (name, seed, clock) in enumerate(runs):
        y, need = n * ROW + 2, clock["need_mhz"] or 0
        met = clock["mhz"] >= need * (1 + report.MARGIN)
        rows.append([words(0, y + 12, f"{name}, seed {seed}"), bar(left, y, clock["mhz"] * scale, "good" if met else "bad"),
                     f'<line x1="{left + need * scale:.1f}" x2="{left + need * scale:.1f}" y1="{y - 2}" y2="{y + 17}" stroke-width="2"/>',
                     words(790, y + 12, f"{clock['mhz']:.1f} of {need} MHz, {clock['margin_percent']:+.0f} %", "end")])
    return picture(rows, "Fmax of each clock against what it needs")


def table(heads, rows):
    """Columns whose head begins with '#' are numbers."""
    kind = [' class="n"' if h.startswith("#") else "" for h in heads]
    head = "".join(f"<th{k}>{esc(h.lstrip('#'))}</th>" for k, h in zip(kind, heads))
    body = "".join("<tr>" + "".join(f"<td{k}>{cell}</td>" for k, cell in zip(kind, row)) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def end(place):
    return f"<code>{esc(place['register'])}</code> in {esc(place['block'])}"


def html(made):
    here, image = made["seeds"][0], made["image"]
    verdict = "".join(f'<p class="bad">Not met: {esc(fault)}</p>' for fault in made["faults"]) or \
        f'<p class="good">Everything is met: {len(made["seeds"])} seed{"s" if len(made["seeds"]) > 1 else ""}, every clock at least {made["limits"]["margin_percent"]:.0f} % above its need.</p>'
    paths = table(["clock", "#ns", "#logic", "#wires", "#levels", "from", "to"],
                  [[esc(p["clock"]), f"{p['ns']:.1f}", f"{p['logic_ns']:.1f}", f"{p['routing_ns']:.1f}", p["levels"], end(p["from"]), end(p["to"])] for p in made["worst_paths"]])
    between = table(["between clocks", "#ns", "#limit"], [[f"{esc(c['from'])} to {esc(c['to'])}", f"{c['ns']:.1f}", f"{c['limit_ns']:.1f}"] for c in here["crossings"]])
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{esc(made['board'])}: placed and routed</title><style>{STYLE}</style></head><body>
<h1>{esc(made['board'])}</h1>
<p class="quiet">{esc(made['about'])}; {esc(made['device'])}-{esc(made['package'])}, seed {made['seed']}</p>
{verdict}
<h2>{here['cells']:,} of {here['cells_there']:,} logic cells, {here['block_rams']} of {here['block_rams_there']} block RAMs</h2>
<p class="quiet">Pale: cells that use their flop. Held to {made['limits']['cells']:,} cells and {made['limits']['block_rams']} block RAMs.</p>
{cells(made)}
<h2>Speed</h2>
<p class="quiet">The line is what the clock needs.</p>
{speeds(made)}
<h2>Worst paths</h2>
{paths}
{between}
<h2>Image</h2>
<p>{esc(image['file'])}, {image['bytes']:,} bytes, serial <code>{esc(image['serial'])}</code></p>
<p class="quiet">SHA-256 {esc(image['sha256'])}</p>
</body></html>
"""
