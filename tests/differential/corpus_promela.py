#!/usr/bin/env python3
"""Selvage against Spin's recorded results on Promela models of other people.

usage: corpus_promela.py [--selvage FILE] [--corpus DIR] [--most N] [--time S] [--jobs N] [--known FILE]
                         [--reduced] [PART OF A FILE NAME ...]

The corpus is a folder with models and expected.tsv (columns file, errors, plain_status,
plain_states, por_status, por_states). Without --reduced: kinds of errors and numbers of
states, with --reduction off --keep-going, must be Spin's. With --reduced the states that
the default reduction stores are compared with those of Spin's; verdicts must agree.
The exit status is 1 if a model differs, or is not taken, that the file of known deviations does not name.
Models whose include files are missing are left out and counted.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "..", "shared", "corpus", "promela")
KNOWN = os.path.join(HERE, "corpus_promela.known")
CHECKED = ("assertion", "location", "invariant", "deadlock")
CLAIMS = re.compile(r"(ltl|never|trace|notrace)(\W|$)")  # Spin ran without them


class Model:
    """What Spin says; a number is None where its search did not end."""

    def __init__(self, row):
        self.file = row["file"]
        self.plain = int(row["plain_states"]) if row["plain_status"] == "OK" else None
        self.reduced = int(row["por_states"]) if row["por_status"] == "OK" else None
        self.errors = kinds_of_spin(row["errors"])
        self.odd = "other:" in row["errors"]  # what comes after such an error is not defined


def kinds_of_spin(errors):
    if errors == "none":
        return frozenset()
    return frozenset("invalid_end" if e == "invalid_end" else "error" for e in errors.split(","))


class Outcome:
    """word: equal, different, unsupported, unknown, timeout, failed, incomplete; text for the table."""

    def __init__(self, model, word, text="", states=None, seconds=0.0):
        self.model, self.word, self.states, self.seconds = model, word, states, seconds
        self.text = " ".join(text.split())


def kinds_of_selvage(answer):
    violated = [p["kind"] for p in answer["properties"] if p["answer"] == "violated" and p["kind"] in CHECKED
                and not CLAIMS.match(p["name"])]
    return frozenset("invalid_end" if kind == "deadlock" else "error" for kind in violated)


def claims_off(selvage):
    """The option that leaves claims out, where this selvage has it."""
    done = subprocess.run([selvage, "help", "check"], stdout=subprocess.PIPE, text=True, check=False)
    return ["--claims", "off"] if "--claims" in done.stdout else []


def ask(args, model):
    """(answer, None), or (None, Outcome) if there is none."""
    options = ["--engine", "explicit", "--keep-going"] + ([] if args.reduced else ["--reduction", "off"]) + args.claims
    command = [args.selvage, "check", "--language", "promela", *options, "--time", str(args.time), "--format", "json",
               os.path.join(args.corpus, model.file)]
    try:
        done = subprocess.run(command, timeout=args.time + 20, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return None, Outcome(model, "timeout", "killed")
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return None, Outcome(model, "failed", f"status {done.returncode}: {(done.stdout + done.stderr)[:200]}")
    return answer, refusal(model, done.returncode, answer)


def refusal(model, status, answer):
    said = {s: [d["message"] for d in answer.get("diagnostics", []) if d["severity"] == s]
            for s in ("error", "unsupported")}
    if status not in (0, 1, 2):
        return Outcome(model, "failed", f"status {status}: " + "; ".join(said["error"][:2] or [str(answer["reason"])]))
    if said["unsupported"]:
        return Outcome(model, "unsupported", "; ".join(said["unsupported"][:2]))
    left = [p for p in answer["properties"] if p["answer"] == "unknown" and not CLAIMS.match(p["name"])]
    if left or not answer.get("complete", True):
        reason = str(answer["reason"])
        return Outcome(model, "timeout" if "time" in reason else "unknown", reason)
    return None


def judge(args, model):
    if incomplete(args, model):
        return Outcome(model, "incomplete", "an included file is not in the corpus")
    answer, none = ask(args, model)
    if none:
        return none
    kinds, states = kinds_of_selvage(answer), int(answer["states"])
    seconds = float(answer.get("seconds") or 0)
    wrong = []
    if kinds != model.errors and not (model.odd and kinds):
        wrong.append(f"spin: {name(model.errors)}, selvage: {name(kinds)}")
    if not args.reduced and not model.odd and model.plain is not None and states != model.plain:
        wrong.append(f"states {model.plain}, selvage: {states}")
    if args.reduced and model.plain is not None and states > model.plain:
        wrong.append(f"{states} states with reduction, {model.plain} without")
    return Outcome(model, "different" if wrong else "equal", "; ".join(wrong), states, seconds)


def name(kinds):
    return "+".join(sorted(kinds)) or "none"


def incomplete(args, model):
    """Does it include a file that the corpus does not have?"""
    path = os.path.join(args.corpus, model.file)
    with open(path, encoding="latin-1") as f:
        names = re.findall(r'^\s*#\s*include\s*"([^"]+)"', f.read(), re.M)
    return any(not os.path.exists(os.path.join(os.path.dirname(path), n)) for n in names)


def models(args):
    with open(os.path.join(args.corpus, "expected.tsv"), encoding="utf-8", newline="") as f:
        found = [Model(row) for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE)]
    if args.most is not None:
        found = [m for m in found if m.plain is not None and m.plain <= args.most]
    if args.files:
        found = [m for m in found if any(part in m.file for part in args.files)]
    return found


def known_deviations(path):
    """`FILE: reason` per line; # begins a comment."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    return dict(line.split(": ", 1) for line in lines)


