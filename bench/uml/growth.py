#!/usr/bin/env python3
"""How the formula of a step grows with a state machine.

usage: growth.py [--selvage FILE] [--most RATIO] [--semantics WORD]... [--family NAME]...

Terms and clauses of one step of `bmc` (the difference of two bounds, by steps), of the compact and of the
flattened form, for each kind of step. With --most the exit status is 1 if doubling a diagram makes the
terms or the clauses of the compact form grow by more, or if `bmc` does not answer like explicit search.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from families import text

SIZES = {"depth": (8, 16, 32), "transitions": (32, 64, 128)}
PROPERTY = {"depth": "deep", "transitions": "far"}
SEMANTICS = ("interleaving", "parallel", "serial", "process")
BOUNDS = (3, 5)


def formula(args, semantics, family, path, bound, options):
    command = [args.selvage, "check", "--quiet", "--format", "json", "--engine", "bmc", "--semantics", semantics, "--induction",
               "off", "--projection", "off", "--from", str(bound), "--bound", str(bound), "--time", "60", "--property",
               PROPERTY[family], *options, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    statistics = json.loads(done.stdout)["statistics"]
    return {name: int(statistics[key]) for name, key in (("terms", "nodes"), ("clauses", "clauses"))}


def per_step(args, semantics, family, n, options):
    with tempfile.NamedTemporaryFile("w", suffix=".puml") as f:
        f.write(text(family, n))
        f.flush()
        small, large = (formula(args, semantics, family, f.name, b, options) for b in BOUNDS)
    return {k: (large[k] - small[k]) / (BOUNDS[1] - BOUNDS[0]) for k in small}


def answer(args, family, engine):
    with tempfile.NamedTemporaryFile("w", suffix=".puml") as f:
        f.write(text(family, SIZES[family][0]))
        f.flush()
        command = [args.selvage, "check", "--quiet", "--time", "100", "--property", PROPERTY[family], *engine, f.name]
        return subprocess.run(command, capture_output=True, timeout=120, check=False).returncode


def compare(args, semantics, family):
    found = answer(args, family, ["--engine", "bmc", "--semantics", semantics])
    wanted = answer(args, family, ["--engine", "explicit"])
    return [] if found == wanted else [f"{semantics} {family}: status {found}, explicit search {wanted}"]


def judge(args, semantics, family):
    """Prints the rows of one family; what grows too fast."""
    before, wrong = None, []
    for n in SIZES[family]:
        now, flat = (per_step(args, semantics, family, n, o) for o in ([], ["--flatten"]))
        growth = {k: now[k] / before[k] for k in now} if before else {}
        print(f"{semantics:12} {family:12} {n:4} {now['terms']:14.0f} {now['clauses']:7.0f} {flat['terms']:16.0f}"
              f" {flat['clauses']:7.0f}" + "".join(f"   {k} x {g:.2f}" for k, g in growth.items()), flush=True)
        wrong += [f"{semantics} {family}: {k} of a step grow {g:.2f} times from {n // 2} to {n}"
                  for k, g in growth.items() if args.most and g > args.most]
        before = now
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "build/release/selvage"))
    parser.add_argument("--most", type=float)
    parser.add_argument("--semantics", action="append", choices=SEMANTICS)
    parser.add_argument("--family", action="append", choices=sorted(SIZES))
    args = parser.parse_args()
    print("step         family       size compact: terms clauses flattened: terms clauses")
    wrong = [w for s in args.semantics or SEMANTICS for f in args.family or SIZES for w in judge(args, s, f) + compare(args, s, f)]
    for line in wrong:
        print("FAILED", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
