#!/usr/bin/env python3
"""C with pthreads: what each engine solves, and how seconds and states grow.

usage: run.py [--selvage FILE] [--time SECONDS] [--engine NAME]... [--family NAME]... [--least] [--keep FOLDER]

Ten classic families (families.py), right and wrong, in four sizes. Per engine: how many of the programs
are solved within a sixth of the time and within all of it (60 s: 10 s and 60 s), and which are right
and decided by no engine but those that prove. A family's line has the seconds for its sizes; `-` is no
answer. A wrong answer ends it with status 1. --least runs the least size only.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from families import FAMILIES

ENGINES = ("auto", "explicit", "bdd", "ic3", "bmc", "events", "boppo", "cegar")


def ask(args, engine, path):
    """The answer, and the seconds it took."""
    before = time.monotonic()
    done = subprocess.run([args.selvage, "check", "--quiet", "--format", "json", "--engine", engine, "--time", str(args.time), path],
                          capture_output=True, text=True, timeout=3 * args.time + 30, check=False)
    seconds = time.monotonic() - before
    if done.returncode not in (0, 1, 2):
        sys.exit(f"run.py: {path}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["answer"], seconds


def write(folder, family, n, bug):
    path = os.path.join(folder, f"{family}_{n}{'_wrong' if bug else ''}.c")
    with open(path, "w", encoding="utf-8") as out:
        out.write(FAMILIES[family][0](n, bug))
    return path


def programs(args, folder):
    for family in args.family or FAMILIES:
        for bug in (False, True):
            yield family, bug, [(n, write(folder, family, n, bug)) for n in FAMILIES[family][1][:1 if args.least else None]]


def measure(args, engine, folder, solved):
    wrong = 0
    for family, bug, sizes in programs(args, folder):
        row, expected = [], "violated" if bug else "holds"
        for n, path in sizes:
            answer, seconds = ask(args, engine, path)
            if answer not in (expected, "unknown"):
                print(f"WRONG: {engine} says {answer} of {path}")
                wrong += 1
            if answer == expected:
                solved[engine][path] = seconds
            row.append(f"{n}: {seconds:.2f}" if answer == expected else f"{n}: -")
            if answer != expected and seconds >= args.time:
                break  # larger ones take longer
        print(f"  {engine:9} {family + (' wrong' if bug else ''):17} {'  '.join(row)}", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "build/release/selvage"))
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--engine", action="append", choices=ENGINES)
    parser.add_argument("--family", action="append", choices=FAMILIES)
    parser.add_argument("--least", action="store_true")
    parser.add_argument("--keep")
    args = parser.parse_args()
    engines, wrong = args.engine or ENGINES, 0
    solved = {engine: {} for engine in engines}
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        total = sum(len(sizes) for _, _, sizes in programs(args, folder))
        for engine in engines:
            wrong += measure(args, engine, folder, solved)
    print(f"\n{'engine':9} {'within ' + str(args.time // 6) + ' s':>12} {'within ' + str(args.time) + ' s':>12}   of {total}")
    for engine in engines:
        quick = sum(s <= args.time / 6 for s in solved[engine].values())
        print(f"{engine:9} {quick:12} {len(solved[engine]):12}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