def compare_reduced(outcomes):
    """Stored states against Spin's, where both finished without any doubt."""
    rows = [(o.states / o.model.reduced, o) for o in outcomes
            if o.word == "equal" and o.states and o.model.reduced]
    rows.sort(key=lambda r: r[0])
    for ratio, o in rows:
        print(f"{ratio:9.3f}  {o.states:9d} of {o.model.reduced:9d}  {o.model.file}")
    if rows:
        mean = math.exp(sum(math.log(ratio) for ratio, _ in rows) / len(rows))
        print(f"states stored, selvage / spin: geometric mean {mean:.3f} over {len(rows)} models, "
              f"{sum(1 for r, _ in rows if r < 1)} fewer, {sum(1 for r, _ in rows if r > 1)} more")


def show(outcomes, known):
    """The table and the summary; the number of differences that nobody expected."""
    bad = 0
    for o in outcomes:
        if o.word == "equal":
            if o.model.file in known:
                print(f"note       {o.model.file}: known to differ, but equal")
            continue
        wrong = o.word in ("different", "failed", "unsupported")
        expected = wrong and o.model.file in known
        bad += wrong and not expected
        print(f"{'known' if expected else o.word:10} {o.model.file}: {known[o.model.file] if expected else o.text}")
    counts = collections.Counter(o.word for o in outcomes)
    unended = sum(1 for o in outcomes if o.model.plain is None)
    odd = sum(1 for o in outcomes if o.word == "equal" and o.model.odd)
    words = ("equal", "different", "unsupported", "unknown", "timeout", "failed", "incomplete")
    print(f"{len(outcomes)} models: " + ", ".join(f"{counts[w]} {w}" for w in words)
          + f"; {unended} without a number of states from Spin, {odd} compared by verdict (Spin's error leaves the rest"
          f" undefined); {bad} not expected", flush=True)
    return bad


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="only models whose path contains one of these")
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "selvage"))
    parser.add_argument("--corpus", default=CORPUS)
    parser.add_argument("--known", default=KNOWN)
    parser.add_argument("--most", type=int, help="only models with at most so many plain states")
    parser.add_argument("--time", type=int, default=30, help="seconds per model")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--reduced", action="store_true")
    return parser.parse_args()


def main():
    args = options()
    args.claims = claims_off(args.selvage)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        outcomes = list(pool.map(lambda m: judge(args, m), models(args)))
    if args.reduced:
        compare_reduced(outcomes)
    slow = sorted(outcomes, key=lambda o: -o.seconds)[:3]
    print("slowest: " + ", ".join(f"{o.model.file} {o.seconds:.1f} s" for o in slow))
    return 1 if show(outcomes, known_deviations(args.known)) else 0


if __name__ == "__main__":
    sys.exit(main())
