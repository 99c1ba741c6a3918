#!/usr/bin/env python3
"""Bounded model checking with different steps: Figures 5.3 and 5.4 of Dubrovin's thesis.

  run.py [--cpu SECONDS] [--longest N] [--ways W,W…] [--keep FILE.tsv] [--out FILE.tsv] [--plot FILE.svg] [FAMILY…]
  run.py --read FILE.tsv… [--plot FILE.svg]

Every instance of the BEEM corpus with a reachable goal (at most N steps away) is
searched with each semantics until the violation is found.
Measured is the processor time of the whole run (measure.py); `depth` is the bound, `clauses`
the size of the formula at that bound. The last lines are ratios: geometric means over instances
that need more than ten single steps and were solved by both, and over all that the better one
has solved, where a run that was stopped counts with the time it had.
With --keep, runs of an earlier table that found the goal, or had as much time, are not done
again, and what was quick then comes first.
"""

import argparse
import csv
import math
import os
import sys

import measure

sys.path.insert(0, os.path.join(measure.ROOT, "tests", "differential"))
import dve_goals  # noqa: E402

CORPUS = os.path.join(measure.SHARED, "dve")
WAYS = {
    "default": [],
    "interleaving": ["--semantics", "interleaving"],
    "parallel": ["--semantics", "parallel"],
    "serial": ["--semantics", "serial"],
    "source": ["--semantics", "serial", "--order", "source"],
    "flow": ["--semantics", "serial", "--order", "flow"],
    "process": ["--semantics", "process"],
    "events": ["--engine", "events"],
    "uniform": ["--engine", "events", "--unwinding", "uniform"],
    "lazy": ["--engine", "events", "--acyclic", "lazy"],
    "difference": ["--engine", "events", "--acyclic", "difference"],
    "theory": ["--engine", "events", "--acyclic", "theory"],
    "explicit": ["--engine", "explicit"],
}
USUAL = "interleaving,parallel,default,process"
PAIRS = [("interleaving", "parallel"), ("interleaving", "default"), ("interleaving", "process"), ("interleaving", "serial"),
         ("source", "default"), ("flow", "default"), ("default", "process"), ("explicit", "default"),
         ("process", "events"), ("uniform", "events"), ("difference", "theory"), ("events", "theory")]
COLUMNS = ["answer", "cpu", "depth", "clauses"]
LEAST = 0.02  # seconds: below, only noise is measured


def instances(longest, families):
    """Name, length of the shortest run, command."""
    path = os.path.join(CORPUS, "expected.tsv")
    if not os.path.exists(path):
        print(f"skipped: there is no {path}", file=sys.stderr)
        return
    with open(path, encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        check, length = row["check"], row["length"]
        if not check.startswith("reach-goal:prop") or row["answer"] != "yes" or not length.isdigit():
            continue
        model, instance = row["file"].split(".")[:2]
        # The database counts states of the run.
        if int(length) - 1 > longest or (families and model not in families):
            continue
        prop = check.removeprefix("reach-goal:prop")
        goal = dve_goals.Description(os.path.join(CORPUS, "xml", model + ".xml")).goal(instance, prop)
        yield (f"{model}.{instance}:{prop}", int(length) - 1,
               [os.path.join(CORPUS, row["file"]), "--reach", goal, "--property", "reach"])


def is_kept(row, way, cpu):
    return way in row and (row[way]["answer"] == "yes" or float(row[way]["cpu"]) > 0.9 * cpu)


def kept_time(row):
    """What is known to be slow comes last."""
    return sum(float(row[w]["cpu"]) for w in WAYS if w in row)


def search(arguments, way, cpu):
    """One run: answer, processor time, depth, clauses."""
    engine = WAYS[way] if "--engine" in WAYS[way] else ["--engine", "bmc", "--induction", "off"] + WAYS[way]
    run = measure.selvage(engine + arguments, cpu)
    found = run.status == 1
    return {"answer": "yes" if found else "-", "cpu": f"{run.seconds:.3f}",
            "depth": run.answer.get("depth", "-") if found else "-",
            "clauses": run.answer.get("statistics", {}).get("clauses", "-") if found else "-"}


def mean_ratio(rows, slow, fast, least):
    """Geometric mean of the ratio of times, where both found it and it takes more than `least` steps."""
    logs, worst, lost = [], 1.0, 0
    for row in rows:
        if row["length"] <= least or row[slow]["answer"] != "yes":
            continue
        if row[fast]["answer"] != "yes":
            lost += 1
            continue
        ratio = max(float(row[slow]["cpu"]), LEAST) / max(float(row[fast]["cpu"]), LEAST)
        logs.append(math.log(ratio))
        worst = min(worst, ratio)
    mean = math.exp(sum(logs) / len(logs)) if logs else 0
    return mean, len(logs), 1 / worst, lost


def least_ratio(rows, slow, fast, least):
    """The same over all that `fast` found: where `slow` did not, it took at least the time it had."""
    logs = [math.log(max(float(r[slow]["cpu"]), LEAST) / max(float(r[fast]["cpu"]), LEAST))
            for r in rows if r["length"] > least and r[fast]["answer"] == "yes"]
    return (math.exp(sum(logs) / len(logs)) if logs else 0), len(logs)


def scatter(rows, slow, fast, left):
    """One scatter plot, as the thesis has them: logarithmic, 1 ms to 1000 s."""
    def at(seconds):
        return 40 + 320 * (math.log10(max(float(seconds), 0.001)) + 3) / 6
    parts = [f'<g transform="translate({left},0)"><rect x="40" y="20" width="320" height="320" fill="none" '
             'stroke="black"/><line x1="40" y1="340" x2="360" y2="20" stroke="gray"/>',
             f'<text x="200" y="375" text-anchor="middle">{slow} (s)</text>',
             f'<text x="12" y="180" text-anchor="middle" transform="rotate(-90,12,180)">{fast} (s)</text>']
    for power in range(-3, 4):
        x = at(10.0 ** power)
        parts.append(f'<text x="{x:.0f}" y="355" font-size="9" text-anchor="middle">{10.0 ** power:g}</text>')
        parts.append(f'<text x="36" y="{383 - x:.0f}" font-size="9" text-anchor="end">{10.0 ** power:g}</text>')
    for row in rows:
        found = [row[w]["answer"] == "yes" for w in (slow, fast)]
        x, y = at(row[slow]["cpu"] if found[0] else 1000), at(row[fast]["cpu"] if found[1] else 1000)
        if any(found):
            parts.append(f'<circle cx="{x:.1f}" cy="{380 - y:.1f}" r="2.5" fill="{"navy" if all(found) else "red"}"/>')
    return "\n".join(parts + ["</g>"])


def plot(path, rows, pairs):
    """Red: one of the two did not find it in time, and is drawn at the border."""
    with open(path, "w", encoding="utf-8") as out:
        print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{380 * len(pairs)}" height="385" '
              'font-family="sans-serif" font-size="12">', file=out)
        for i, (slow, fast) in enumerate(pairs):
            print(scatter(rows, slow, fast, 380 * i), file=out)
        print("</svg>", file=out)


