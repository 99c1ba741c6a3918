#!/usr/bin/env python3
"""Selvage against Spin's answers about infinite runs, on Promela models of other people.

usage: corpus_liveness.py [--selvage FILE] [--corpus DIR] [--engine NAME] [--time S] [--known FILE]
                          [PART OF A FILE NAME ...]

The corpus is a folder with models and liveness.tsv (columns file, question, weak_fairness,
answer, states, message). A question is `ltl NAME`, `ltl`, `never`, `accept` or `progress`
(Spin's -DNP -l). Where Spin has an answer, Selvage must have the same one or none; the exit
status is 1 if it has another that the file of known deviations does not name.
"""

import argparse
import csv
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "..", "shared", "corpus", "promela")
KNOWN = os.path.join(HERE, "corpus_liveness.known")
ANSWERS = {0: "holds", 1: "violated", 2: "unknown"}


def options_of(row):
    words = row["question"].split()
    options = ["--property", ":".join(words)]
    if words[0] == "progress":
        options += ["--nonprogress"]
    if row["weak_fairness"] == "yes":
        options += ["--fair"]
    return options


def run(arguments, row):
    """The answer, and the first line that says why there is none."""
    path = os.path.join(arguments.corpus, row["file"])
    command = [arguments.selvage, "check", "--quiet", "--engine", arguments.engine, "--time", str(arguments.time)]
    command += options_of(row) + ["-I", os.path.dirname(path), path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    return ANSWERS.get(done.returncode, f"status {done.returncode}"), lines[0] if lines else ""


def read_known(path):
    """Lines `file | question | fairness | why`."""
    with open(path, encoding="utf-8") as f:
        lines = [line.split("|") for line in f if line.strip() and not line.startswith("#")]
    return {tuple(part.strip() for part in line[:3]): line[3].strip() for line in lines}


def arguments_of(argv):
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--selvage", default=os.path.join(HERE, "..", "..", "build", "release", "selvage"))
    p.add_argument("--corpus", default=CORPUS)
    p.add_argument("--engine", default="explicit")
    p.add_argument("--time", type=int, default=10)
    p.add_argument("--known", default=KNOWN)
    p.add_argument("names", nargs="*")
    return p.parse_args(argv)


def main(argv):
    arguments = arguments_of(argv)
    known, counts, wrong = read_known(arguments.known), {}, 0
    with open(os.path.join(arguments.corpus, "liveness.tsv"), encoding="utf-8") as f:
        rows = [r for r in csv.DictReader(f, delimiter="\t")
                if not arguments.names or any(n in r["file"] for n in arguments.names)]
    for row in rows:
        answer, line = run(arguments, row)
        comparable = answer in ("holds", "violated") and row["answer"] in ("holds", "violated")
        word = "equal" if comparable and answer == row["answer"] else "different" if comparable else answer
        why = known.get((row["file"], row["question"], row["weak_fairness"]))
        if word == "different" and why:
            word = "known"
        counts[word] = counts.get(word, 0) + 1
        if word != "equal":
            print(row["file"], row["question"], "fair" if row["weak_fairness"] == "yes" else "", f"Spin: {row['answer']}",
                  f"Selvage: {answer}", why or ("" if comparable else line), sep=" | ", flush=True)
        wrong += word == "different" or word.startswith("status")
    print(", ".join(f"{counts[w]} {w}" for w in sorted(counts)), f"of {len(rows)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
