#!/usr/bin/env python3
"""The bdd engine against explicit search, on models of other people.

usage: corpus_bdd.py [--selvage FILE] [--corpus DIR] [--seconds S] [--total S] [--most N] [--results FILE]
                     [--recorded] [PART OF A NAME ...]

Every model of ../shared/corpus (Promela, DVE, Boolean programs) that explicit search can finish in S
seconds is given to the bdd engine, in every search and every order of bits. bfs, chaining and
saturation must have the same answer for each property and the same number of states; improviso
(both kinds of phase 1) and twophase the same answers, with at most as many states. Small models
(by the recorded numbers of states, at most N) come first. With --recorded, models that are too large for
explicit search are given to the bdd engine, too, if another tool's number of states is on record: that
number must come out then.

A search that took more than a third of its seconds with one order is not tried with the others, and
nothing starts once --total seconds are over. --results keeps what was found, one line of JSON for
each run, and what is there already is not run again, unless it did not end and now has more seconds.
The exit status is 1 if something differs.
"""

import argparse
import collections
import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "..", "shared", "corpus")
EXPLICIT = ["--engine", "explicit", "--reduction", "off"]
SEARCHES = {"saturation": ["saturation"], "chaining": ["chaining"], "bfs": ["bfs"],
            "channels": ["improviso", "--phase1", "channels"],
            "local": ["improviso", "--phase1", "local"], "twophase": ["twophase"]}
EXACT = ("saturation", "chaining", "bfs")
ORDERS = ("best", "source", "process", "force")
LANGUAGES = {"promela": ["--language", "promela", "--claims", "off"], "dve": ["--language", "dve"],
             "boolprog": ["--language", "boolprog", "--threads", "2"]}
ENDINGS = {"promela": (".pml", ".prom", ".promela", ".spin", ""), "dve": (".dve",), "boolprog": (".bp",)}
COLUMNS = {"promela": "plain_states", "dve": "states", "boolprog": "-"}
UNKNOWN = {"promela": 10**12, "dve": 10**12, "boolprog": 10**4}  # where no number is recorded
PATIENCE = 4                # times as long by the clock as by the processor
MOST_BYTES = 6 * 1000**3
SCARCE = ("time", "memory", "system", "gave-up", "size")  # causes


