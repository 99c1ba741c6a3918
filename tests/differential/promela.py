#!/usr/bin/env python3
"""Selvage against Spin on random Promela programs.

usage: promela.py [--selvage FILE] [--seed N] [--count N] [--profile NAME] [--jobs N] [--out DIR]
                  [--no-shrink] [--print] [--spin-only] [--list]

Every seed gives one program. Without reduction the number of states, the assertions
that fail and invalid end states must be those of pan (spin -o1 -o2 -o3, -DNOREDUCE);
in the other modes of pml_run the verdict must be the same. Of programs with a formula
(profile `formula`), and in the profile `cycles`, only the answers about infinite runs are compared, see
pml_claim. Programs on which they
disagree are shrunk and printed; the exit status is then 1. Where pan has no answer
(too large, a loop inside of atomic) nothing is compared. --spin-only runs Spin alone
and tells how large the programs are and what is in them.
"""

import argparse
import collections
import concurrent.futures
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from pml_claim import compare_claim
from pml_draw import draw
from pml_features import features_of
from pml_profile import ORDER
from pml_run import Broken, compiler, run_spin, write
from pml_run import compare as compare_plain
from pml_shrink import shrink
from pml_tree import Text

REFUSED = "refused"  # Spin does not take the program: a mistake of the generator


def compare(selvage, program, where, only=None):
    """(Spin's result or reason, Trouble or None, modes that do not exist)."""
    side = compare_claim if program.formula or program.profile == "cycles" else compare_plain
    return side(selvage, program, where, only)


def shrunk(args, program, trouble, where):
    def disagrees(candidate):
        try:
            found = compare(args.selvage, candidate, where, trouble.mode)[1]
        except Broken:
            return False
        return found is not None and found.kind == trouble.kind

    return shrink(program, disagrees)


def report(args, program, trouble, where):
    lines = [f"seed {program.seed}, profile {program.profile}: {trouble}"]
    if not args.no_shrink:
        program = shrunk(args, program, trouble, where)
        lines.append(f"shrunk: {compare(args.selvage, program, where, trouble.mode)[1] or 'gone'}")
    text = str(Text(program))
    if args.out:
        os.makedirs(args.out, exist_ok=True)
        with open(os.path.join(args.out, f"red-{program.seed}.pml"), "w", encoding="utf-8") as f:
            f.write("".join(f"// {line}\n" for line in lines) + text)
    return "\n".join(lines) + "\n" + text


def judge(args, seed):
    """What main adds up about one program."""
    found = {"seed": seed, "report": None, "kind": None, "missing": []}
    program = draw(seed, args.profile)
    with tempfile.TemporaryDirectory() as where:
        try:
            if args.spin_only:
                write(program, where)
                found["spin"], found["features"] = run_spin(where), features_of(str(Text(program)))
                return found
            found["spin"], trouble, found["missing"] = compare(args.selvage, program, where)
            if trouble and trouble.kind == "unsupported":
                found["kind"], found["why"] = "unsupported", trouble.text
            elif trouble:
                found["kind"], found["report"] = trouble.kind, report(args, program, trouble, where)
        except Broken as broken:
            found["spin"] = REFUSED
            if args.spin_only:
                found["report"] = f"seed {seed}: {broken}\n{Text(program)}"
    return found


class Totals:
    def __init__(self):
        self.programs = self.failed = 0
        self.sizes, self.errors = [], collections.Counter()
        self.features, self.kinds, self.missing = collections.Counter(), collections.Counter(), collections.Counter()
        self.reasons, self.unanswered = collections.Counter(), collections.Counter()

    def add(self, found):
        self.programs += 1
        self.failed += found["report"] is not None
        self.kinds.update([found["kind"]] if found["kind"] else [])
        self.missing.update(found["missing"])
        self.features.update(found.get("features", ()))
        self.reasons.update([found["why"]] if "why" in found else [])
        spin = found["spin"]
        if isinstance(spin, str):
            self.unanswered[spin] += 1
            return
        self.sizes.append(spin.states or 0)
        kinds = ["assertion"] * bool(spin.asserts) + ["invalid end state"] * spin.stuck + sorted(spin.other)
        self.errors.update(kinds or ["none"])

    def show(self, final=False):
        small = sum(1 for n in self.sizes if n <= 10)
        print(f"{self.programs} programs, {self.failed} disagreements ({len(self.sizes)} compared, "
              f"{sum(self.unanswered.values())} without an answer of Spin, {small} with at most 10 states, "
              f"{self.kinds['unsupported']} unsupported)", flush=True)
        for title, counts in (("modes that this selvage lacks", self.missing), ("unsupported", self.reasons),
                              ("kinds of disagreement", self.kinds)):
            if final and counts:
                print(f"  {title}: " + ", ".join(f"{k} {n}" for k, n in counts.most_common(8)))

    def show_spin(self):
        bounds = [10, 30, 100, 300, 1000, 3000, 10000, 20000, 50000]
        print("states:  " + "  ".join(f"<={b}: {sum(1 for n in self.sizes if n <= b)}" for b in bounds))
        for title, counts in (("unanswered", self.unanswered), ("errors", self.errors), ("features", self.features)):
            print(f"{title}: " + ", ".join(f"{k} {n}" for k, n in counts.most_common()))


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--profile", choices=ORDER)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "selvage"))
    parser.add_argument("--out", help="directory for failing programs")
    parser.add_argument("--most", type=int, default=5, help="stop after so many disagreements")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--print", action="store_true", help="only print the programs")
    parser.add_argument("--spin-only", action="store_true", help="only look at the programs, with Spin")
    parser.add_argument("--list", action="store_true", help="only list the profiles")
    return parser.parse_args()


def run_all(args, totals):
    seeds = range(args.seed, args.seed + args.count)
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        jobs = [pool.submit(judge, args, seed) for seed in seeds]
        for job in jobs:
            found = job.result()
            totals.add(found)
            if found["report"]:
                print(found["report"], flush=True)
            if totals.programs % 50 == 0 and totals.programs < args.count:
                totals.show()
            if totals.failed >= args.most:
                print(f"stopped after {totals.failed} disagreements")
                break
        for job in jobs:
            job.cancel()


def main():
    args, totals = options(), Totals()
    if args.list:
        print("\n".join(ORDER))
        return 0
    if args.print:
        for seed in range(args.seed, args.seed + args.count):
            print(f"// seed {seed}\n{Text(draw(seed, args.profile))}")
        return 0
    if compiler() is None:
        sys.exit("there is no C compiler")
    if os.sep in args.selvage:
        args.selvage = os.path.abspath(args.selvage)
    run_all(args, totals)
    if args.spin_only:
        totals.show_spin()
    totals.show(final=True)
    if totals.unanswered[REFUSED] * 20 > totals.programs:
        print(f"Spin refuses {totals.unanswered[REFUSED]} programs: see --spin-only")
        return 1
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
