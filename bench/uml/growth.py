#!/usr/bin/env python3
"""How the formula of a step grows with a state machine.

usage: growth.py [--selvage FILE] [--most RATIO]

Terms and clauses of one step of `bmc` (the difference of two bounds, by steps), of the compact and of the
flattened form. With --most the exit status is 1 if doubling a diagram makes the terms of the compact form
grow by more. Clauses grow a little faster: states are numbers of log N bits, and that no two actions of a step
are taken is said for each pair.
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
BOUNDS = (3, 5)


def formula(args, family, path, bound, options):
    command = [args.selvage, "check", "--quiet", "--format", "json", "--engine", "bmc", "--semantics", "interleaving", "--induction",
               "off", "--projection", "off", "--from", str(bound), "--bound", str(bound), "--time", "60", "--property",
               PROPERTY[family], *options, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    statistics = json.loads(done.stdout)["statistics"]
    return {name: int(statistics[name]) for name in ("nodes", "clauses")}


def per_step(args, family, n, options):
    with tempfile.NamedTemporaryFile("w", suffix=".puml") as f:
        f.write(text(family, n))
        f.flush()
        small, large = (formula(args, family, f.name, b, options) for b in BOUNDS)
    return {k: (large[k] - small[k]) / (BOUNDS[1] - BOUNDS[0]) for k in small}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "build/release/selvage"))
    parser.add_argument("--most", type=float)
    args = parser.parse_args()
    failed = False
    print("family        size   compact: terms clauses      flattened: terms clauses")
    for family, sizes in SIZES.items():
        before = None
        for n in sizes:
            now, flat = per_step(args, family, n, []), per_step(args, family, n, ["--flatten"])
            growth = {k: now[k] / before[k] for k in now} if before else {}
            print(f"{family:12} {n:5} {now['nodes']:16.0f} {now['clauses']:7.0f} {flat['nodes']:22.0f} {flat['clauses']:7.0f}" +
                  "".join(f"   {k} x {g:.2f}" for k, g in growth.items()), flush=True)
            for k, g in growth.items():
                if args.most and k == "nodes" and g > args.most:
                    print(f"FAILED {family}: {k} of a step grow {g:.2f} times from {n // 2} to {n}")
                    failed = True
            before = now
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
