#!/usr/bin/env python3
"""Predicate abstraction with and without the structure of the model (J. Dubrovin's thesis, table 6.1).

  script/bench abstraction [--seconds S] [--random N] [--only WORD] [FILE…]

Models: the reconstructions beside this script, the files of ../shared/corpus/hybrid if it is there, N random networks
(random.py), or the FILEs (.svm, .hy; a .cfg asks its question of the .pha beside it). Each way to compute the
abstract model (measure.c) gets S seconds of processor time. The table is printed as Markdown; seconds of processor
time, `-` where S were not enough. Then the geometric mean of monolithic / sampled over the half of the models with
the larger monolithic times (what was not finished counts as S: the ratio is then at least that), and of the same for
all techniques together. The exit status is 1 if two ways disagree about the reachable abstract states.
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
WAYS = ["monolithic", "partitioned", "clustered", "sampled", "don't-cares", "diagram", "diagrams of parts"]


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


def measure(path, seconds):
    """By way: seconds or None; the number of predicates; the state counts."""
    out = subprocess.run([MEASURE, str(seconds), path], capture_output=True, text=True)
    times, states, predicates = {}, set(), "-"
    for line in out.stdout.splitlines():
        _, predicates, way, used, count = line.split("\t")
        times[way] = None if used == "-" else float(used)
        if count != "-":
            states.add(count)
    return times, predicates, states


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def summary(rows, seconds):
    least = 0.001
    rows = [t for t in rows if t]
    rows.sort(key=lambda t: -(t.get("monolithic") or seconds))
    larger = rows[: (len(rows) + 1) // 2]
    for way in ("sampled", "don't-cares"):
        known = [t for t in larger if t.get(way) is not None]
        ratios = [(t.get("monolithic") or seconds) / max(t[way], least) for t in known]
        print(f"\nmonolithic / {way}, larger half ({len(known)} of {len(larger)} finished): "
              f"{mean(ratios):.1f} in the geometric mean")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seconds", type=float, default=60)
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
        print("| model | predicates | states | " + " | ".join(WAYS) + " |")
        print("| --- " * (len(WAYS) + 3) + "|")
        for path in o.files or default_models(folder, o.random):
            name = os.path.basename(path).rsplit(".", 1)[0]
            if o.only not in name:
                continue
            model = model_of(path, folder)
            if not model:
                print(f"{name}: cannot be read here", file=sys.stderr)
                continue
            times, predicates, states = measure(model, o.seconds)
            cells = ["-" if times.get(w) is None else f"{times[w]:.3f}" for w in WAYS]
            print(f"| {name} | {predicates} | {'/'.join(sorted(states)) or '-'} | " + " | ".join(cells) + " |", flush=True)
            rows.append(times)
            wrong |= len(states) > 1
    summary(rows, o.seconds)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