def recorded(args, language):
    """Numbers of states by file, or None; where there are several rows, of one that has a number."""
    states = {}
    with open(os.path.join(args.corpus, language, "expected.tsv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            said = row.get(COLUMNS[language]) or ""
            whole = row.get("complete", "yes") == "yes" and row.get("plain_status", "OK") == "OK"
            number = int(said) if said.isdigit() and whole else None
            states[row["file"]] = states.get(row["file"]) or number
    return states


def models(args):
    """(file, options, recorded number of states or None), small ones first."""
    found = []
    for language, options in LANGUAGES.items():
        for name, states in recorded(args, language).items():
            path = f"{language}/{name}"
            if name.endswith(ENDINGS[language]) and os.path.isfile(os.path.join(args.corpus, path)):
                found.append((states or UNKNOWN[language], path, options, states))
    wanted = [m for m in found if m[0] <= args.most and (not args.parts or any(p in m[1] for p in args.parts))]
    return [m[1:] for m in sorted(wanted, key=lambda m: m[:2])]


class Answer:
    """What a run said: `word` is ended, refused, late or broken."""

    def __init__(self, word, detail="", said=None):
        self.word, self.detail = word, detail
        self.properties = {f"{i} {p['name']}": p["answer"] for i, p in enumerate(said["properties"])} if said else {}
        self.states = int(said["states"]) if said and said.get("states") else None


def limits(seconds):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    return set_limits


def ask(args, path, options):
    clock = PATIENCE * args.seconds
    command = [args.selvage, "check", "--quiet", "--keep-going", "--format", "json", "--time", str(clock),
               *options, os.path.join(args.corpus, path)]
    try:
        done = subprocess.run(command, preexec_fn=limits(args.seconds), timeout=clock + 20, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace", check=False)
        said = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return Answer("late")
    except ValueError:
        late = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return Answer("late" if late else "broken", f"status {done.returncode}: {done.stderr[:200]}")
    return judge_answer(done.returncode, said, clock)


def judge_answer(status, said, clock):
    reason = str(said.get("reason") or "")
    if said.get("cause") in SCARCE or (said.get("seconds") or 0) > 0.95 * clock:
        return Answer("late", reason)
    if status == 70:
        return Answer("broken", reason)
    unsupported = any(d["severity"] == "unsupported" for d in said.get("diagnostics", []))
    if status == 65 or unsupported or said.get("cause") == "unsupported" or said.get("states") is None:
        return Answer("refused", reason)
    return Answer("ended", reason, said)


def compare(search, ours, whole):
    """(word, detail) of a symbolic run beside explicit search."""
    if ours.word != "ended":
        return {"late": "not ended", "broken": "different"}.get(ours.word, ours.word), ours.detail
    names = whole.properties.keys() | ours.properties.keys() if whole.properties is not None else ()
    both = [(n, whole.properties.get(n), ours.properties.get(n)) for n in sorted(names)]
    differ = [f"{name}: {is_}, bdd: {says}" for name, is_, says in both if is_ != says]
    if search in EXACT and ours.states != whole.states:
        differ.append(f"{whole.states} states, bdd: {ours.states}")
    if search not in EXACT and ours.states > whole.states:
        differ.append(f"{whole.states} states, fewer than {ours.states} with reduction")
    return ("different", "; ".join(differ)) if differ else ("equal", "")


class Results:
    """By model and run; kept in a file, if there is one."""

    def __init__(self, path, seconds):
        self.path, self.seconds, self.known = path, seconds, {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in map(json.loads, file):
                    self.known[line["model"], line["run"]] = line

    def get(self, model, run):
        line = self.known.get((model, run))
        return line if line and (line["word"] != "not ended" or line["limit"] >= self.seconds) else None

    def put(self, model, run, word, detail="", took=0.0, **more):
        line = {"model": model, "run": run, "word": word, "detail": detail, "limit": self.seconds,
                "seconds": round(took, 2), **more}
        self.known[model, run] = line
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        return line


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(run, *arguments):
    before = processor_seconds()
    return run(*arguments), processor_seconds() - before


def whole_of(args, results, path, options, states):
    """What explicit search says of the model, or what is on record (then nothing about properties), or None."""
    line = results.get(path, "explicit")
    if not line:
        answer, took = timed(ask, args, path, EXPLICIT + options)
        word = {"late": "not ended", "broken": "different"}.get(answer.word, answer.word)
        line = results.put(path, "explicit", word, answer.detail, took, states=answer.states,
                           properties=answer.properties)
    whole = Answer("ended")
    if line["word"] == "ended":
        whole.properties, whole.states = line["properties"], line["states"]
    elif args.recorded and line["word"] == "not ended" and states:
        whole.properties, whole.states = None, states
    else:
        return None
    return whole


def check_search(args, results, path, options, search, whole):
    for order in ORDERS:
        run = f"{search} {order}"
        line = results.get(path, run)
        if not line:
            how = ["--engine", "bdd", "--search", *SEARCHES[search], "--order", order] + options
            answer, took = timed(ask, args, path, how)
            line = results.put(path, run, *compare(search, answer, whole), took, states=answer.states)
            if line["word"] == "different":
                print(f"DIFFERS {path} {run}: {line['detail']}", flush=True)
        if line["word"] in ("not ended", "refused") or 3 * line["seconds"] > args.seconds:
            return


def summary(results):
    models = collections.Counter(l["word"] for (m, r), l in results.known.items() if r == "explicit")
    print("models, explicit search:", ", ".join(f"{n} {w}" for w, n in models.most_common()))
    for search in SEARCHES:
        lines = [l for (m, r), l in results.known.items() if r.split()[0] == search]
        words = collections.Counter(l["word"] for l in lines)
        equal = len({l["model"] for l in lines if l["word"] == "equal"})
        said = ", ".join(f"{n} {w}" for w, n in words.most_common())
        print(f"{search}: {equal} models, {len(lines)} runs: {said}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    built = os.path.join(HERE, "../../build/release/selvage")
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", built))
    parser.add_argument("--corpus", default=os.path.realpath(CORPUS))
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--total", type=float, default=float("inf"))
    parser.add_argument("--most", type=int, default=10**13)
    parser.add_argument("--results")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("parts", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(args.corpus):
        print(f"skipped: there is no {args.corpus}")
        return 0
    results, end = Results(args.results, args.seconds), time.monotonic() + args.total
    for path, options, states in models(args):
        if time.monotonic() > end:
            print("not all: the total time is over")
            break
        whole = whole_of(args, results, path, options, states)
        for search in SEARCHES if whole else ():
            check_search(args, results, path, options, search, whole)
    summary(results)
    return 1 if any(l["word"] == "different" for l in results.known.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
