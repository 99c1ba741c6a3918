#!/usr/bin/env python3
"""Queue encodings compared: section 4 of Dubrovin's thesis on message-passing models.

  queues.py [--solver sat|smt] [--cpu SECONDS] [--out FILE.tsv] [MODEL…]
  queues.py --read FILE.tsv                            a table in Markdown, and the summary

Models are programs of families.py and, where the corpus is there, Promela models with buffered
channels (BEEM's have only rendezvous). Measured is the cumulative processor time of all bounds up to the
violation or, as the table says, a fixed bound; with one action a step for Z3 and the default for SAT. `-` means not
within the limit. The summary compares each way with the best one of its solver: geometric means, where
what was stopped counts with the limit.
"""

import argparse
import csv
import math
import os
import sys
import tempfile

import measure
from families import fill, leader, relay, ring, service, wide, window

PLAIN = ["shifting", "shifting-int", "shifting-bits", "cyclic", "cyclic-int", "cyclic-bits", "cyclic-uif", "cyclic-array",
         "linear", "linear-array"]
SMT = {q: ["--queue-terms", q] for q in PLAIN}
SMT |= {f"{q} tags": ["--queue-terms", q, "--tags"] for q in ("shifting", "cyclic", "cyclic-array")}
WAYS = {"smt": SMT, "sat": {q: ["--queue", q] for q in ("shifting", "cyclic")}}
USUAL = {"smt": ["--solver", "smt", "--semantics", "interleaving"], "sat": ["--solver", "sat"]}
LEAST = 0.05  # seconds: below, only noise is measured

# Name: program or path below the corpus, last bound (0: until the violation).
OWN = {
    "smt": {"relay, 6 fields": (relay(1, 2, 6, 2), 0), "wide, 4 fields": (wide(2, 4, 2), 0),
            "wide, 8 fields": (wide(2, 8, 2), 0), "fill 4": (fill(4), 0), "ring 5": (ring(5, 5), 0),
            "leader 2": (leader(2, 2, False), 0), "leader 3 safe": (leader(3, 2, True), 9),
            "window safe": (window(2, 4, 2, 4), 10), "service 3": (service(3, 2, 2), 0)},
    "sat": {"relay, 6 fields": (relay(3, 4, 6, 16), 0), "wide, 4 fields": (wide(4, 4, 16), 0),
            "wide, 8 fields": (wide(4, 8, 16), 0), "fill 12": (fill(12), 0), "ring 4": (ring(4, 16), 0),
            "leader 4": (leader(4, 2, False), 0), "leader 3 safe": (leader(3, 2, True), 4),
            "window": (window(3, 3, 3, 6), 0), "window safe": (window(2, 4, 2, 4), 40),
            "service 4": (service(4, 4, 6), 0)},
}
CORPUS = {
    "smt": {"p104.2": ("spin-examples/Book_1991/p104.2.pml", 12), "p312": ("spin-examples/Book_1991/p312.pml", 14),
            "leader0": ("spin-examples/leader0.pml", 13)},
    "sat": {"p104.2": ("spin-examples/Book_1991/p104.2.pml", 18), "p312": ("spin-examples/Book_1991/p312.pml", 0),
            "p319": ("spin-examples/Book_1991/p319.pml", 0), "leader0": ("spin-examples/leader0.pml", 4),
            "brp": ("spins-tests/case_studies/brp/brp.prm", 8), "sort": ("spin-examples/sort.pml", 6),
            "X.509": ("spins-tests/case_studies/x509/X.509.prm", 0), "snoopy": ("spin-examples/snoopy.pml", 0)},
}


def models(solver, folder):
    """Name, arguments, bound."""
    for name, (text, bound) in OWN[solver].items():
        path = os.path.join(folder, name.replace(" ", "_") + ".proc")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        yield name, [path, "--deadlock", "off"], bound
    for name, (path, bound) in CORPUS[solver].items():
        path = os.path.join(measure.SHARED, "promela", path)
        if os.path.exists(path):
            yield name, measure.file_arguments(path), bound
        else:
            print(f"skipped: there is no {path}", file=sys.stderr)


def seconds(solver, way, arguments, bound, cpu):
    run = measure.selvage(["--engine", "bmc", "--induction", "off"] + USUAL[solver] + WAYS[solver][way] + arguments +
                          (["--bound", str(bound)] if bound else []), cpu)
    done = run.verdict == "violated" if not bound else run.answer.get("depth") == bound
    return f"{run.seconds:.2f}" if done else "-"


def run_solver(solver, options, out):
    rows = []
    print("\t".join(["model", "solver", "bound", "limit"] + list(WAYS[solver])), file=out, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, bound in models(solver, folder):
            if options.models and name.split(",")[0] not in options.models:
                continue
            times = {way: seconds(solver, way, arguments, bound, options.cpu) for way in WAYS[solver]}
            rows.append({"solver": solver, "limit": options.cpu} | times)
            print("\t".join([name, solver, str(bound or "goal"), str(options.cpu)] + list(times.values())), file=out, flush=True)
    return rows


def summarize(rows):
    solver = rows[0]["solver"]
    def time(row, way):
        return float(row["limit"]) if row[way] == "-" else max(float(row[way]), LEAST)
    for way in WAYS[solver]:
        logs = [math.log(time(r, way) / min(time(r, w) for w in WAYS[solver])) for r in rows]
        print(f"{solver} {way}: {math.exp(sum(logs) / len(logs)):.2f} times the best of each model, "
              f"{sum(r[way] != '-' for r in rows)} of {len(rows)} in time", file=sys.stderr)


def show_table(rows):
    """Ways in rows, models in columns; what is best is bold."""
    names = [f"{r['model']}" + ("" if r["bound"] == "goal" else f" @{r['bound']}") for r in rows]
    print("| | " + " | ".join(names) + " |\n|" + " --- |" * (len(rows) + 1))
    for way in WAYS[rows[0]["solver"]]:
        best = [min(float(r[w]) for w in WAYS[r["solver"]] if r[w] != "-") for r in rows]
        cells = [f"**{r[way]}**" if r[way] != "-" and float(r[way]) == b else r[way] for r, b in zip(rows, best)]
        print(f"| `{way}` | ".replace(" tags`", "` tags") + " | ".join(cells) + " |")


def read_rows(path):
    with open(path, encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--solver", choices=list(WAYS), default="smt")
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--out")
    parser.add_argument("--read", help="no measuring: the table of an earlier run")
    parser.add_argument("models", nargs="*", help="names without what follows a comma")
    options = parser.parse_args()
    if options.read:
        rows = read_rows(options.read)
        show_table(rows)
        summarize(rows)
        return
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
        rows = run_solver(options.solver, options, out)
        if not rows:
            parser.error(f"there is no model {' '.join(options.models)} for this solver")
        summarize(rows)


if __name__ == "__main__":
    main()
