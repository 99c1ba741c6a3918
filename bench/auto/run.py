#!/usr/bin/env python3
"""Every engine, and `auto`, on a sample of all corpora: who decides what, and in which processor time.

The table has one row for each question and two columns for each engine: its answer (`-`: it was stopped) and its
processor time with that of its children. Processor time of a process is limited (--cpu), and by the clock ten times as
much. What an earlier table (--keep) has is not measured again. The summary compares `auto` with the best single engine
on each question, and how long `auto` should take by its schedule (play.py).
"""
import argparse
import csv
import json
import os
import resource
import subprocess
import sys

import models
import play

ENGINES = ["random", "explicit", "bdd", "boppo", "bmc", "ic3", "threads", "auto"]
SELVAGE = os.environ.get("SELVAGE", os.path.join(models.ROOT, "build", "release", "selvage"))
MOST_BYTES = 6 * 1000**3
PATIENCE = 10  # times as long by the clock as by the processor


def spent_by_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limit_process(cpu):
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure(question, engine, cpu):
    """Answer and processor time."""
    command = [SELVAGE, "check", "--quiet", "--format", "json", "--jobs", "1", "--engine", engine,
               "--time", str(PATIENCE * cpu)] + question.arguments
    before = spent_by_children()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                          preexec_fn=lambda: limit_process(cpu))
    spent = spent_by_children() - before
    try:
        answer = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        return "-", spent
    late = answer.get("cause") in ("time", "memory", "system")
    return ("-" if late else answer["answer"] if done.returncode in (0, 1, 2) else f"status {done.returncode}"), spent


def columns(engines):
    return ["model"] + [f"{e} {c}" for e in engines for c in ("answer", "cpu")]


def read(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return {row["model"]: row for row in csv.DictReader(lines, delimiter="\t")}


def measure_row(question, row, engines, cpu):
    row["model"] = f"{question.group}/{question.name}"
    for engine in engines:
        if not row.get(f"{engine} answer"):
            answer, spent = measure(question, engine, cpu * (PATIENCE if engine == "auto" else 1))
            row[f"{engine} answer"], row[f"{engine} cpu"] = answer, f"{spent:.4f}"


def measure_all(options, out):
    known = read(options.keep) if options.keep else {}
    names = columns(ENGINES)
    print("\t".join(names), file=out)
    rows = []
    for question in models.sample(options.sample, options.only):
        row = known.get(f"{question.group}/{question.name}", {})
        measure_row(question, row, options.engines.split(","), options.cpu)
        print("\t".join(row.get(n) or "" for n in names), file=out, flush=True)
        rows.append(row)
    return rows


def main():
    parser = argparse.ArgumentParser(prog="script/bench auto", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu", type=int, default=6, help="seconds of processor time for each engine")
    parser.add_argument("--sample", type=float, default=1, help="so many times as many models as usual")
    parser.add_argument("--only", default="", metavar="REGEX", help="only models whose names match")
    parser.add_argument("--engines", default=",".join(ENGINES), help="only these, separated by commas")
    parser.add_argument("--keep", metavar="FILE.tsv", help="what this table has is not measured again")
    parser.add_argument("--out", metavar="FILE.tsv", help="where the table goes (default: standard output)")
    parser.add_argument("--read", metavar="FILE.tsv", help="measure nothing: the summary of this table")
    options = parser.parse_args()
    if options.read:
        rows = list(read(options.read).values())
    else:
        with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
            rows = measure_all(options, out)
    play.summarize(rows)


if __name__ == "__main__":
    main()
