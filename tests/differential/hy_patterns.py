#!/usr/bin/env python3
"""Patterns of locations against regular expressions on the names of the spelled-out product.

usage: hy_patterns.py [--seed N] [--count N] [--selvage FILE]

Every seed gives automata with short names of locations, one of which each of them never leaves, and a pattern
made from the name of some location of the product, parts of which are replaced by `$`. `--reach PATTERN` must
be violated exactly if the expression matches where the network stands, and malformed exactly if it matches no
name of the product. The names are of two letters only, so that most patterns can be matched in several ways.
"""

import argparse
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile


def draw_names(r):
    every = ["".join(w) for n in (1, 2, 3) for w in itertools.product("ab", repeat=n)]
    return [r.sample(every, r.randint(1, 4)) for _ in range(r.randint(1, 4))]


def draw_pattern(r, name):
    """The name with some texts replaced by `$`; now and then with a letter that is not there."""
    for _ in range(r.randint(0, 3)):
        i = r.randint(0, len(name))
        name = name[:i] + "$" + name[r.randint(i, min(len(name), i + 4)):]
    if r.random() < 0.2:
        i = r.randrange(len(name))
        name = name[:i] + r.choice("ab") + name[i:]
    return name


def text_of(names, places):
    parts = []
    for i, locations in enumerate(names):
        lines = [f"loc {n}: while true wait {{ true }};" for n in locations]
        parts.append(f"automaton m{i}\nsynclabs: ;\n" + "\n".join(lines)
                     + f"\ninitially: {places[i]} & true;\nend\n")
    product = " & ".join(f"m{i}" for i in range(len(names)))
    return "".join(parts) + f"sys = {product};\n"


def expected(pattern, names, places):
    """The status: 65 if no name matches, 1 if the place does, else 0."""
    match = re.compile(".*".join(re.escape(p) for p in pattern.split("$"))).fullmatch
    if not any(match("~".join(p)) for p in itertools.product(*names)):
        return 65
    return 1 if match("~".join(places)) else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--selvage", default="build/release/selvage")
    args = parser.parse_args()
    failed, counts = 0, {0: 0, 1: 0, 65: 0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.pha")
        for seed in range(args.seed, args.seed + args.count):
            r = random.Random(seed)
            names = draw_names(r)
            places = [r.choice(n) for n in names]
            model = places if r.random() < 0.4 else [r.choice(n) for n in names]
            pattern = draw_pattern(r, "~".join(model))
            with open(path, "w", encoding="utf-8") as f:
                f.write(text_of(names, places))
            want = expected(pattern, names, places)
            counts[want] += 1
            got = subprocess.run([args.selvage, "check", "--quiet", "--engine", "bmc", "--time", "20", "--reach", pattern,
                                  path], timeout=60, capture_output=True, check=False).returncode
            if got != want:
                failed += 1
                print(f"seed {seed}: `{pattern}`: status {got} instead of {want}\n{text_of(names, places)}", flush=True)
    print(f"{args.count} patterns ({counts[1]} match, {counts[0]} do not, {counts[65]} match nothing), {failed} wrong")
    return 1 if failed or not all(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
