#!/usr/bin/env python3
"""Which models that `explicit` proves does k-induction prove, with and without easy invariants?

  proofs.py [--cpu SECONDS] [--out FILE.tsv] [FILE…]

Without files: all of tests/corpus. `auto` is bmc as it is called by default.
"""

import argparse
import glob
import os
import sys

import measure

WAYS = {
    "plain": ["--engine", "bmc", "--induction", "plain"],
    "on": ["--engine", "bmc", "--induction", "on"],
    "auto": ["--engine", "bmc"],
    "ic3": ["--engine", "ic3"],
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=5)
    parser.add_argument("--out")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    for path in options.files:
        if not os.path.isfile(path):
            parser.error(f"there is no file {path}")
    files = options.files or sorted(f for f in glob.glob(os.path.join(measure.ROOT, "tests", "corpus", "*", "*"))
                                    if f.endswith(measure.SUFFIXES))
    out = open(options.out, "w", encoding="utf-8") if options.out else sys.stdout
    print("\t".join(["model"] + [f"{w} {c}" for w in WAYS for c in ("verdict", "cpu")]), file=out)
    total, proved, induced = 0, dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0)
    for path in files:
        if measure.selvage([path, "--engine", "explicit"], options.cpu).verdict != "holds":
            continue
        total += 1
        line = [os.path.basename(path)]
        for way, arguments in WAYS.items():
            run = measure.selvage([path] + arguments, options.cpu)
            proved[way] += run.verdict == "holds"
            induced[way] += run.verdict == "holds" and "induction" in run.reason
            line += [run.verdict, f"{run.seconds:.2f}"]
        print("\t".join(line), file=out, flush=True)
    for way in WAYS:
        print(f"{way}: {proved[way]} of {total} proved, {induced[way]} by induction over steps", file=sys.stderr)


if __name__ == "__main__":
    main()