def read_rows(path):
    """What an earlier run has written."""
    with open(path, encoding="utf-8") as lines:
        for line in csv.DictReader(lines, delimiter="\t"):
            row = {"instance": line["instance"], "length": int(line["length"])}
            for way in WAYS:
                if f"{way} cpu" in line:
                    row[way] = {c: line[f"{way} {c}"] for c in COLUMNS}
            yield row


def clause_ratio(rows, small, large):
    """Geometric mean of the sizes of formulas for one step."""
    logs = [math.log(int(r[large]["clauses"]) / int(r[large]["depth"]) / (int(r[small]["clauses"]) / int(r[small]["depth"])))
            for r in rows if all(r[w]["answer"] == "yes" and int(r[w]["depth"] or 0) > 2 for w in (small, large))]
    return math.exp(sum(logs) / len(logs)) if logs else 0


def summarize(rows, plot_path):
    ways = [w for w in WAYS if rows and w in rows[0]]
    pairs = [p for p in PAIRS if p[0] in ways and p[1] in ways]
    for slow, fast in pairs:
        mean, n, worst, lost = mean_ratio(rows, slow, fast, 10)
        print(f"{fast}: {mean:.2f} times as fast as {slow} over {n} instances of more than 10 steps; "
              f"at worst {worst:.1f} times slower; {lost} solved by {slow} only", file=sys.stderr)
        print("  at least {:.2f} times over {} that it found".format(*least_ratio(rows, slow, fast, 10)), file=sys.stderr)
        if "explicit" not in (slow, fast):
            print(f"  clauses for a step: {clause_ratio(rows, slow, fast):.2f} times as many", file=sys.stderr)
    for way in ways:
        print(f"{way}: {sum(r[way]['answer'] == 'yes' for r in rows)} of {len(rows)} solved", file=sys.stderr)
    if plot_path:
        plot(plot_path, rows, [p for p in pairs if "explicit" not in p])


def measure_all(options):
    out = open(options.out, "w", encoding="utf-8") if options.out else sys.stdout
    ways, rows = options.ways.split(","), []
    kept = {row["instance"]: row for row in read_rows(options.keep)} if options.keep else {}
    print("\t".join(["instance", "length"] + [f"{w} {c}" for w in ways for c in COLUMNS]), file=out)
    todo = sorted(instances(options.longest, options.families), key=lambda i: kept_time(kept.get(i[0], {})))
    for name, length, arguments in todo:
        row = {"instance": name, "length": length}
        for way in ways:
            old = kept.get(name, {})
            row[way] = old[way] if is_kept(old, way, options.cpu) else search(arguments, way, options.cpu)
        rows.append(row)
        print("\t".join([name, str(length)] + [str(row[w][c]) for w in ways for c in COLUMNS]),
              file=out, flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--longest", type=int, default=60)
    parser.add_argument("--ways", default=USUAL, help=", ".join(WAYS))
    parser.add_argument("--keep", metavar="FILE.tsv")
    parser.add_argument("--out")
    parser.add_argument("--read", action="append", help="no measuring: the table of an earlier run")
    parser.add_argument("--plot")
    parser.add_argument("families", nargs="*")
    options = parser.parse_args()
    for way in options.ways.split(","):
        if way not in WAYS:
            parser.error(f"there is no way {way}; there are {', '.join(WAYS)}")
    families = {name.split(".")[0] for name, _, _ in instances(options.longest, [])} if options.families else set()
    for family in options.families:
        if families and family not in families:
            parser.error(f"there is no family {family}")
    if options.read:
        summarize([row for path in options.read for row in read_rows(path)], options.plot)
        return
    summarize(measure_all(options), options.plot)


if __name__ == "__main__":
    main()
