#!/usr/bin/env python3
"""Which models that `explicit` proves does k-induction prove, with and without easy invariants?

  proofs.py [--cpu SECONDS] [--out FILE.tsv] [FILE…]

Without files: all of tests/corpus. `auto` is bmc as it is called by default.
"""

import argparse
import glob
import json
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SUFFIXES = (".svm", ".bp", ".tts", ".pml", ".dve", ".proc")
WAYS = {
    "plain": ["--engine", "bmc", "--induction", "plain"],
    "on": ["--engine", "bmc", "--induction", "on"],
    "auto": ["--engine", "bmc"],
    "ic3": ["--engine", "ic3"],
}


def run(path, way, cpu):
    """Verdict, reason and processor time."""
    command = ["prlimit", f"--cpu={cpu}", os.environ.get("SELVAGE", "selvage"), "check", "--quiet", "--format", "json",
               "--time", str(3 * cpu), path] + way
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    try:
        answer = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        answer = {}
    return answer.get("answer", "-"), answer.get("reason") or "", spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=5)
    parser.add_argument("--out")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    files = options.files or sorted(f for f in glob.glob(os.path.join(ROOT, "tests", "corpus", "*", "*"))
                                    if f.endswith(SUFFIXES))
    out = open(options.out, "w", encoding="utf-8") if options.out else sys.stdout
    print("\t".join(["model"] + [f"{w} {c}" for w in WAYS for c in ("verdict", "cpu")]), file=out)
    total, proved, induced = 0, dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0)
    for path in files:
        if run(path, ["--engine", "explicit"], options.cpu)[0] != "holds":
            continue
        total += 1
        line = [os.path.basename(path)]
        for way, arguments in WAYS.items():
            verdict, reason, spent = run(path, arguments, options.cpu)
            proved[way] += verdict == "holds"
            induced[way] += verdict == "holds" and "induction" in reason
            line += [verdict, f"{spent:.2f}"]
        print("\t".join(line), file=out, flush=True)
    for way in WAYS:
        print(f"{way}: {proved[way]} of {total} proved, {induced[way]} by induction over steps", file=sys.stderr)


if __name__ == "__main__":
    main()
