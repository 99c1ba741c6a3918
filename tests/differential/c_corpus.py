#!/usr/bin/env python3
"""Other people's C programs, and the answers that their authors expect.

usage: c_corpus.py SELVAGE CORPUS [--time SECONDS] [--only TEXT] [--all] [--slice N/M] [--table FILE]

CORPUS has expected.tsv: a folder and a file per line, what is expected, and
for which property (the group). Of the programs that are `comparable` (with
--all: of all of them) it says which answers are right, wrong, refused (by
what) or lacking (by which limit). A wrong answer ends it with status 1;
where the expectation itself is known to be wrong, or speaks of something
else, c_corpus.known says so, with the reason. --only keeps names with this
text in them, --slice the N-th of every M, --table writes a line per program.
"""
import argparse
import collections
import csv
import os
import re
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

def options_of(row):
    """What asks for the property that is meant."""
    if "leak" in row["options"]:
        return ["--leaks"]
    if "overflow" in row["options"]:
        return ["--overflow"]
    if "--deadlock-check" in row["options"]:
        return ["--deadlock", "on"]
    return ["--races"] if row["group"] == "race" else []


def others_of(row, corpus):
    """Further files of the program."""
    files = [os.path.join(row["case"], word) for word in row["options"].split() if word.endswith(".c")]
    return [word for file in files if os.path.exists(os.path.join(corpus, file)) for word in ("--with", file)]


def known_differences():
    known = {}
    with open(os.path.join(HERE, "c_corpus.known"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, answer, reason = line.rstrip("\n").split(None, 2)
                known[name] = (answer, reason)
    return known


def limit_time(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(2 * seconds) + 5, int(2 * seconds) + 5))
    return limit


def run(selvage, corpus, row, seconds):
    """The answer of Selvage, what it says about it, and the processor time."""
    path = os.path.join(row["case"], row["main"])
    if not os.path.exists(os.path.join(corpus, path)):
        path = os.path.join(os.path.dirname(row["case"]), row["main"])
    command = [selvage, "check", "--quiet", "--time", str(seconds), *options_of(row), *others_of(row, corpus), path]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=corpus, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False, preexec_fn=limit_time(seconds), errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = {0: "holds", 1: "violated", 2: "unknown", 65: "malformed"}.get(done.returncode, f"status {done.returncode}")
    return answer, done.stdout, used


def reason_of(answer, output):
    """Why there is no answer, without names and numbers that differ from program to program."""
    for line in output.split("\n"):
        found = re.match(r"\S+:\d+:\d+: (?:unsupported|error): (.*)", line)
        if found:
            return re.sub(r"%\S+|\$\d+|\d+", "#", found.group(1))[:110]
    found = re.search(r": unknown: (.*)", output)
    return f"limit: {found.group(1)[:100]}" if found else f"{answer}: {output.strip()[:100]}"


def verdict(row, answer, known):
    expected = row["expected"].split("=")[-1]
    if answer not in ("holds", "violated"):
        return "lacking"
    if answer == expected:
        return "right"
    return "explained" if known.get(row["case"], ("",))[0] == answer else "wrong"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("selvage")
    parser.add_argument("corpus")
    parser.add_argument("--time", type=float, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--slice", default="1/1")
    parser.add_argument("--table")
    given = parser.parse_args()
    with open(os.path.join(given.corpus, "expected.tsv"), encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    first, every = (int(n) for n in given.slice.split("/"))
    wanted = set(given.only.split(",")) if "," in given.only else None
    rows = [r for r in rows if given.all or r["comparable"] == "yes"]
    rows = [r for r in rows if (r["case"] in wanted if wanted else given.only in r["case"])]
    rows = [r for k, r in enumerate(rows) if k % every == first - 1]
    counts, reasons, known, total = collections.Counter(), collections.defaultdict(list), known_differences(), 0.0
    table = open(given.table, "w", encoding="utf-8") if given.table else None
    for row in rows:
        answer, output, used = run(os.path.abspath(given.selvage), given.corpus, row, given.time)
        what = verdict(row, answer, known)
        counts[what] += 1
        total += used
        why = reason_of(answer, output) if what == "lacking" else ""
        if what == "lacking":
            reasons[why].append(row["case"])
        if what == "wrong":
            print(f"WRONG {row['case']}: {answer}, expected {row['expected']} ({row['group']})")
        if table:
            print(row["case"], row["expected"], what, answer, f"{used:.2f}", why, sep="\t", file=table, flush=True)
    for why, cases in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases):4} {why} ({', '.join(cases[:3])}{' ...' if len(cases) > 3 else ''})")
    print(f"{len(rows)} programs: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())) +
          f"; {total:.0f} s of processor time")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
