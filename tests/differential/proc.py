#!/usr/bin/env python3
"""Selvage against a small interpreter on random process programs.

usage: proc.py [--seed N] [--count N] [--selvage FILE] [--time N] [--print]

Every seed gives one finite program. What proc_run.py says of each property must be what every engine
says, with and without reduction; "unknown" is tolerated from engines that may need more time.
The exit status is 1 where they disagree; the program is printed then.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from proc_draw import Writer, draw
from proc_run import Machine, TooLarge

RUNS = [["--engine", "explicit", "--reduction", "off"], ["--engine", "explicit"],
        ["--engine", "explicit", "--search", "dfs"], ["--engine", "auto"]]
KNOWN = ("auto", "explicit", "random")


def run(args, path, options):
    command = [args.selvage, "check", "--quiet", "--format", "json", "--keep-going", *options, path]
    done = subprocess.run(command, timeout=300, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[:2000]}{done.stderr[:2000]}")
    answer = json.loads(done.stdout)
    return {p["name"]: p["answer"] for p in answer["properties"]}


def compare(args, path, expected, options, sure):
    verdicts = run(args, path, options)
    wrong = []
    for name, verdict in verdicts.items():
        want = "violated" if name in expected else "holds"
        if verdict != want and (sure or verdict != "unknown"):
            wrong.append(f"{name}: {verdict} instead of {want}")
    wrong += [f"{name}: not there, but violated" for name in expected if name not in verdicts]
    return wrong


def others(args):
    listed = subprocess.run([args.selvage, "engines"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip() and line.split()[0] not in KNOWN]


def judge(args, seed, engines, path):
    """None if the program is too large, else how many properties it violates; False if engines disagree."""
    program = draw(seed)
    writer = Writer()
    text = writer.program(program)
    if args.print:
        print(text)
    try:
        found = Machine(program).explore()
    except TooLarge:
        return None
    expected = {v if isinstance(v, str) else f"assert:{writer.lines[v]}" for v in found}
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    runs = [(r, True) for r in RUNS] + [(["--engine", e, "--time", str(args.time)], False) for e in engines]
    for options, sure in runs:
        wrong = compare(args, path, expected, options, sure)
        if wrong:
            print(f"seed {seed}: {' '.join(options)}: {'; '.join(wrong)}\n{text}", flush=True)
            return False
    return len(expected)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--time", type=int, default=2)
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    engines = others(args)
    large = wrong = violations = 0
    with tempfile.TemporaryDirectory() as where:
        for seed in range(args.seed, args.seed + args.count):
            got = judge(args, seed, engines, os.path.join(where, "program.proc"))
            large += got is None
            wrong += got is False
            violations += got or 0
    print(f"{args.count} programs, {large} too large, {violations} violations, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
