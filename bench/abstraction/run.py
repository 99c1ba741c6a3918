#!/usr/bin/env python3
"""Predicate abstraction with and without the structure of the model (J. Dubrovin's thesis, table 6.1).

  script/bench abstraction [--seconds S] [--baseline B] [--search F] [--random N] [--only WORD] [FILE…]

Models: the reconstructions beside this script, the files of ../shared/corpus/hybrid if it is there, N random networks
(random.py), or the FILEs (.svm, .hy; a .cfg asks its question of the .pha beside it). The predicates are those of
the last round of the refinement loop, which gets F seconds of processor time. Each way to compute the abstract model
(measure.c) gets S seconds, the monolithic one B. The table is printed as Markdown; seconds of processor time, `-` where
they were not enough. Then the geometric mean of monolithic / sampled over the half of the models with the larger
monolithic times (what was not finished counts as its limit: where monolithic is `-`, the ratio is at least that). The
exit status is 1 if two ways disagree about the relation, compared as decision diagrams (relation.h).
"""
import argparse
import glob
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SELVAGE = os.environ.get("SELVAGE", os.path.join(ROOT, "build/release/selvage"))
MEASURE = os.path.join(os.path.dirname(os.path.abspath(SELVAGE)), "abstraction_measure")
SHARED = os.path.join(os.path.dirname(ROOT), "shared/corpus/hybrid")
WAYS = ["monolithic", "partitioned", "clustered", "sampled alone", "sampled", "diagram", "diagrams of parts"]


def model_of(path, folder):
    """The model as .svm text, or None: it cannot be read here."""
    if path.endswith(".svm"):
        return path
    source, question = path, []
    if path.endswith(".cfg"):
        source, question = path.rsplit("-", 1)[0] + ".pha", ["--question", path]
    out = os.path.join(folder, os.path.basename(path).rsplit(".", 1)[0] + ".svm")
    with open(out, "w") as f:
        done = subprocess.run([SELVAGE, "show", "--model", *question, source], stdout=f, stderr=subprocess.DEVNULL)
    return out if done.returncode == 0 else None


def default_models(folder, randoms):
    models = sorted(glob.glob(os.path.join(HERE, "*.hy")) + glob.glob(os.path.join(HERE, "*.pha")))
    for pattern in ("hytech/*.hy", "phaver/*.cfg"):
        models += sorted(glob.glob(os.path.join(SHARED, pattern)))
    for seed in range(1, randoms + 1):
        path = os.path.join(folder, f"network-{seed}.hy")
        with open(path, "w") as f:
            size = ["--automata", str(2 + seed % 3), "--locations", str(2 + seed % 2)]
            subprocess.run([os.path.join(HERE, "random.py"), "--seed", str(seed), *size], stdout=f, check=True)
        models.append(path)
    return models


class Row:
    """Of a model: seconds or None by way; what it is like; the numbers of the relations that were computed."""

    def __init__(self):
        self.times, self.predicates, self.search, self.states, self.relations = {}, "-", "-", "-", set()


def measure(path, o):
    row = Row()
    command = [MEASURE, str(o.seconds), str(o.baseline), str(o.search), path]
    out = subprocess.run(command, capture_output=True, text=True)
    for line in out.stdout.splitlines():
        _, row.predicates, row.search, way, used, states, relation = line.split("\t")
        row.times[way] = None if used == "-" else float(used)
        row.states = states if states != "-" else row.states
        row.relations |= {relation} - {"-"}
    return row


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def summary(rows, o):
    least = 0.001
    rows = [r.times for r in rows if r.times]
    rows.sort(key=lambda t: -(t.get("monolithic") or o.baseline))
    larger = rows[: (len(rows) + 1) // 2]
    for way in ("sampled alone", "sampled"):
        ratios = [(t.get("monolithic") or o.baseline) / max(t.get(way) or o.seconds, least) for t in larger]
        finished = sum(t.get(way) is not None for t in larger)
        print(f"\nmonolithic / {way}, larger half ({finished} of {len(larger)} finished): "
              f"{mean(ratios):.1f} in the geometric mean")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--baseline", type=float, default=60)
    p.add_argument("--search", type=float, default=20)
    p.add_argument("--random", type=int, default=12)
    p.add_argument("--only", default="")
    p.add_argument("files", nargs="*")
    o = p.parse_args()
    for path in o.files:
        if not os.path.isfile(path):
            p.error(f"there is no file {path}")
    if not os.path.exists(MEASURE):
        subprocess.run(["cmake", "--build", os.path.dirname(MEASURE), "--target", "abstraction_measure"], check=True,
                       stdout=subprocess.DEVNULL)
    wrong, rows = 0, []
    with tempfile.TemporaryDirectory() as folder:
        print("| model | predicates | states | relations | " + " | ".join(WAYS) + " |")
        print("| --- " * (len(WAYS) + 4) + "|", flush=True)
        for path in o.files or default_models(folder, o.random):
            name = os.path.basename(path).rsplit(".", 1)[0]
            if o.only not in name:
                continue
            model = model_of(path, folder)
            if not model:
                print(f"{name}: cannot be read here", file=sys.stderr)
                continue
            row = measure(model, o)
            cells = ["-" if row.times.get(w) is None else f"{row.times[w]:.3f}" for w in WAYS]
            same = {0: "-", 1: "same"}.get(len(row.relations), "DIFFERENT")
            print(f"| {name} | {row.predicates}{'' if row.search != 'limit' else ' …'} | {row.states} | {same} | "
                  + " | ".join(cells) + " |", flush=True)
            rows.append(row)
            wrong |= len(row.relations) > 1
    summary(rows, o)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
