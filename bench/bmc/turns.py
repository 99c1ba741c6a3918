#!/usr/bin/env python3
"""Who of the engines that `auto` gives turns decides what: evidence for its schedule.

  turns.py [--cpu SECONDS] [--least STATES] [--keep FILE.tsv] [--out FILE.tsv] [NAME…]
  turns.py --read FILE.tsv

Models: the largest BEEM instance of each family whose goal is reachable, and the largest one whose goal is not, or not
known to be, with at least so many states; programs of this folder and of families.py. (Small models do not
matter for the schedule: `explicit` has them at once.) Every engine gets the same processor time; where a walk finds the
violation, which `auto` tries first, nobody else is asked. BEEM's come in a random order, so that a run that is stopped
has seen a fair sample. The last lines play schedules through on these times: how many models are decided within 10,
30 and 100 seconds.
"""
import argparse
import csv
import os
import random
import sys
import tempfile

import families
import measure
import run as beem

ENGINES = ["random", "explicit", "boppo", "bmc", "bdd", "ic3"]
DECIDED = ("holds", "violated")
NOW = [("explicit", 2), ("bdd", 2), ("boppo", 1), ("bmc", 2), ("ic3", 3)]
BEFORE = [("explicit", 10), ("boppo", 3), ("bmc", 3), ("bdd", 10), ("ic3", 10)]


def without(schedule, *engines):
    return [t for t in schedule if t[0] not in engines]


SCHEDULES = {
    "auto (2 s explicit, 2 bdd, 1 boppo, 2 bmc, 3 ic3)": NOW,
    "auto without bmc": without(NOW, "bmc"),
    "auto without ic3": without(NOW, "ic3"),
    "auto without bmc and ic3": without(NOW, "bmc", "ic3"),
    "longer turns (10, 3, 3, 10, 10 s)": BEFORE,
    "longer turns without bmc": without(BEFORE, "bmc"),
}


def beem_models(least):
    """Of each family the largest instance with a reachable goal, and the largest one without."""
    with open(os.path.join(beem.CORPUS, "expected.tsv"), encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    states = {r["file"]: int(r["states"]) for r in rows if r["check"] == "reach-all" and r["states"].isdigit()}
    chosen = {}
    for row in (r for r in rows if r["check"].startswith("reach-goal:prop") and states.get(r["file"], 0) >= least):
        kind = (row["file"].split(".")[0], row["answer"] == "yes")
        if kind not in chosen or states[chosen[kind]["file"]] < states[row["file"]]:
            chosen[kind] = row
    shuffled = sorted(chosen.items())
    random.Random(1).shuffle(shuffled)
    for (model, _), row in shuffled:
        instance, prop = row["file"].split(".")[1], row["check"].removeprefix("reach-goal:prop")
        goal = beem.dve_goals.Description(os.path.join(beem.CORPUS, "xml", model + ".xml")).goal(instance, prop)
        yield (f"{model}.{instance}:{prop}", [os.path.join(beem.CORPUS, row["file"]), "--reach", goal, "--property", "reach"])


def own_models(folder):
    texts = {"wide": families.wide(4, 4, 8), "leader": families.leader(4, 2, False), "leader safe": families.leader(4, 2, True),
             "window": families.window(3, 3, 3, 6), "window safe": families.window(2, 4, 3, 6),
             "service": families.service(3, 3, 4), "fill": families.fill(12)}
    for name, text in texts.items():
        path = os.path.join(folder, name.replace(" ", "_") + ".proc")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        yield name, [path, "--deadlock", "off"]
    for name in ("mix.proc", "courier.pml", "deep.pml", "vote.pml"):
        yield name, [os.path.join(measure.HERE, name)] + (["--deadlock", "off"] if name == "mix.proc" else [])


def is_decided(row, engine, seconds):
    return row[f"{engine} answer"] in DECIDED and float(row[f"{engine} cpu"]) <= seconds


def play(row, schedule, growth=4, patience=100):
    """When the schedule comes to an answer: each turn starts anew."""
    clock = float(row["random cpu"])
    if row["random answer"] in DECIDED:
        return clock
    times = 1
    while clock < patience:
        for engine, seconds in schedule:
            if is_decided(row, engine, seconds * times):
                return clock + float(row[f"{engine} cpu"])
            ended = row[f"{engine} answer"] == "unknown"  # refused, or it knows no more
            clock += min(seconds * times, float(row[f"{engine} cpu"])) if ended else seconds * times
        times *= growth
    return clock


def summarize(rows):
    walked = sum(r["random answer"] in DECIDED for r in rows)
    print(f"{len(rows)} models, {walked} of them found by a walk", file=sys.stderr)
    for engine in ENGINES[1:]:
        mine = [r for r in rows if r[f"{engine} answer"] in DECIDED]
        alone = [r["model"] for r in mine
                 if not any(r[f"{e} answer"] in DECIDED for e in ENGINES if e != engine)]
        print(f"{engine}: {len(mine)} of {len(rows) - walked}; nobody else: {', '.join(alone) or '-'}", file=sys.stderr)
    for name, schedule in SCHEDULES.items():
        times = [play(r, schedule) for r in rows]
        counts = ", ".join(f"{sum(t <= limit for t in times)} in {limit} s" for limit in (10, 30, 100))
        print(f"{name}: {counts}", file=sys.stderr)


def measure_engine(engine, arguments, cpu):
    run = measure.selvage(["--engine", engine] + arguments, cpu)
    late = run.seconds > 0.7 * cpu or "limit reached" in run.reason or run.verdict == "-"
    return run.verdict if run.verdict in DECIDED or not late else "-", f"{run.seconds:.2f}"


def measure_model(name, arguments, cpu):
    row = {"model": name}
    for engine in ENGINES:
        found = row.get("random answer") in DECIDED
        result = ("", "") if found else measure_engine(engine, arguments, cpu)
        row[f"{engine} answer"], row[f"{engine} cpu"] = result
    return row


def measure_all(options, out):
    columns = ["model"] + [f"{e} {c}" for e in ENGINES for c in ("answer", "cpu")]
    rows = list(read_rows(options.keep)) if options.keep else []
    known = {r["model"] for r in rows}
    print("\t".join(columns), file=out)
    for row in rows:
        print("\t".join(row[c] for c in columns), file=out, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in list(own_models(folder)) + list(beem_models(options.least)):
            if name in known or (options.names and name not in options.names):
                continue
            row = measure_model(name, arguments, options.cpu)
            rows.append(row)
            print("\t".join(row[c] for c in columns), file=out, flush=True)
    return rows


def read_rows(path):
    with open(path, encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=10)
    parser.add_argument("--least", type=int, default=5000000)
    parser.add_argument("--keep", metavar="FILE.tsv")
    parser.add_argument("--out")
    parser.add_argument("--read", help="no measuring: the table of an earlier run")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.read:
        summarize(read_rows(options.read))
        return
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
        summarize(measure_all(options, out))


if __name__ == "__main__":
    main()
