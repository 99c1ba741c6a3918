#!/usr/bin/env python3
"""Bounded model checking with and without projections: Table 1 and Figure 2 of Saissi, Bokor, Suri,
"PBMC: Symbolic Program Slicing for Program Verification" (2015).

  run.py [--cpu SECONDS] [--seed N]… [--way WAY]… [--at-once] [--out FILE.tsv] [ROW…]
  run.py --read FILE.tsv… [--table FILE.md]
  run.py --depths FILE.svg [--cpu SECONDS] [--seed N]

A row is a family with its number of processes and a depth, `fsys-5@60`; a name without depth means all
its rows, and one with any other depth is a row too. `litmus-6@12:never` asks for values that no run has. Every row is searched up to this bound (with --at-once: at just this one, as the paper does), once
with each way: a solver, what a step is, and whether projections are on. Measured is the processor time of the whole run (all children), so
that other work on the machine matters little; the solver's share is told by the program's own clock.
Rows that are unsat in the paper have no violation within the bound, sat ones have one.

`auto` is right where what it decides takes at most 1.25 times as long as the better one of on and off. Pairs
where both are done within half a second, or neither is done, say nothing and are not counted. Figure 2 is the time over the depth for litmus-5 with a property that
holds.
"""
import argparse
import csv
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile

import families

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAPER = os.path.join(ROOT, "..", "shared", "tables", "pbmc.tsv")
STEPS = [("bits", "interleaving"), ("bits", "serial"), ("bits", "process"), ("bits", "proof"),
         ("int", "interleaving"), ("int", "serial"), ("int", "process")]
WAYS = [f"{solver} {steps}" for solver, steps in STEPS]
SIZED = WAYS[:3]  # whose formulas are counted in clauses
COLUMNS = ["row", "seed", "way", "projection", "answer", "cpu", "solver", "clauses", "auto"]
RIGHT, QUICK = 1.25, 0.5  # `auto` may be so much slower; below so many seconds nothing is measured
ROWS = [("indexer-2", 10), ("indexer-4", 15)] + [("fsys-5", d) for d in (30, 60, 70, 90, 100)] + \
       [(f"dphil-{n}", 10) for n in (5, 7, 10, 12, 15)] + [(f"litmus-{n}", 20) for n in (4, 5, 6, 7, 8)]


def paper():
    """What the paper says, by row: sat or unsat, and its two total times."""
    if not os.path.exists(PAPER):
        return {}
    with open(PAPER, encoding="utf-8") as lines:
        rows = csv.DictReader((l for l in lines if not l.startswith("#")), delimiter="\t")
        return {f"{r['name']}@{r['depth']}": (r["property"], r["bmc_total"], r["pbmc_total"]) for r in rows}


def command(path, family, way, projection, bound, time, at_once):
    solver, steps = way.split()
    proof = steps == "proof"  # as users get it: serial steps, and now and then an induction
    return [os.environ.get("SELVAGE", "selvage"), "check", "--quiet", "--format", "json", "--engine", "bmc",
            "--induction", "auto" if proof else "off", "--solver", "sat" if solver == "bits" else "smt",
            "--semantics", "serial" if proof else steps,
            "--projection", projection, "--from", str(bound if at_once else 0), "--bound", str(bound),
            "--time", str(time), "--property", families.PROPERTIES[family], path]


def run(arguments, cpu):
    """The answer and the processor time; an answer that was not there in time is empty."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(["prlimit", f"--cpu={cpu}"] + arguments, capture_output=True, text=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    try:
        return json.loads(done.stdout.splitlines()[-1]), spent
    except (ValueError, IndexError):
        return {}, spent


def verdict(answer, bound):
    if answer.get("answer") == "violated":
        return "sat"
    covered = re.search(r"no violation within (\d+)", answer.get("reason") or "")
    finished = answer.get("answer") == "holds" or (covered and int(covered.group(1)) >= bound)
    return "unsat" if finished else "-"


def measure(path, family, way, projection, bound, cpu, at_once=False):
    """One run: what it answers, its time, the solver's part of it, the size of the formula."""
    answer, spent = run(command(path, family, way, projection, bound, 10 * cpu, at_once), cpu)
    statistics = answer.get("statistics", {})
    solving = re.search(r"([\d.]+) s", statistics.get("solver", ""))
    share = float(solving.group(1)) / max(answer["seconds"], 0.001) if solving else 0
    return {"answer": verdict(answer, bound), "cpu": f"{spent:.2f}",
            "solver": f"{min(share, 1) * spent:.2f}" if solving else "-",
            "clauses": statistics.get("clauses", "-")}


def decision(path, family, way):
    """What `--projection auto` decides: on or off."""
    answer, _ = run(command(path, family, way, "auto", 1, 60, False), 60)
    return "on" if "projection" in answer.get("statistics", {}) else "off"


