#!/usr/bin/env python3
"""Infinite runs: explicit search against Spin's pan (-a, -a -f, -l) on models of the corpus.

Questions are those of the models (ltl formulas, never claims, cycles without progress), and formulas
of ours about them that do not hold. Both tools do what they do when nothing is asked for (both reduce
interleavings where they may). Ours is measured from the text to the answer, pan's run alone; what
generating and compiling it takes is a column of its own. Columns are processor time (user and system)
of one job, wall time of one and of two, and peak memory. Of several rounds the best one counts.

Only ratios are compared. The answers of both must be the same, else the exit status is 1. Skips
(status 0) where the corpus, spin or gcc are absent.
usage: script/bench liveness [--rounds N] [--time SECONDS] [--one-job] [PART OF A NAME…]
"""
import argparse, math, os, re, shutil, sys, tempfile

import promela

DYNTICK = "paulmckrcu__perfbook/CodeSamples/formal/promela/dyntick/dyntickRCU-irqnn-ssl.spin"
QRCU = "paulmckrcu__perfbook/CodeSamples/formal/promela/qrcu.spin"
ENDS = "[] (_nr_pr > 1 -> <> (_nr_pr < 2))"
# name: (file, question, fair); a question is `ltl NAME`, `never`, `progress` or a formula of ours
QUESTIONS = {
    "ex_6 p1": ("spin-examples/Exercises/ex_6.pml", "ltl p1", False),
    "leader p3": ("spin-examples/LTL/leader.pml", "ltl p3", False),
    "leader_pre p0": ("spin-examples/LTL/leader_pre.pml", "ltl p0", False),
    "leader_pre p1": ("spin-examples/LTL/leader_pre.pml", "ltl p1", False),
    "leader_pre p2": ("spin-examples/LTL/leader_pre.pml", "ltl p2", False),
    "mobile1": ("spin-examples/LTL/mobile1.pml", "ltl", False),
    "mobile1 fair": ("spin-examples/LTL/mobile1.pml", "ltl", True),
    "train c1": ("spin-examples/LTL/train.pml", "ltl c1", False),
    "train c1 fair": ("spin-examples/LTL/train.pml", "ltl c1", True),
    "brp": ("spins-tests/case_studies/brp/brp.prm", "never", False),
    "brp fair": ("spins-tests/case_studies/brp/brp.prm", "never", True),
    "giop": ("spins-tests/case_studies/giop/giop1.nomig.pr", "progress", False),
    "i2": ("spins-tests/case_studies/i-protocol/code/spin/i2", "progress", False),
    "i3": ("spins-tests/case_studies/i-protocol/code/spin/i3", "progress", False),
    "i3 fair": ("spins-tests/case_studies/i-protocol/code/spin/i3", "progress", True),
    "i4": ("spins-tests/case_studies/i-protocol/code/spin/i4", "progress", False),
    "i4 fair": ("spins-tests/case_studies/i-protocol/code/spin/i4", "progress", True),
    "dtp ends": ("spin-examples/dtp.pml", ENDS, False),
    "dtp ends fair": ("spin-examples/dtp.pml", ENDS, True),
    "dyntick ends": (DYNTICK, ENDS, False),
    "dyntick ends fair": (DYNTICK, ENDS, True),
    "qrcu ends": (QRCU, ENDS, False),
    "qrcu ends fair": (QRCU, ENDS, True),
}


def is_ours(question):
    return not re.match(r"(ltl|never|progress)\b", question)


def ours(path, question, fair, jobs, limit):
    words = ["--ltl", question, "--property", "ltl"] if is_ours(question) else \
        ["--property", question.replace(" ", ":")]
    words += ["--nonprogress"] if question == "progress" else []
    words += ["--fair"] if fair else []
    run = promela.measure([promela.SELVAGE, "check", "--language", "promela", "--engine", "explicit",
                           "--quiet", "--jobs", str(jobs), "--time", str(limit)] + words +
                          ["-I", os.path.dirname(path), path], limit + 10)
    first = re.search(r": (holds|violated)", run.output)
    found = re.search(r"(\d+) states, ", run.output)
    run.answer, run.states = first[1] if first else None, int(found[1]) if found else None
    return run


def make_pan(path, question, work, limit, more=()):
    """Generates and compiles; returns the processor time it took."""
    os.chdir(work)
    if os.path.exists("pan"):
        os.remove("pan")
    text = ["-a", path]
    if is_ours(question):
        with open(path, encoding="latin-1") as f, open("model.pml", "w", encoding="latin-1") as out:
            out.write(f.read() + f"\nltl asked {{ {question} }}\n")
        text = ["-Pgcc -std=gnu99 -E -x c -I" + os.path.dirname(path), "-a", "model.pml"]
    flags = (["-DNP"] if question == "progress" else []) + list(more)
    first = promela.measure(["spin"] + text, limit)
    second = promela.measure(["gcc", "-O2", "-w", "-DNFAIR=4", "-I" + os.path.dirname(path)] + flags +
                             ["-o", "pan", "pan.c"], limit)
    return first.processor + second.processor


