#!/usr/bin/env python3
"""Every engine on models of other people, against what is known about them.

usage: corpus_engines.py [--selvage FILE] [--corpus DIR] [--seconds S] [--engines A,B] [--slice I/N] [--list]
                         [PART OF A NAME ...]

A question is a model of ../shared/corpus with options and an answer that somebody else gave: Spin's
errors (claims left out), the goals of BEEM with the published answers, the expectations of Boolean
programs' own test suites, thread transition systems. Every engine is asked, within S seconds of processor
time; those that do not take a model are left out. `unknown` is late. Where the number of states is known,
explicit (without reduction) and bdd must count it. A wrong answer, a crash, and a `violated` whose trace
cannot be replayed are differences. The last line is

  N agree, N differ, N late

and the exit status is 1 if something differs. --slice 3/40 takes every 40th question, from the third on (0 is the first).
"""

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import corpus_promela
import dve_goals
from corpus_bdd import CORPUS, limits

ENGINES = ("explicit", "explicit --reduction off", "explicit --search dfs --store collapse", "bdd",
           "bdd --search improviso", "bdd --search chaining", "boppo", "boppo --search dfs --reduction off", "bmc",
           "bmc --semantics interleaving", "bmc --solver smt", "ic3", "threads", "random", "auto")
COUNTS = ("explicit --reduction off", "bdd", "bdd --search chaining")
PATIENCE = 4


class Question:
    """`wants` is the exit status, or None where only the number of states is known."""

    def __init__(self, path, options, wants, states=None):
        self.path, self.options, self.wants, self.states = path, options, wants, states


def rows(corpus, language):
    with open(os.path.join(corpus, language, "expected.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def promela(corpus):
    known = corpus_promela.known_deviations(corpus_promela.KNOWN)
    args = argparse.Namespace(corpus=os.path.join(corpus, "promela"))
    for row in rows(corpus, "promela"):
        model = corpus_promela.Model(row)
        if model.file in known or corpus_promela.incomplete(args, model):
            continue
        ended = row["por_status"] == "OK" or row["plain_status"] == "OK"
        wants = 1 if model.errors else 0 if ended else None
        states = None if model.odd else model.plain
        if wants is not None or states is not None:
            yield Question("promela/" + model.file, ["--language", "promela", "--claims", "off"], wants, states)


def dve(corpus):
    found = rows(corpus, "dve")
    options = argparse.Namespace(most=10**7, files=[])
    for row in found:
        if row["check"] == "reach-all" and row["complete"] == "yes":
            yield Question("dve/" + row["file"], [], None, int(row["states"]))
    for row, goal in dve_goals.goals(found, os.path.join(corpus, "dve"), options):
        yield Question("dve/" + row["file"], ["--reach", goal, "--property", "reach"], 1 if row["answer"] == "yes" else 0)


def boolprog(corpus):
    words = {"SAFE": 0, "UNSAFE": 1}
    for row in rows(corpus, "boolprog"):
        label = row["options_or_bound"].split("-l ")[1:]
        options = ["--label", label[0].split()[0]] if label and row["kind"] == "CORE" else []
        if row["kind"] in ("CORE", "OWN") and row["expected"] in words:
            yield Question("boolprog/" + row["file"], options, words[row["expected"]])


def questions(args):
    every = [q for source in (promela, dve, boolprog) for q in source(args.corpus)]
    every = [q for q in every if not args.parts or any(p in q.path for p in args.parts)]
    first, step = map(int, args.slice.split("/")) if args.slice else (0, 1)
    return every[first::step]


# --- asking


def replay(args, question, trace):
    command = [args.selvage, "replay", trace, os.path.join(args.corpus, question.path)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=200, check=False)
    return done.returncode == 1 or f"the trace is refused: {(done.stdout + done.stderr)[:200]}"


def ask(args, question, engine, trace):
    """(exit status or None: late, answer)."""
    clock = PATIENCE * args.seconds
    command = [args.selvage, "check", "--quiet", "--format", "json", "--time", str(clock), "--trace", trace,
               *(["--keep-going"] if engine in COUNTS and question.states is not None else []),
               "--engine", *engine.split(), *question.options, os.path.join(args.corpus, question.path)]
    try:
        done = subprocess.run(command, preexec_fn=limits(args.seconds), timeout=clock + 30, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace", check=False)
        return done.returncode, json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return None, {}
    except ValueError:
        late = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return (None, {}) if late else (done.returncode, {"reason": done.stderr[:200]})


def judge(args, question, engine, folder):
    """agree, differ, late or refused, and why."""
    trace = os.path.join(folder, "trace.json")
    if os.path.exists(trace):
        os.remove(trace)
    status, answer = ask(args, question, engine, trace)
    reason = str(answer.get("reason") or "")
    if status is None:
        return "late", ""
    if status not in (0, 1, 2):
        return "differ", f"status {status}: {reason}"
    if status == 2:
        return ("refused" if "does not take" in reason or "unsupported" in reason else "late"), reason
    if question.wants is not None and status != question.wants:
        return "differ", f"status {status}, not {question.wants}"
    if status == 1 and os.path.exists(trace) and (wrong := replay(args, question, trace)) is not True:
        return "differ", wrong
    counted = engine in COUNTS and question.states is not None and answer.get("complete")
    if counted and int(answer["states"]) != question.states:
        return "differ", f"{answer['states']} states, not {question.states}"
    return ("agree", "") if question.wants is not None or counted else ("refused", "nothing to compare")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\nA question")[0])
    parser.add_argument("--selvage", default=os.environ.get("SELVAGE", "selvage"))
    parser.add_argument("--corpus", default=os.path.realpath(CORPUS))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--engines")
    parser.add_argument("--slice")
    parser.add_argument("--list", action="store_true", help="only the number of questions")
    parser.add_argument("parts", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(args.corpus):
        print(f"there is no {args.corpus}")
        return 77
    asked = questions(args)
    if args.list:
        print(len(asked))
        return 0
    counts = {"agree": 0, "differ": 0, "late": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as folder:
        for question in asked:
            for engine in args.engines.split(",") if args.engines else ENGINES:
                word, why = judge(args, question, engine, folder)
                counts[word] += 1
                if word == "differ":
                    print(f"DIFFERS {question.path} {engine} {' '.join(question.options)}: {why}", flush=True)
    print(f"{counts['agree']} agree, {counts['differ']} differ, {counts['late']} late")
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
