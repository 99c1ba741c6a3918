#!/usr/bin/env python3
"""The admitted logs of PSSM's machines, asked of engines that know nothing of logs.

usage: uml_tries.py CORPUS [--selvage FILE] [--engine WORDS]... [NAME...]

Every `log` of a machine also moves an attribute along the trie of the admitted logs, to a node of its
own where the log leaves it. Then an invariant says that no log is outside of the trie, and each admitted
log is a state to be reached. With --regions interleaved the first must hold and all others be found, by
every engine (`bmc`, which need not prove, must not find a violation of the first). A machine with more
than MANY logs is asked of those engines only that look at all states.
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from uml_corpus import DO_UNITS, LOST

ENGINES = ["explicit", "bdd", "ic3", "bmc", "bmc --solver smt", "bmc --semantics serial", "bmc --semantics parallel"]
OUTSIDE = 10000
MANY = 20


def trie_of(logs):
    """Edges {(node, word): node} and the nodes where logs end."""
    edges, ends = {}, []
    for log in logs:
        node = 0
        for word in log.split("::") if log else []:
            node = edges.setdefault((node, word), len(edges) + 1)
        ends.append(node)
    return edges, ends


def move(edges, word):
    steps = "".join(f"if (trie == {a}) trie = {b}; else " for (a, w), b in sorted(edges.items()) if w == word)
    return f'{{ log "{word}"; {steps}trie = {OUTSIDE}; }}'


def watched(text, logs):
    edges, ends = trie_of(logs)
    text = re.sub(r'log "([^"]*)"', lambda m: move(edges, m.group(1)), text)
    lines = ["' attributes: trie: Integer", f"' invariant admitted: trie != {OUTSIDE}"]
    lines += [f"' reach log{k}: trie == {node}" for k, node in enumerate(ends)]
    return text.replace("@startuml\n", "@startuml\n" + "\n".join(lines) + "\n", 1), len(ends)


def answers(args, engine, path, stimulus):
    command = [args.selvage, "check", "--quiet", "--format", "json", "--keep-going", "--time", str(args.time), "--regions",
               "interleaved", "--stimulus", stimulus, "--engine", *engine.split(), path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=args.time + 60, check=False)
    if done.returncode not in (0, 1, 2):
        return {}, f"status {done.returncode}: {done.stderr[:300]}"
    return {p["name"]: p["answer"] for p in json.loads(done.stdout)["properties"]}, None


def judge(args, engine, path, row, count):
    found, wrong = answers(args, engine, path, row["stimulus"])
    if wrong:
        return wrong
    proves = not engine.startswith("bmc")
    if found["admitted"] != "holds" and (proves or found["admitted"] != "unknown"):
        return f"a log that is not admitted: {found['admitted']}"
    missing = [k for k in range(count) if found[f"log{k}"] != "violated"]
    return f"{len(missing)} admitted logs are not found, the first is number {missing[0]}" if missing else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--engine", action="append")
    parser.add_argument("--time", type=int, default=60)
    args = parser.parse_args()
    folder = os.path.join(args.corpus, "pssm")
    with open(os.path.join(folder, "oracle.tsv"), encoding="utf-8") as f:
        rows = [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE)
                if r["puml"] and r["n_admitted"] and r["test"] not in LOST | DO_UNITS and "call" not in r["features"]]
    failed, logs, machines = 0, 0, 0
    for turn, row in enumerate(r for r in rows if not args.names or r["test"] in args.names):
        with open(os.path.join(folder, row["puml"]), encoding="utf-8") as f:
            text, count = watched(f.read(), row["admitted"].split(" | "))
        machines, logs = machines + 1, logs + count
        with tempfile.NamedTemporaryFile("w", suffix=".puml") as f:
            f.write(text)
            f.flush()
            some = ENGINES[:2] if count > MANY else [ENGINES[1], ENGINES[2], ENGINES[3 + turn % 4]]
            for engine in args.engine or some:
                wrong = judge(args, engine, f.name, row, count)
                if wrong:
                    failed += 1
                    print(f"FAILED {row['test']} {engine}: {wrong}", flush=True)
    print(f"{machines} machines, {logs} logs")
    return 1 if failed or not machines else 0


if __name__ == "__main__":
    sys.exit(main())
