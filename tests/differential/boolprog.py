#!/usr/bin/env python3
"""Selvage against Spin on random Boolean programs.

usage: boolprog.py [--seed N] [--count N] [--batch N] [--selvage FILE] [--out DIR] [--no-shrink] [--print]

Every seed gives one program, written as .bp text and, straight from the same tree,
as Promela. What pan says of each assertion, and of --label, must be what selvage
says, whatever the search and with or without reduction. Where they disagree the
program is shrunk and printed; the exit status is then 1.
"""

import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from bp_draw import draw
from bp_promela import write_models
from bp_run import Broken, build_pan, compare, run_pan, selvage_options
from bp_shrink import shrink
from bp_text import write_text


def judge(binary, programs, where):
    """Per program: (what is wrong or None or "unknown", failing assertions)."""
    fails = build_pan(programs, where)
    results = []
    for k, program in enumerate(programs):
        failing = run_pan(k, fails[k], where)
        path = os.path.join(where, "program.bp")
        results.append(("unknown" if failing is None else compare(binary, path, program, failing), failing))
    return results


def is_trouble(verdict):
    return verdict not in (None, "unknown")


def report(args, program, verdict, where):
    def disagrees(p):
        try:
            return is_trouble(judge(args.selvage, [p], where)[0][0])
        except Broken:
            return False

    print(f"seed {program.seed}: {verdict}")
    if not args.no_shrink:
        program = shrink(program, disagrees)
        verdict = judge(args.selvage, [program], where)[0][0]
        print(f"shrunk: {verdict}")
    text = write_text(program)[0]
    print("// options: " + " ".join(selvage_options(program)) + "\n" + text, flush=True)
    if args.out:
        os.makedirs(args.out, exist_ok=True)
        name = os.path.join(args.out, f"red-{program.seed}")
        with open(name + ".bp", "w", encoding="utf-8") as f:
            f.write(f"// {verdict}\n{text}")
        with open(name + ".pml", "w", encoding="utf-8") as f:
            f.write(write_models([program])[0])


class Totals:
    def __init__(self):
        self.programs = self.violated = self.unknown = self.failed = 0

    def add(self, verdict, failing):
        self.programs += 1
        self.unknown += verdict == "unknown"
        self.violated += bool(failing)
        self.failed += is_trouble(verdict)

    def show(self):
        print(f"{self.programs} programs: {self.violated} violated, {self.unknown} too large, "
              f"{self.failed} disagreements", flush=True)


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--batch", type=int, default=12, help="programs in one Promela model")
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "selvage"))
    parser.add_argument("--out", help="directory for failing programs")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--print", action="store_true", help="only print the programs")
    parser.add_argument("--promela", action="store_true", help="only print the programs as Promela")
    return parser.parse_args()


def main():
    args, totals = options(), Totals()
    seeds = list(range(args.seed, args.seed + args.count))
    for first in range(0, len(seeds), args.batch):
        programs = [draw(seed) for seed in seeds[first:first + args.batch]]
        if args.print or args.promela:
            print(write_models(programs)[0] if args.promela else "\n".join(write_text(p)[0] for p in programs))
            continue
        with tempfile.TemporaryDirectory() as where:
            for program, (verdict, failing) in zip(programs, judge(args.selvage, programs, where)):
                totals.add(verdict, failing)
                if is_trouble(verdict):
                    report(args, program, verdict, where)
        if sys.stdout.isatty() or first // args.batch % 20 == 19:
            totals.show()
    if not args.print and not args.promela:
        totals.show()
    return totals.failed > 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as trouble:
        print(f"cannot compare: {trouble}", file=sys.stderr)
        sys.exit(2)
