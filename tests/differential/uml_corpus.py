#!/usr/bin/env python3
"""The UML models of the corpus: PSSM's logs, twins in two notations, diagrams of other tools.

usage: uml_corpus.py CORPUS [--selvage FILE] [--known FILE] [--list]

pssm: the logs of --regions interleaved are the admitted set where it is known, else the expected log is
one of them; with --regions atomic every log is admitted; both readers give the same. As logs do not see the
last transition: wherever a run ends, the machine has finished. stars: the Cameo
and the PlantUML file of a machine reach the same states and, under its stimulus, log the same. All
files: read, or refused as the list of known refusals says (--list writes that list).
"""

import argparse
import csv
import glob
import os
import re
import subprocess
import sys

LOST = {"Event017_A", "Join003"}  # the source has lost their guards: more happens than is admitted
DO_UNITS = {"Transition017"}  # a do-activity of the suite interleaves inside of a step; here it waits
CALLS = "a call event"
ENDLESS = {"Entering005", "Entering009", "TransitionExecutionAlgorithm"}  # do not lead to the end of the machine


def run(args, *words):
    try:
        return subprocess.run([args.selvage, *words], capture_output=True, text=True, errors="replace", timeout=120,
                              check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", "no end")


# ---- PSSM

class Logs:
    def __init__(self, args, path, stimulus, regions):
        done = run(args, "show", "--logs", "--regions", regions, "--stimulus", stimulus, path)
        self.status, self.all, self.said = done.returncode, set(done.stdout.splitlines()), done.stderr

    def same(self, other):
        return (self.status == 0) == (other.status == 0) and self.all == other.all


def judge_pssm(row, fine, atomic):
    """(class, what is wrong or None)"""
    admitted = set(row["admitted"].split(" | ")) if row["n_admitted"] else None
    expected = row["expected"]
    if fine.status:
        return "refused", None if CALLS in fine.said else fine.said[:200]
    if row["test"] in LOST | DO_UNITS or admitted is None:
        return "expected", None if expected in fine.all else f"the expected log is missing: {expected}"
    if fine.all != admitted:
        return "equal", f"not admitted {sorted(fine.all - admitted)[:2]}, missing {sorted(admitted - fine.all)[:2]}"
    return "equal", None if atomic.all and atomic.all <= admitted else "atomic steps: a log that is not admitted"


def finishes(args, path, row, regions):
    done = run(args, "check", "--quiet", "--engine", "explicit", "--deadlock", "on", "--property", "deadlock", "--regions",
               regions, "--stimulus", row["stimulus"], path)
    return done.returncode == (row["test"] in ENDLESS)


def check_pssm(args, folder, failed):
    counts = {}
    with open(os.path.join(folder, "oracle.tsv"), encoding="utf-8") as f:
        rows = [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if r["puml"]]
    for row in rows:
        found = {}
        for reader in ("puml", "uml2"):
            for regions in ("interleaved", "atomic"):
                path = os.path.join(folder, row[reader])
                found[reader, regions] = Logs(args, path, row["stimulus"], regions)
        kind, wrong = judge_pssm(row, found["puml", "interleaved"], found["puml", "atomic"])
        for regions in ("interleaved", "atomic"):
            if not found["puml", regions].same(found["uml2", regions]):
                wrong = wrong or f"--regions {regions}: the readers differ"
            if kind != "refused" and not finishes(args, os.path.join(folder, row["puml"]), row, regions):
                wrong = wrong or f"--regions {regions}: the machine does not come to its end"
        counts[kind] = counts.get(kind, 0) + (wrong is None)
        if wrong:
            failed.append(f"{row['test']}: {wrong}")
    print(f"pssm: {len(rows)} machines, " + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    if counts.get("equal", 0) < 34 or counts.get("expected", 0) < 16:
        failed.append(f"pssm: fewer machines than there were: {counts}")


# ---- twins

def states_of(path):
    text = open(path, encoding="utf-8").read()
    names = set(re.findall(r"^\s*state\s+(\w+)\s*(?:\{|$)", text, re.M))
    for line in re.findall(r"^\s*(\S+)\s+-+>\s+(\w+)", text, re.M):
        names |= {n for n in line if re.fullmatch(r"\w+", n)}
    return sorted(names - set(re.findall(r"^\s*state\s+(\w+)\s+<<", text, re.M)))


def reaches(args, path, state):
    return run(args, "check", "--quiet", "--property", "reach", "--engine", "explicit", "--reach", f"in({state})",
               path).returncode


def twin_logs(args, path, stimulus):
    done = run(args, "show", "--logs", "--time", "20", "--stimulus", stimulus, path)
    return done.returncode, sorted(done.stdout.splitlines())


def stimulus_of(puml, driver):
    """The first events of the machine's test that it has a trigger for."""
    with open(puml, encoding="utf-8") as f:
        triggers = set(re.findall(r">[^:\n]*:\s*(\w+)", f.read()))
    with open(driver, encoding="utf-8") as f:
        words = [w for line in f if "//" not in line for w in re.findall(r"\w+", line)]
    return " ".join([w for w in words if w in triggers][:6])


def check_twins(args, folder, failed):
    twins, states, logs = 0, 0, 0
    for xml in sorted(glob.glob(os.path.join(folder, "**", "*.xml"), recursive=True)):
        puml = xml[:-4] + ".plantuml"
        twins += 1
        for state in states_of(puml):
            a, b = reaches(args, puml, state), reaches(args, xml, state)
            states += 1
            if a != b or a not in (0, 1):
                failed.append(f"{os.path.basename(xml)}: in({state}): status {b}, its twin {a}")
        stimulus = stimulus_of(puml, os.path.join(os.path.dirname(xml), "testDrv.txt"))
        a, b = twin_logs(args, puml, stimulus), twin_logs(args, xml, stimulus)
        logs += len(a[1])
        if a != b or a[0] not in (0, 2):
            failed.append(f"{os.path.basename(xml)}: under `{stimulus}` {b[0]} {b[1][:2]}, its twin {a[0]} {a[1][:2]}")
    print(f"stars: {twins} twins, {states} states, {logs} logs")
    if twins < 13:
        failed.append("stars: fewer twins than there were")


# ---- every file

def reading(args, path):
    """"read", or the first message that is no warning, without its place."""
    done = run(args, "show", path)
    if done.returncode == 0:
        return "read"
    for line in done.stderr.splitlines():
        found = re.search(r":(\d+):\d+: (error|unsupported): (.*)", line)
        if found and done.returncode in (2, 65):
            return f"line {found.group(1)}: {found.group(3)}"
    return f"status {done.returncode}: {done.stderr[:100]}"


def check_files(args, corpus, failed):
    files = [f for s in ("puml", "plantuml", "uml", "xml") for f in
             glob.glob(os.path.join(corpus, "**", "*." + s), recursive=True)]
    known = {}
    if not args.list:
        with open(args.known, encoding="utf-8") as f:
            known = dict(line.rstrip("\n").split("\t") for line in f if not line.startswith("#"))
    read = 0
    for path in sorted(files):
        name, got = os.path.relpath(path, corpus), reading(args, path)
        read += got == "read"
        if args.list and got != "read":
            print(f"{name}\t{got}")
        if not args.list and got != known.get(name, "read"):
            failed.append(f"{name}: {got}, but known is {known.get(name, 'read')}")
    if not args.list:
        print(f"all: {len(files)} files, {read} read, {len(files) - read} refused")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--known", default=os.path.join(here, "uml_corpus.known"))
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    failed = []
    check_files(args, args.corpus, failed)
    if not args.list:
        check_pssm(args, os.path.join(args.corpus, "pssm"), failed)
        check_twins(args, os.path.join(args.corpus, "stars"), failed)
    for line in failed:
        print("FAILED", line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
