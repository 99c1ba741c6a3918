#!/usr/bin/env python3
"""UML state machines: the compact form against the flattened one, engine by engine, and against Spin.

usage: run.py [--time N] [--family NAME]... [--sizes N,N,...] [--no-spin]

The shape of the measurements of J. Dubrovin and T. Junttila, Symbolic Model Checking of Hierarchical UML
State Machines (2008): families that grow in depth, regions, objects or messages. Processor seconds until
the answer; `-` where the time (of the processor, too) does not suffice, `!` where answers differ (then the
exit status is 1).
Spin runs on our translation (show --promela); its time is pan's alone, without compiling it.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from families import FAMILIES, text

SIZES = {"depth": (4, 8, 16), "transitions": (16, 64), "regions": (2, 4, 6), "objects": (3, 5, 7), "messages": (2, 4, 6)}
PROPERTY = {"depth": "deep", "transitions": "far", "regions": "together", "objects": "one", "messages": "few"}
ENGINES = {"explicit": ["--engine", "explicit"], "bdd": ["--engine", "bdd"], "bmc parallel": ["--engine", "bmc", "--semantics", "parallel"],
           "bmc serial": ["--engine", "bmc", "--semantics", "serial"], "ic3": ["--engine", "ic3"]}


WAITING = 40  # by the clock, for a busy machine: so many times the processor's time


def cpu_of(command, seconds, where=None):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds * WAITING, cwd=where, check=False,
                              preexec_fn=limit)
    except subprocess.TimeoutExpired:
        done = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def ask(args, path, family, options):
    command = [args.selvage, "check", "--quiet", "--format", "json", "--time", str(args.time * WAITING), "--memory", "4000", "--pool",
               "8", "--property", PROPERTY[family], *options, path]
    seconds, done = cpu_of(command, args.time)
    if done is None or done.returncode not in (0, 1):
        return None, None
    return seconds, json.loads(done.stdout)["answer"]


def ask_spin(args, path, where):
    done = subprocess.run([args.selvage, "show", "--promela", "--pool", "8", path], capture_output=True, text=True, check=False)
    with open(os.path.join(where, "x.pml"), "w", encoding="utf-8") as f:
        f.write(done.stdout)
    subprocess.run(["spin", "-a", "x.pml"], cwd=where, capture_output=True, check=False)
    subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=4000", "-DVECTORSZ=16384", "-o", "pan", "pan.c"], cwd=where,
                   capture_output=True, check=False)
    if not os.path.exists(os.path.join(where, "pan")):
        return None
    seconds, done = cpu_of(["./pan", "-m1000000", "-E", "-n"], args.time, where)
    return seconds if done and "states, stored" in done.stdout else None


def cell(seconds):
    return f"{'-' if seconds is None else f'{seconds:.2f}':>8}"


def measure(args, family, n):
    answers, row = set(), []
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, "m.puml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text(family, n))
        for options in ENGINES.values():
            for form in ([], ["--flatten"]):
                seconds, answer = ask(args, path, family, options + form)
                row.append(cell(seconds))
                answers |= {answer} - {None}
        row.append(cell(ask_spin(args, path, where)) if args.spin else "")
    print(f"{family:12} {n:4} {'/'.join(sorted(answers)):9}" + "".join(row) + ("  !" if len(answers) > 1 else ""), flush=True)
    return len(answers) < 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "build/release/selvage"))
    parser.add_argument("--time", type=int, default=20)
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES))
    parser.add_argument("--sizes", type=lambda s: [int(x) for x in s.split(",")])
    parser.add_argument("--no-spin", dest="spin", action="store_false")
    args = parser.parse_args()
    args.spin = args.spin and bool(shutil.which("spin") and shutil.which("gcc"))
    print(f"{'':28}" + "".join(f"{name:>16}" for name in ENGINES) + "    Spin")
    print(f"{'family':12} {'size':>4} {'answer':9}" + f"{'compact':>8}{'flat':>8}" * len(ENGINES))
    good = [measure(args, f, n) for f in args.family or FAMILIES for n in args.sizes or SIZES[f]]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
