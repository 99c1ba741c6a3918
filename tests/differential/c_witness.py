#!/usr/bin/env python3
"""Witnesses of other people's C programs: each that is written is followed again.

usage: c_witness.py SELVAGE CORPUS [--time SECONDS] [--only TEXT] [--holds]

CORPUS is that of c_corpus.py. Every comparable program is checked with --witness; what is written is
replayed. With --holds also those that hold, whose invariants are asked again (else only violations).
A witness that is not followed is printed, with the reason, and ends it with status 1; where the time is up that says nothing.
"""
import argparse
import collections
import csv
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from c_corpus import options_of, others_of


# Why some cannot be followed.
KNOWN = {"esbmc-unix2/11_lu-fig4-complete": "its run needs the first value of an uninitialised variable, which no waypoint tells"}


def run(given, *words):
    done = subprocess.run([os.path.abspath(given.selvage), *words], cwd=given.corpus, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False, errors="replace")
    return done.returncode, (done.stdout.strip() or done.stderr.strip()).split("\n")[-1]


def path_of(given, row):
    path = os.path.join(row["case"], row["main"])
    beside = os.path.join(os.path.dirname(row["case"]), row["main"])
    return path if os.path.exists(os.path.join(given.corpus, path)) else beside


def try_one(given, row, witness):
    """What became of the witness of one program, and why."""
    others, path = others_of(row, given.corpus), path_of(given, row)
    if os.path.exists(witness):
        os.unlink(witness)
    limits = ["--quiet", "--time", str(given.time)]
    status, last = run(given, "check", *limits, *options_of(row), *others, "--witness", witness, path)
    if not os.path.exists(witness):
        return ("none", last) if status in (1, 74) else ("no answer", last)
    replayed, last = run(given, "replay", *limits, *others, witness, path)
    if replayed == status:
        return "followed", last
    return ("late" if "limit reached" in last else "known" if row["case"] in KNOWN else "not followed"), KNOWN.get(row["case"], last)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("selvage")
    parser.add_argument("corpus")
    parser.add_argument("--time", type=float, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--holds", action="store_true")
    given = parser.parse_args()
    counts = collections.Counter()
    with open(os.path.join(given.corpus, "expected.tsv"), encoding="utf-8", newline="") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if r["comparable"] == "yes" and given.only in r["case"]]
    rows = [r for r in rows if given.holds or r["expected"].split("=")[-1] == "violated"]
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            what, why = try_one(given, row, os.path.join(folder, "w.yml"))
            counts[what] += 1
            if what in ("not followed", "late", "known"):
                print(f"{row['case']}: {why}")
    print(f"{len(rows)} programs: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if counts["not followed"] else 0


if __name__ == "__main__":
    sys.exit(main())