def write_program(folder, name, numbers, seed, reachable, depth):
    path = os.path.join(folder, f"{name}.{numbers}.proc")
    with open(path, "w", encoding="utf-8") as out:
        out.write(families.text_of(name, numbers, seed, reachable, depth))
    return path


def measure_row(folder, row, seed, ways, o):
    name, depth, never = parts_of(row)
    family = name.rsplit("-", 1)[0]
    for way in ways:
        path = write_program(folder, name, way.split()[0], seed, not never, depth)
        auto = decision(path, family, way)
        for projection in ("off", "on"):
            result = measure(path, family, way, projection, depth, o.cpu, o.at_once)
            yield {"row": row, "seed": seed, "way": way, "projection": projection,
                   "auto": auto, **result}


def parts_of(row):
    """Family with its processes, depth, and whether it asks for what never happens."""
    name, depth, never = re.fullmatch(r"(\w+-\d+)@(\d+)(:never)?", row).groups()
    return name, int(depth), bool(never)


def wanted_rows(given):
    if not given:
        return [f"{name}@{depth}" for name, depth in ROWS]
    return [row for word in given
            for row in ([word] if "@" in word else [f"{n}@{d}" for n, d in ROWS if n == word])]


def measure_all(o):
    out = open(o.out, "w", encoding="utf-8") if o.out else sys.stdout
    print("\t".join(COLUMNS), file=out, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for row in wanted_rows(o.rows):
            for seed in (o.seed or [1]) if row.split("-")[0] in families.SHAPES else [1]:
                for line in measure_row(folder, row, seed, o.way or WAYS, o):
                    print("\t".join(str(line[c]) for c in COLUMNS), file=out, flush=True)


# ---- the table

def read(paths):
    """Measurements by row and seed in the paper's order, then by way, then by projection."""
    rows = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in csv.DictReader(lines, delimiter="\t"):
                ways = rows.setdefault((line["row"], line["seed"]), {})
                ways.setdefault(line["way"], {})[line["projection"]] = line
    families_ = list(families.PROPERTIES)

    def place(item):
        (row, seed), _ = item
        name, depth, never = parts_of(row)
        family, n = name.rsplit("-", 1)
        return never, families_.index(family), int(n), depth, int(seed)
    return dict(sorted(rows.items(), key=place))


def seconds(line):
    return float(line["cpu"]) if line and line["answer"] != "-" else math.inf


def auto_is_right(pair):
    """True, False, or None where the pair says nothing."""
    times = [seconds(pair.get(p)) for p in ("off", "on")]
    if min(times) == math.inf or max(times) <= QUICK:
        return None
    return seconds(pair.get(pair["off"]["auto"])) <= RIGHT * min(times)


def show_time(line):
    if line is None:
        return "-"
    return f"{seconds(line):.2f}" if seconds(line) < math.inf else f">{math.ceil(float(line['cpu']))}"


def show_pair(pair, show):
    """Without and with projections."""
    return f"{show(pair.get('off'))} / {show(pair.get('on'))}" if pair else ""


def show_ratio(pair):
    times = [seconds(pair.get(p)) for p in ("off", "on")]
    return f" ({times[0] / times[1]:.2f})" if max(times) < math.inf and min(times) > QUICK else ""


def label(row, seed):
    return row if seed == "1" else f"{row} #{seed}"


def table_line(row, seed, ways, known):
    property_, bmc, pbmc = known.get(row, ("", "", ""))
    best = min((seconds(line), way, p) for way, pair in ways.items() for p, line in pair.items())
    cells = [label(row, seed), property_, f"{bmc} / {pbmc}"]
    cells += [show_pair(ways.get(w), show_time) + show_ratio(ways.get(w, {})) for w in WAYS]
    cells.append(f"{best[1]} {best[2]}, {best[0]:.2f}" if best[0] < math.inf else "-")
    return "| " + " | ".join(cells) + " |"


def clauses(line):
    return line["clauses"] if line and line["answer"] != "-" else "-"


def size_line(row, seed, ways):
    return "| " + " | ".join([label(row, seed)] + [show_pair(ways.get(w), clauses) for w in SIZED]) + " |"


def summary(rows):
    judged = {w: [auto_is_right(ways[w]) for ways in rows.values() if len(ways.get(w, {})) == 2] for w in WAYS}
    for way, list_ in judged.items():
        known = [x for x in list_ if x is not None]
        ratios = [math.log(max(seconds(ways[way]["off"]), 0.02) / max(seconds(ways[way]["on"]), 0.02))
                  for ways in rows.values() if len(ways.get(way, {})) == 2
                  and max(seconds(ways[way][p]) for p in ("off", "on")) < math.inf]
        mean = math.exp(sum(ratios) / len(ratios)) if ratios else 1
        yield (f"{way}: auto is right in {sum(known)} of {len(known)} pairs that say something; projections make it {mean:.2f} times "
               f"as fast (geometric mean over {len(ratios)} rows that both finish)")


def check_answers(rows, known):
    """All ways say what the paper says; litmus programs are ours, but were made to be sat."""
    for (row, seed), ways in rows.items():
        said = {line["answer"] for pair in ways.values() for line in pair.values()} - {"-"}
        if len(said) > 1 or (said and row in known and known[row][0] not in said):
            yield f"{row} seed {seed}: answers {', '.join(sorted(said))}"


def tabulate(paths, path):
    rows, known = read(paths), paper()
    lines = ["| row | | paper | " + " | ".join(WAYS) + " | fastest |", "| --- | --- |" + " --- |" * (2 + len(WAYS))]
    lines += [table_line(row, seed, ways, known) for (row, seed), ways in rows.items()]
    lines += ["", "Clauses at the last bound:", "", "| row | " + " | ".join(SIZED) + " |",
              "| --- |" + " --- |" * len(SIZED)]
    lines += [size_line(row, seed, ways) for (row, seed), ways in rows.items()]
    text = "\n".join(lines) + "\n"
    if path:
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    else:
        print(text)
    for line in list(summary(rows)) + [f"WRONG: {w}" for w in check_answers(rows, known)]:
        print(line, file=sys.stderr)


# ---- Figure 2

COLOURS = {"bits interleaving": "navy", "bits serial": "darkgreen", "bits process": "purple",
           "bits proof": "darkorange",
           "int interleaving": "firebrick", "int serial": "deeppink", "int process": "goldenrod"}


def curve(points, colour, dashed, at):
    places = " ".join(f"{at(d, t)[0]:.1f},{at(d, t)[1]:.1f}" for d, t in points)
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>'


def picture(curves, deepest):
    """Logarithmic, 10 ms to 1000 s; dashed without projections."""
    def at(depth, time):
        return 60 + 480 * depth / deepest, 320 - 60 * (math.log10(max(time, 0.01)) + 2)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="370" font-family="sans-serif" '
             'font-size="12"><rect width="760" height="370" fill="white"/>',
             '<rect x="60" y="20" width="480" height="300" fill="none" stroke="black"/>',
             '<text x="300" y="355" text-anchor="middle">depth</text>',
             '<text x="16" y="170" text-anchor="middle" transform="rotate(-90,16,170)">seconds</text>']
    for power in range(-2, 4):
        y = at(0, 10.0 ** power)[1]
        parts.append(f'<text x="54" y="{y + 4:.0f}" font-size="10" text-anchor="end">{10.0 ** power:g}</text>')
    for depth in range(0, deepest + 1, 5):
        parts.append(f'<text x="{at(depth, 1)[0]:.0f}" y="335" font-size="10" text-anchor="middle">{depth}</text>')
    for i, ((way, projection), points) in enumerate(curves.items()):
        parts.append(curve(points, COLOURS[way], projection == "off", at))
        label = [(0, 0), (1, 0)]
        parts.append(curve(label, COLOURS[way], projection == "off",
                           lambda x, _, i=i: (552 + 24 * x, 32 + 18 * i)))
        parts.append(f'<text x="582" y="{36 + 18 * i}">{way}, {projection}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def draw_depths(o):
    curves, depths = {}, range(5, 31, 5)
    seed = (o.seed or [1])[0]
    with tempfile.TemporaryDirectory() as folder:
        for way in o.way or [w for w in WAYS if w != "bits proof"]:
            path = write_program(folder, "litmus-5", way.split()[0], seed, False, max(depths))
            for projection in ("off", "on"):
                points = curves.setdefault((way, projection), [])
                for depth in depths:
                    result = measure(path, "litmus", way, projection, depth, o.cpu, o.at_once)
                    print(way, projection, depth, result["answer"], result["cpu"], sep="\t", flush=True)
                    if result["answer"] == "-":
                        break
                    points.append((depth, float(result["cpu"])))
    with open(o.depths, "w", encoding="utf-8") as out:
        out.write(picture(curves, max(depths)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=60)
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--way", action="append", choices=WAYS)
    parser.add_argument("--at-once", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--read", action="append", help="no measuring: tables of earlier runs")
    parser.add_argument("--table", help="write the table of --read here")
    parser.add_argument("--depths", metavar="FILE.svg", help="Figure 2")
    parser.add_argument("rows", nargs="*")
    o = parser.parse_args()
    for word in o.rows:
        if not wanted_rows([word]) or ("@" in word and not re.fullmatch(r"\w+-\d+@\d+(:never)?", word)):
            parser.error(f"there is no row {word}; there are " + ", ".join(f"{n}@{d}" for n, d in ROWS))
    if o.read:
        tabulate(o.read, o.table)
    elif o.depths:
        draw_depths(o)
    else:
        measure_all(o)


if __name__ == "__main__":
    main()
