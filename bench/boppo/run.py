#!/usr/bin/env python3
"""The engine boppo on five classes of programs, after Table 3 of its paper (Cook, Kroening, Sharygina
2005), beside the engines explicit and bdd and beside Spin, in the same run. models.py has the programs.

Two tables: all tools on each class; and how symbolic states, SAT calls, comparisons and time grow
with variables and with threads. Seconds are of a processor, so that they mean the same on a busy
machine; ours from the text to the answer, Spin's without generating and compiling its verifier. `small` is
the mean over many programs. A program on which two tools disagree makes the exit status 1.

usage: script/bench boppo [--quick] [--time SECONDS] [--only REGEX] [--markdown]
       script/bench boppo --corpus …     see corpus.py
"""
import argparse, json, os, re, resource, shutil, subprocess, sys, tempfile
import corpus, models

ROWS = [("spread", 16), ("spread", 30), ("multiply", 6), ("multiply", 8), ("multiply", 12),
        ("small", 300), ("driver", 5), ("driver", 40), ("threads", 1), ("threads", 3)]
QUICK = {("spread", 16), ("multiply", 6), ("small", 20), ("driver", 5), ("threads", 1)}
GROWTH = [("spread", (n,)) for n in (10, 20, 40, 80)] + \
         [("driver", (n,)) for n in (5, 10, 20, 40, 80)] + \
         [("driver", (10, n)) for n in (12, 24, 48)] + \
         [("threads", (n,)) for n in (1, 2, 4)] + [("threads", (1, n)) for n in (2, 3, 4, 5)]
TOOLS = {"boppo": ["--engine", "boppo"],
         "clauses": ["--engine", "boppo", "--reduction", "clauses"],
         "no reduction": ["--engine", "boppo", "--reduction", "off"],
         "refine": ["--engine", "boppo", "--fixpoint", "refine"],
         "depqbf": ["--engine", "boppo", "--fixpoint", "depqbf"],
         "bdd only": ["--engine", "boppo", "--fixpoint", "bdd"],
         "explicit": ["--engine", "explicit", "--jobs", "1"],
         "engine bdd": ["--engine", "bdd"]}


class Run:
    """`late`: it had no answer when its time was over, by a clock that runs for all."""
    def __init__(self, seconds, answer=None, statistics=None, late=False):
        self.seconds, self.answer, self.statistics = seconds, answer, statistics or {}
        self.late = late


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit, where=None):
    """Output and seconds; None if that was too long. Nobody may run for more than ten times as long."""
    start = processor()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=where,
                              timeout=10 * limit + 20,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU,
                                                                    (limit + 1, limit + 1)))
        output = done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        output = None
    seconds = processor() - start
    return (output if seconds <= limit else None), seconds


def selvage(path, how, limit):
    output, seconds = run([corpus.SELVAGE, "check", "--quiet", "--format", "json",
                           "--time", str(10 * limit)] + how + [path], limit)
    found = re.search(r"^\{.*$", output or "", re.M)
    if not found:
        return Run(seconds)
    answer = json.loads(found[0])
    known = answer["answer"] if answer["answer"] != "unknown" else None
    return Run(seconds, known, answer["statistics"], answer["cause"] == "time")


def spin(path, limit, work):
    """All errors are assertions; depth and memory are generous."""
    run(["spin", "-a", path], 60, work)
    run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=4096", "-o", "pan", "pan.c"], 60, work)
    for depth in (10**4, 10**6, 10**8):
        output, seconds = run(["./pan", f"-m{depth}", "-E"], limit, work)
        if "depth too small" not in (output or ""):
            break
    if not output or "errors:" not in output or "out of memory" in output \
            or "reached -DMEMLIM" in output or "depth too small" in output:
        return Run(seconds)
    return Run(seconds, "holds" if "errors: 0" in output else "violated")