def pan(question, fair, limit):
    words = question.split()
    name = ["-N", "asked"] if is_ours(question) else ["-N", words[1]] if len(words) > 1 else []
    run = promela.measure(["./pan", "-m3000000", "-l" if question == "progress" else "-a"] +
                          (["-f"] if fair else []) + name, limit)
    found = re.search(r"^\s*([\d.e+]+) states, stored", run.output, re.M)
    errors = re.search(r"errors: (\d+)", run.output)
    whole = "Search not completed" not in run.output and "depth too small" not in run.output
    cycle = "cycle" in run.output
    run.states = int(float(found[1])) if found else None
    run.answer = "violated" if errors and int(errors[1]) and cycle else \
        "holds" if errors and not int(errors[1]) and whole else None
    return run


def compare(name, arguments, work, more=()):
    """Where pan refuses to reduce it is compiled to do without."""
    file, question, fair = QUESTIONS[name]
    path = os.path.realpath(os.path.join(promela.CORPUS, file))
    one = two = peer = None
    build = make_pan(path, question, work, arguments.time, more)
    for _ in range(arguments.rounds):
        a = ours(path, question, fair, 1, arguments.time)
        c = pan(question, fair, arguments.time)
        b = a if arguments.one_job else ours(path, question, fair, 2, arguments.time)
        keep = [(r.answer, r.states) for r in (a, b, c)]
        one, two, peer = a.best(one), b.best(two), c.best(peer)
        for run, (answer, states) in zip((one, two, peer), keep):
            run.answer, run.states = answer, states
        if "recompile with -DNOREDUCE" in c.output and not more:
            return compare(name, arguments, work, ["-DNOREDUCE"])
    return one, two, peer, build


LEAST = 0.01  # what the clock of processor time tells apart


def ratios(row):
    one, two, peer, _ = row
    return [max(one.processor, LEAST) / max(peer.processor, LEAST), max(one.wall, LEAST) / max(peer.wall, LEAST),
            max(two.wall, LEAST) / max(peer.wall, LEAST), one.kbytes / peer.kbytes]


def show(name, row):
    one, two, peer, build = row
    r = ratios(row)
    print(f"{name:17} {str(one.answer):9}{str(peer.answer):9} {one.states or 0:9} {peer.states or 0:9} | "
          f"{one.processor:7.2f} {two.processor:7.2f} {peer.processor:7.2f} {build:6.2f} | "
          f"{one.kbytes // 1024:6} {peer.kbytes // 1024:6} | {r[0]:6.2f} {r[1]:6.2f} {r[2]:6.2f} {r[3]:6.2f}", flush=True)


def show_means(what, rows):
    if not rows:
        return
    m = [math.exp(sum(map(math.log, c)) / len(c)) for c in zip(*map(ratios, rows))]
    print(f"geometric means of {len(rows)} {what}, selvage / pan: processor time {m[0]:.2f}, wall {m[1]:.2f}, "
          f"wall with two jobs {m[2]:.2f}, memory {m[3]:.2f}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--time", type=int, default=120)
    parser.add_argument("--one-job", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = [n for n in QUESTIONS if not arguments.names or any(w in n for w in arguments.names)]
    if not names:
        parser.error(f"there is no such question; there are {', '.join(QUESTIONS)}")
    if not os.path.isdir(promela.CORPUS) or not shutil.which("spin") or not shutil.which("gcc"):
        print("skipped: the Promela corpus, spin or gcc is not here")
        return 0
    print(f"{'question':17} {'selvage':9}{'pan':9} {'states':>9} {'pan':>9} | {'cpu 1':>7} {'cpu 2':>7} {'pan':>7} "
          f"{'build':>6} | {'MB':>6} {'pan':>6} | {'cpu':>6} {'wall':>6} {'wall 2':>6} {'mem':>6}")
    rows, agree = {True: [], False: []}, True
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            row = compare(name, arguments, work)
            show(name, row)
            both = row[0].answer and row[2].answer
            agree &= not both or row[0].answer == row[1].answer == row[2].answer
            if both:
                rows[QUESTIONS[name][2]].append(row)
        os.chdir("/")
    show_means("questions without fairness", rows[False])
    show_means("questions with fairness", rows[True])
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
