#!/usr/bin/env python3
"""bmc against `explicit`, random walks and Spin, on models with a violation.

  peers.py [--cpu SECONDS] [--out FILE.tsv] [MODEL…]

Models of this folder and, where the corpora are there, theirs; Spin where it is Promela, depth first with a
stack of a million steps. Measured is processor time until the violation, for Spin without generating and compiling the
verifier. `-` means not within the limit. `joint steps` is the bound at which bmc has found it.
"""
import argparse
import glob
import os
import re
import shutil
import sys
import tempfile

import measure
import run

BEEM = ["anderson.7:1", "at.6:1", "firewire_tree.2:3", "lamport.6:1", "szymanski.4:1", "telephony.6:1", "train-gate.1:1"]
PROMELA = ["spin-examples/Book_1991/p319.pml", "spin-examples/snoopy.pml", "spins-tests/case_studies/x509/X.509.prm"]
ENGINES = {"bmc": ["--engine", "bmc", "--induction", "off"], "explicit": ["--engine", "explicit"],
           "random": ["--engine", "random", "--walk", "100000"]}


def models():
    """Name, arguments, whether Spin reads it."""
    for path in sorted(glob.glob(os.path.join(measure.HERE, "*.pml"))):
        yield os.path.basename(path), [path], True
    yield "mix.proc", [os.path.join(measure.HERE, "mix.proc"), "--deadlock", "off"], False
    for path in (os.path.join(measure.SHARED, "promela", p) for p in PROMELA):
        if os.path.exists(path):
            yield os.path.basename(path), measure.file_arguments(path), True
    for name, _, arguments in run.instances(60, {b.split(".")[0] for b in BEEM}):
        if name in BEEM:
            yield name, arguments, False


def spin(path, cpu):
    """Seconds of pan until it reports a violation, or -."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(path, os.path.join(work, "model"))
        measure.timed(["spin", "-a", "model"], cwd=work)
        measure.timed(["gcc", "-O2", "-w", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=2000", "-o", "pan", "pan.c"], cwd=work)
        done, spent = measure.timed(["prlimit", f"--cpu={cpu}", "./pan", "-m1000000"], cwd=work)
        return f"{spent:.2f}" if re.search(r"errors: [1-9]", done.stdout) else "-"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    unknown = set(options.models) - {name for name, _, _ in models()}
    if unknown:
        parser.error(f"there is no model {', '.join(sorted(unknown))}")
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
        print("\t".join(["model", *ENGINES, "spin", "joint steps"]), file=out)
        for name, arguments, promela in models():
            if options.models and name not in options.models:
                continue
            runs = [measure.selvage(a + arguments, options.cpu) for a in ENGINES.values()]
            times = [f"{r.seconds:.2f}" if r.verdict == "violated" else "-" for r in runs]
            steps = str(runs[0].answer.get("depth", "-")) if runs[0].verdict == "violated" else "-"
            print("\t".join([name] + times + [spin(arguments[0], options.cpu) if promela else "", steps]),
                  file=out, flush=True)


if __name__ == "__main__":
    main()
