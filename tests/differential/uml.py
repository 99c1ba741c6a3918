#!/usr/bin/env python3
"""UML state machines: the compact form, the flattened one and Spin must agree on random machines.

usage: uml.py [--seed N] [--count N] [--profile P] [--selvage FILE] [--jobs N] [--no-spin]
              [--quick] [--only READING,…] [--first] [--no-shrink] [--out DIR] [--print] [--list] [FILE...]

States and verdicts of the compact and the flattened form and of Spin on `show --promela`; the verdicts
of other engines in turn; interleaved steps against their flattened form and, by their logs, against
atomic steps. --only names the readings that the compact form is compared with: flat, spin, engines (two of
them in turn), interleaved; --quick is the first two; spin alone takes a twentieth of a second each. --first stops where something is wrong. A machine on which they disagree is made
smaller, line by line, and printed (--out: written there). The exit status is 1 then. Every 500 machines
stderr says how far it is. Files are judged instead of drawn machines, with the options of their line
`' options:` and the events of their line `' stimulus:`.
"""

import argparse
import multiprocessing
import os
import re
import shlex
import sys
import tempfile

sys.dont_write_bytecode = True

from uml_draw import PROFILES, draw
from uml_run import READINGS, Refused, judge


def kind(wrong):
    """What sort of disagreement: the words up to the first number or colon."""
    return " ".join(wrong.split()[:2])


def try_text(args, text, options, turn, heard=None):
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, "m.puml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        try:
            return judge(args.selvage, path, options, where, turn, args.readings, heard)
        except RuntimeError as e:
            return f"trouble: {e}"


def holds(args, lines, options, turn, wanted):
    try:
        wrong = try_text(args, "\n".join(lines) + "\n", options, turn)
    except Refused:
        return False
    return wrong is not None and kind(wrong) == wanted


def candidates(lines):
    """Fewer lines: halves first, then pairs of braces with or without their contents, then single lines."""
    n = len(lines)
    size = n // 2
    while size > 1:
        for i in range(0, n, size):
            yield lines[:i] + lines[i + size:]
        size //= 2
    for i, line in enumerate(lines):
        if line.rstrip().endswith("{"):
            depth, j = 1, i
            while depth and j + 1 < n:
                j += 1
                depth += lines[j].rstrip().endswith("{") - (lines[j].strip() == "}")
            yield lines[:i] + lines[j + 1:]
            yield lines[:i] + lines[i + 1:j] + lines[j + 1:]
    for i in range(n):
        yield lines[:i] + lines[i + 1:]
    for i, line in enumerate(lines):
        for cut in (" /", " [", " :"):
            if cut in line:
                yield lines[:i] + [line[:line.index(cut)]] + lines[i + 1:]


def shrink(args, text, options, turn, wrong):
    lines, wanted, left = text.splitlines(), kind(wrong), 400
    found = True
    while found and left:
        found = False
        for c in candidates(lines):
            left -= 1
            if not left:
                break
            if holds(args, c, options, turn, wanted):
                lines, found = c, True
                break
    return "\n".join(lines) + "\n"


def load(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    words = re.search(r"^' options: (.*)", text, re.M)
    events = re.search(r"^' stimulus: (.+)", text, re.M)
    options = shlex.split(words.group(1)) if words else []
    return text, options + (["--stimulus", events.group(1)] if events else []), path


def one(job):
    args, seed = job
    text, options, profile = load(seed) if args.files else draw(seed, args.profile)
    turn = args.files.index(seed) if args.files else seed
    heard = []
    try:
        wrong = try_text(args, text, options, turn, heard)
    except Refused as e:
        return seed, "refused", str(e), None, heard
    if wrong is None:
        return seed, "good", "", None, heard
    small = text if args.no_shrink or args.files else shrink(args, text, options, turn, wrong)
    return seed, "wrong", f"{wrong} (profile {profile}, options {' '.join(options)})", small, heard


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--profile", choices=sorted(PROFILES))
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-spin", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", metavar="READINGS")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    args.selvage = os.path.abspath(args.selvage)
    args.readings = set((args.only or ("flat,spin" if args.quick else ",".join(READINGS))).split(","))
    if args.readings - set(READINGS):
        parser.error(f"--only knows {', '.join(READINGS)}")
    if args.no_spin:
        args.readings.discard("spin")
    if args.list:
        print("\n".join(sorted(PROFILES)))
        return 0
    if args.print:
        text, options, _ = draw(args.seed, args.profile)
        print(f"' options: {' '.join(options)}\n{text}", end="")
        return 0
    counts = {"good": 0, "refused": 0, "wrong": 0}
    reasons, readings = {}, {"flattened": 0, "Spin": 0}
    seeds = args.files or range(args.seed, args.seed + args.count)
    jobs = [(args, seed) for seed in seeds]
    with multiprocessing.Pool(args.jobs) as pool:
        for seed, verdict, why, text, heard in pool.imap_unordered(one, jobs):
            counts[verdict] += 1
            for name in heard:
                readings[name] += 1
            if sum(counts.values()) % 500 == 0:
                print(counts, readings, file=sys.stderr, flush=True)
            if verdict == "refused":
                reason = why.split("error: ")[-1][:60]
                reasons[reason] = reasons.get(reason, 0) + 1
            if verdict == "wrong":
                print(f"seed {seed}: {why}\n{text}", flush=True)
                if args.out:
                    os.makedirs(args.out, exist_ok=True)
                    with open(os.path.join(args.out, f"red-{seed}.puml"), "w", encoding="utf-8") as f:
                        f.write(f"' {why.splitlines()[0]}\n{text}")
                if args.first:
                    break
    also = ", ".join(f"{n} {name}" for name, n in readings.items())
    print(f"{len(jobs)} machines ({also}), {counts['refused']} refused, {counts['wrong']} disagreements")
    if os.environ.get("SELVAGE_UML_REASONS"):
        for reason, n in sorted(reasons.items(), key=lambda x: -x[1])[:15]:
            print(f"  {n} {reason}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
