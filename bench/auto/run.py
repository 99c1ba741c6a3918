#!/usr/bin/env python3
"""Every engine, and `auto`, on a sample of all corpora: who decides what, and in which processor time.

The table has one row for each question and two columns for each engine: its answer (`-`: it was stopped) and its
processor time with that of its children. Processor time of a process is limited (--cpu), and by the clock ten times as
much. What an earlier table (--keep) has is not measured again. The summary compares `auto` with the best single engine on
each question that one of them decides: r = auto / (best + 0.05 s), so r = 2 is twice the best and a tenth of a second;
and apart from that auto / best where auto takes more than 0.1 s, which shall be 8 at most. `portfolio` is `auto` with
--jobs 2, engines side by side, and is not measured unless it is named (--engines): its processor time is that of both
lanes. Where nothing else runs, --clock measures by the clock instead.
"""
import argparse
import contextlib
import csv
import json
import math
import os
import resource
import subprocess
import sys
import time

import models

SINGLE = ["random", "explicit", "bdd", "boppo", "bmc", "ic3", "cegar", "threads"]
SCHEDULES = {"auto": "1", "portfolio": "2"}  # by --jobs; --engine auto
ENGINES = SINGLE + list(SCHEDULES)
JOBS = {"explicit": "1", "cegar": "1", **SCHEDULES}  # others know no such option
LATE = 0.1  # seconds from which on a ratio matters by itself
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


def command_of(question, engine, cpu):
    command = [SELVAGE, "check", "--quiet", "--format", "json", "--time", str(PATIENCE * cpu)]
    command += ["--engine", "auto" if engine in SCHEDULES else engine]
    return command + (["--jobs", JOBS[engine]] if engine in JOBS else []) + question.arguments


def measure(question, engine, cpu, clock):
    """Answer and time, by the processor or by the clock."""
    command = command_of(question, engine, cpu)
    before = time.monotonic() if clock else spent_by_children()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                          preexec_fn=lambda: limit_process(cpu))
    spent = (time.monotonic() if clock else spent_by_children()) - before
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


def is_asked(row, engine, quick):
    hopeless = quick and engine in SCHEDULES and not best_of(row)
    return not row.get(f"{engine} answer") and not hopeless


def measure_row(question, row, options):
    row["model"] = f"{question.group}/{question.name}"
    cpu = options.cpu
    for engine in options.engines.split(","):
        if is_asked(row, engine, options.quick):
            most = cpu * (PATIENCE if engine in SCHEDULES else 1)
            answer, spent = measure(question, engine, most, options.clock)
            row[f"{engine} answer"], row[f"{engine} cpu"] = answer, f"{spent:.4f}"


def measure_all(options, out):
    known = read(options.keep) if options.keep else {}
    names = columns(ENGINES)
    print("\t".join(names), file=out)
    rows = []
    for question in models.sample(options.sample, options.only):
        row = known.get(f"{question.group}/{question.name}", {})
        measure_row(question, row, options)
        print("\t".join(row.get(n) or "" for n in names), file=out, flush=True)
        rows.append(row)
    return rows


# --- summary

DECIDED = ("holds", "violated")


def best_of(row):
    """(processor time, engine) of the quickest engine that decides the question, or None."""
    times = [(float(row[f"{e} cpu"]), e) for e in SINGLE if row.get(f"{e} answer") in DECIDED]
    return min(times, default=None)


def disagreements(row):
    said = {row.get(f"{e} answer") for e in ENGINES} & set(DECIDED)
    return [row["model"]] if len(said) > 1 else []


def geometric_mean(values):
    return math.exp(sum(math.log(max(v, 1e-4)) for v in values) / len(values))


def compare(rows, schedule):
    """`auto` or `portfolio` with the best single engine."""
    asked = [(r, best_of(r)) for r in rows if r.get(f"{schedule} answer") and best_of(r)]
    decided = [(float(r[f"{schedule} cpu"]), best, r["model"]) for r, best in asked
               if r[f"{schedule} answer"] in DECIDED]
    print(f"{schedule}: decides {len(decided)} of {len(asked)} questions that some engine decides")
    if not decided:
        return
    mean = geometric_mean([spent / (best[0] + 0.05) for spent, best, _ in decided])
    print(f"  / (best + 0.05 s): {mean:.2f} in the geometric mean")
    late = sorted(((spent / best[0], spent, best, name) for spent, best, name in decided if spent > LATE), reverse=True)
    for ratio, spent, best, name in late[:10]:
        print(f"  {ratio:6.2f} times the best  {name}: {spent:.2f} s, {best[1]} {best[0]:.2f} s")


def summarize(rows):
    print(f"{len(rows)} questions, {sum(best_of(r) is not None for r in rows)} decided by some engine")
    for name in sum((disagreements(r) for r in rows), []):
        print(f"engines disagree: {name}")
    for schedule in SCHEDULES:
        compare(rows, schedule)


def main():
    parser = argparse.ArgumentParser(prog="script/bench auto", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu", type=int, default=6, help="seconds of processor time for each engine")
    parser.add_argument("--sample", type=float, default=1, help="so many times as many models as usual")
    parser.add_argument("--only", default="", metavar="REGEX", help="only models whose names match")
    parser.add_argument("--engines", default=",".join(SINGLE + ["auto"]), help="only these, separated by commas")
    parser.add_argument("--clock", action="store_true", help="measure by the clock")
    parser.add_argument("--quick", action="store_true",
                        help="auto and portfolio only where an engine before them decides")
    parser.add_argument("--keep", metavar="FILE.tsv", help="what this table has is not measured again")
    parser.add_argument("--out", metavar="FILE.tsv", help="where the table goes (default: standard output)")
    parser.add_argument("--read", metavar="FILE.tsv", help="measure nothing: the summary of this table")
    options = parser.parse_args()
    if options.read:
        rows = list(read(options.read).values())
    else:
        out = open(options.out, "w", encoding="utf-8") if options.out else contextlib.nullcontext(sys.stdout)
        with out as table:
            rows = measure_all(options, table)
    summarize(rows)


if __name__ == "__main__":
    main()