class Bench:
    def __init__(self, arguments, work):
        self.arguments, self.work, self.differ = arguments, work, 0

    def write(self, program, name="model"):
        paths = [os.path.join(self.work, f"{name}.{end}") for end in ("bp", "pml")]
        for path, text in zip(paths, (models.boolprog(program), models.promela(program))):
            with open(path, "w") as file:
                file.write(text)
        return paths

    def all_tools(self, program):
        boolprog, promela = self.write(program)
        runs = {tool: selvage(boolprog, how, self.arguments.time) for tool, how in TOOLS.items()}
        runs["Spin"] = spin(promela, self.arguments.time, self.work) if self.has_spin() else Run(0)
        self.agree(runs)
        return [self.cell(r) for r in runs.values()]

    @staticmethod
    def has_spin():
        return shutil.which("spin") and shutil.which("gcc")

    def agree(self, runs):
        answers = {r.answer for r in runs.values() if r.answer}
        if len(answers) > 1:
            self.differ += 1
            print("DIFFER: " + ", ".join(f"{t} {r.answer}" for t, r in runs.items()))

    def cell(self, r):
        if r.answer:
            return f"{r.seconds:.2f}"
        if r.seconds > self.arguments.time:
            return f"> {self.arguments.time}"
        return f"> {r.seconds:.1f}" if r.late else "gives up"

    def small(self, count):
        """Means over all programs, each a process of its own; Spin over the first twenty."""
        paths = [self.write(models.small(seed), f"small{seed}") for seed in range(count)]
        totals, answers = {}, {}
        for tool, how in TOOLS.items():
            done = [selvage(p, how, self.arguments.time) for p, _ in paths]
            totals[tool] = sum(r.seconds for r in done) / count
            answers[tool] = [r.answer for r in done]
        for tool in TOOLS:
            self.differ += sum(a is not None and b is not None and a != b
                               for a, b in zip(answers[tool], answers["explicit"]))
        late = {t: sum(a is None for a in answers[t]) for t in TOOLS}
        cells = [f"{totals[t]:.3f}" + (f" ({late[t]} late)" if late[t] else "") for t in TOOLS]
        some = paths[:20] if self.has_spin() else []
        peers = [spin(p, self.arguments.time, self.work) for _, p in some]
        return cells + [f"{sum(r.seconds for r in peers) / len(peers):.3f}" if peers else "no spin"]

    def table(self, columns):
        self.row(columns)
        if self.arguments.markdown:
            self.row(["---"] * len(columns))

    def row(self, cells):
        if self.arguments.markdown:
            print("| " + " | ".join(cells) + " |", flush=True)
        else:
            print("  ".join(c.ljust(12) for c in cells).rstrip(), flush=True)

    def classes(self, rows):
        self.table(["program", *TOOLS, "Spin"])
        for name, n in rows:
            cells = self.small(n) if name == "small" else self.all_tools(models.CLASSES[name](n))
            self.row([f"{name} {n}", *cells])

    def growth(self, rows):
        print()
        self.table(["program", "bits", "symbolic states", "joined", "remade", "guards", "diagrams",
                    "nodes", "seconds", "refine: comparisons", "seconds"])
        for name, sizes in rows:
            path, _ = self.write(models.CLASSES[name](*sizes))
            one = selvage(path, TOOLS["boppo"], self.arguments.time)
            other = selvage(path, TOOLS["refine"], self.arguments.time)
            keys = ("bits of a state", "symbolic states", "joined", "remade", "guards", "diagrams",
                    "nodes")
            said = [brief(one.statistics.get(k, "-")) for k in keys]
            self.row([f"{name} {' '.join(map(str, sizes))}", *said, self.cell(one),
                      brief(other.statistics.get("comparisons", "-")), self.cell(other)])


def brief(text):
    """Without the seconds, which are those of the clock."""
    text = re.sub(r", [\d.]+ s\b", "", text)
    text = re.sub(r": 0 same.* by structure,", ":", text)
    return re.sub(r", 0 (were too large|given up)", "", text).replace(" asked", "")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--time", type=int, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    wanted = [r for r in (sorted(QUICK) if arguments.quick else ROWS)
              if re.search(arguments.only, f"{r[0]} {r[1]}")]
    growing = [r for r in GROWTH if re.search(arguments.only, r[0])] if not arguments.quick else []
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(arguments, work)
        print(f"seconds of a processor, at most {arguments.time} for each run\n")
        bench.classes(wanted)
        if growing:
            bench.growth(growing)
    if bench.differ:
        print(f"\n{bench.differ} programs on which tools differ")
    return 1 if bench.differ else 0


if __name__ == "__main__":
    sys.exit(corpus.main() if "--corpus" in sys.argv else main())
