#!/usr/bin/env python3
"""Random models with random recurrences: all engines must agree.

usage: recurrence.py --selvage FILE --models FILE [--seed N] [--count N] [--out DIR]

Models come from `random_models --print`. Each gets an automaton with two or three states,
whose guards are the model's own invariants, their opposites, or true; and flags. `explicit`
searches the product; bmc, ic3, bdd and boppo answer by recording a state (record.h), so they
share nothing with it but the referee. An engine may say `unknown`, but not the opposite. A
disagreement is written to DIR and the exit status is 1.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ENGINES = [["bdd"], ["bmc", "--bound", "30"], ["ic3"], ["boppo"]]
ANSWERS = {0: "holds", 1: "violated", 2: "unknown"}


def models(program, seed, count):
    """(text, options) of each model that has an invariant."""
    command = [program, "--print", "--seed", str(seed), "--count", str(count)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for part in re.split(r"^(?=// options: )", text, flags=re.M):
        options = re.match(r"// options: (.*)", part)
        if options and re.search(r"^property \w+ (invariant|stable) ", part, re.M):
            yield part, options[1].split()


def terms(text):
    """The invariants of the model, without the text behind them."""
    found = re.findall(r"^property \w+ (?:invariant|stable) (.*?)(?: text \".*)?$", text, re.M)
    return [t for t in found if t not in ("true", "false")]


def automaton(rng, atoms):
    states, marks = rng.choice([1, 2, 2, 3]), rng.choice([0, 1, 1, 2])
    flags = [f for f in ("stable", "repeats", "fair") if rng.random() < (0.4 if f == "fair" else 0.6)]
    edges = []
    for _ in range(rng.randint(states, 2 * states + 2)):
        atom = rng.choice(atoms)
        guard = rng.choice(["true", atom, atom, f"(not {atom})", f"(not {atom})"])
        carried = "".join(f" mark {m}" for m in range(marks) if rng.random() < 0.4)
        edges.append(f"edge {rng.randrange(states)} {rng.randrange(states)} {guard}{carried}")
    return " ".join(["property r recurrence", *flags, f"states {states} marks {marks}", *edges])


def ask(binary, engine, options, path):
    command = [binary, "check", "--quiet", "--time", "4", "--property", "r", "--engine", *engine, *options, path]
    done = subprocess.run(command, capture_output=True, text=True)
    return ANSWERS.get(done.returncode, f"status {done.returncode}"), done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--selvage", required=True)
    parser.add_argument("--models", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--out", default=".")
    args = parser.parse_args()
    seen, wrong = {}, 0
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, "m.svm")
        for number, (text, options) in enumerate(models(args.models, args.seed, args.count)):
            rng = random.Random(args.seed * 1000003 + number)
            atoms = terms(text)
            if not atoms:
                continue
            begin = re.search(r"^property ", text, re.M).start()
            text = text[:begin] + automaton(rng, atoms) + "\n" + text[begin:]
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            want, said = ask(args.selvage, ["explicit"], options, path)
            answers = {"explicit": want}
            for engine in ENGINES:
                answers[engine[0]], more = ask(args.selvage, engine, options, path)
                said += more
            for name, answer in answers.items():
                seen[name, answer] = seen.get((name, answer), 0) + 1
            if {"holds", "violated"} <= set(answers.values()) or not set(answers.values()) <= set(ANSWERS.values()):
                wrong += 1
                kept = os.path.join(args.out, f"recurrence-{args.seed}-{number}.svm")
                with open(kept, "w", encoding="utf-8") as f:
                    f.write(text)
                print(f"{kept} ({' '.join(options)}): {answers}\n{said[:3000]}")
    for (name, answer), n in sorted(seen.items()):
        print(f"{name:10} {answer:10} {n}")
    print(f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
