#!/usr/bin/env python3
"""The bdd engine on the models of the ImProviso paper (Lerda, Sinha and Theobald 2003), and on ten
more, beside Spin and beside explicit search in the same run.

Three tables. All states: saturation, Spin without reduction, the paper's NuSMV. With reduction:
the engine's searches, Spin, and the paper's three tools. Ten models of bench/explicit/promela.py and
a dozen of BEEM: explicit search against every symbolic one, and which of them is the fastest.

Each cell says states, seconds of a processor and peak memory, ours from the text to the answer,
Spin's without generating and compiling its verifier, which is said apart. `late` is a run that the
busy machine did not give its seconds. `=` is a number of states that is
exactly the expected one: the paper's; 3^n where that follows from the model; Spin's without
reduction; or, for channels in phase 1, which the paper does not have, the one we had before.
`DIFFERS` one that is not, and makes the exit status 1. leader, best and worst come from
../shared/corpus beside the checkout; stable_marriage and migratory are our own texts of the
protocols that the paper measured, so the paper's numbers are for orientation there.

usage: script/bench bdd [--quick] [--time SECONDS] [--memory MEGABYTES] [--only REGEX] [--markdown]
"""
import argparse, csv, os, re, shutil, signal, sys
import measure

sys.path.append(os.path.join(measure.HERE, "../explicit"))
import promela

SHARED = os.environ.get("SELVAGE_SHARED", os.path.join(measure.HERE, "../../../shared"))
CORPUS = os.path.join(SHARED, "corpus/improviso")
FILES = {"leader": (CORPUS, "leader.pml", []), "leader_nondet": (CORPUS, "leader.pml", ["-DND"]),
         "best": (CORPUS, "best.pml", []), "worst": (CORPUS, "worst.pml", []),
         "stable_marriage": (measure.HERE, "stable_marriage.pml", []),
         "migratory": (measure.HERE, "migratory.pml", [])}
QUICK = {("best", 7), ("best", 20), ("worst", 3), ("worst", 20), ("leader", 2), ("leader", 3),
         ("leader", 4), ("leader_nondet", 2), ("leader_nondet", 3), ("stable_marriage", 2)}
QUICK_PEERS = {"dyntick"}
REDUCED = {"local": ["--search", "improviso", "--phase1", "local"],
           "channels": ["--search", "improviso", "--phase1", "channels"],
           "twophase": ["--search", "twophase", "--phase1", "local"]}
PEERS = {"explicit": ["--engine", "explicit"],
         "explicit, all": ["--engine", "explicit", "--reduction", "off"]}
for _search in ("bfs", "chaining", "saturation", "improviso", "twophase"):
    PEERS[_search] = ["--engine", "bdd", "--search", _search]
BEEM = os.path.join(SHARED, "corpus/dve")
DVE = ["leader_election.3", "peterson.3", "cyclic_scheduler.4", "phils.5", "reader_writer.3", "adding.2",
       "lamport.5", "szymanski.3", "synapse.4", "at.4", "elevator2.3", "fischer.6"]
UNREDUCED = re.compile("bfs|chaining|saturation")
PEER_TIME = 30    # seconds: what takes longer has lost
QUICK_TIME = 5

# The paper prints six digits; these are all of them.
EXACT = {"7699370": 7699371, "2097150": 2**21 - 1, "3486780000": 3**20, "2.54E+30": 2**101 - 1}
# What the paper's tools could not finish; Spin can today, in 82 s and 2.7 GB.
LATER = {("leader_nondet", 5): 43866576}
# Ours, not the paper's, whose phase 1 has no channels: they only keep it from changing unseen.
CHANNELS = {("leader", 2): 24, ("leader", 3): 36, ("leader", 4): 48, ("leader", 8): 96,
            ("leader_nondet", 2): 65, ("leader_nondet", 3): 508, ("leader_nondet", 4): 6575,
            ("leader_nondet", 5): 98321}


class Row:
    """A model of the paper's tables: its numbers with and without reduction."""
    def __init__(self, model, n):
        self.model, self.n, self.paper = model, n, {}
        self.folder, self.file, options = FILES[model]
        self.options = [f"-DN={n}"] + options
        self.path = os.path.realpath(os.path.join(self.folder, self.file))
        self.ours = self.folder == measure.HERE

    def add(self, line):
        for tool in ("nusmv", "improviso", "pv", "spin"):
            states = line[f"{tool}_states"]
            reduced = tool == "improviso" or (tool != "nusmv" and line["reduction"] == "po")
            if states != "-":
                memory = line.get(f"{tool}_MB")
                self.paper[tool, reduced] = (states, line[f"{tool}_s"], memory)

    def exact(self, tool, reduced):
        states = self.paper.get((tool, reduced), ("N/A",))[0]
        return None if states == "N/A" or self.ours else EXACT.get(states) or int(states)

    def expected(self, search):
        """The number of states that a search must find, if one is known."""
        if search == "saturation":
            if self.model in ("best", "worst"):
                return 3**self.n
            return LATER.get((self.model, self.n)) or self.exact("nusmv", False)
        if search == "channels":
            return CHANNELS.get((self.model, self.n)) or self.exact("improviso", True)
        return self.exact("pv" if search == "twophase" else "improviso", True)

    def said(self, tool, reduced):
        states, seconds, memory = self.paper.get((tool, reduced), ("-", None, None))
        if states in ("-", "N/A"):
            return states
        text = str(EXACT.get(states, states))
        memory = f" · {memory} MB" if memory else ""
        return f"{measure.number(int(text))} · {seconds} s{memory}"


def paper_rows():
    rows = {}
    with open(os.path.join(SHARED, "tables/improviso.tsv")) as file:
        for line in csv.DictReader((l for l in file if not l.startswith("#")), delimiter="\t"):
            key = (line["model"], int(line["n"]))
            rows.setdefault(key, Row(*key)).add(line)
    return list(rows.values())


def own_rows():
    return [Row("stable_marriage", n) for n in (2, 3, 5)] + [Row("migratory", 2)]


class Table:
    """Prints rows as they come, aligned or as Markdown."""
    def __init__(self, title, columns, markdown):
        self.markdown, self.widths = markdown, [len(c) if w == 0 else w for c, w in columns]
        print(f"\n**{title}**\n" if markdown else f"\n{title}\n")
        self.row([c for c, _ in columns])
        if markdown:
            self.row(["---"] * len(columns))

    def row(self, cells):
        if self.markdown:
            print("| " + " | ".join(cells) + " |", flush=True)
        else:
            print("  ".join(c.ljust(w) for c, w in zip(cells, self.widths)).rstrip(), flush=True)


class Bench:
    def __init__(self, arguments):
        self.arguments, self.differ = arguments, 0

    def judged(self, run, expected):
        """The cell of a run, with a mark if it is known what it should be."""
        if run.states is None or expected is None:
            return str(run)
        if run.states == expected:
            return f"= {run}"
        self.differ += 1
        return f"DIFFERS from {expected}: {run}"

    def spin(self, row, full):
        if not shutil.which("spin") or not shutil.which("gcc"):
            return None
        return measure.spin(row.path, row.options, self.arguments, full)

    def symbolic(self, row, options):
        return measure.selvage(row.path, ["--engine", "bdd"] + options + row.options,
                               self.arguments)

    def all_states(self, rows):
        table = Table("All states", [("model", 18), ("bdd, saturation", 34), ("Spin", 32),
                                     ("its build", 9), ("NuSMV 2003", 32)],
                      self.arguments.markdown)
        for row in rows:
            ours, peer = self.symbolic(row, ["--search", "saturation"]), self.spin(row, True)
            expected = row.expected("saturation") or (peer.states if peer else None)
            table.row([f"{row.model} {row.n}", self.judged(ours, expected), *spin_cells(peer),
                       row.said("nusmv", False)])

    def reduced(self, rows):
        table = Table("With reduction", [("model", 18), ("phase 1 local", 32),
                                         ("phase 1 channels", 30), ("twophase", 32), ("Spin", 28),
                                         ("its build", 9), ("ImProviso 2003", 34),
                                         ("PV 2003", 18), ("Spin 2003", 18)],
                      self.arguments.markdown)
        for row in rows:
            cells = [self.judged(self.symbolic(row, how), row.expected(name))
                     for name, how in REDUCED.items()]
            table.row([f"{row.model} {row.n}", *cells, *spin_cells(self.spin(row, False)),
                       row.said("improviso", True), row.said("pv", True), row.said("spin", True)])

    def peers(self, models):
        """Explicit search against the symbolic ones; those without reduction must agree."""
        limits = argparse.Namespace(**vars(self.arguments))
        limits.time = min(limits.time, PEER_TIME)
        table = Table(f"Explicit and symbolic, {limits.time} s", [("model", 18)]
                      + [(name, 30) for name in PEERS] + [("fastest", 10)],
                      self.arguments.markdown)
        for name, path in models:
            runs = {n: measure.selvage(path, how, limits) for n, how in PEERS.items()}
            whole = runs["explicit, all"].states
            cells = [self.judged(run, whole if UNREDUCED.search(n) else None)
                     for n, run in runs.items()]
            done = [(run.seconds, n) for n, run in runs.items() if run.states is not None]
            table.row([name, *cells, min(done)[1] if done else "-"])


def spin_cells(run):
    return (str(run), f"{run.build:.1f} s") if run else ("no spin", "-")


def chosen(arguments):
    """The rows and the further models that were asked for."""
    wanted = re.compile(arguments.only or "")
    if os.path.isdir(CORPUS):
        rows = paper_rows()
    else:
        print(f"skipped: leader, best and worst, as there is no {CORPUS}")
        rows = own_rows()
    rows = [r for r in rows if wanted.search(f"{r.model} {r.n}")
            and (not arguments.quick or (r.model, r.n) in QUICK)]
    return rows, [(n, p) for n, p in further() if wanted.search(n)
                  and (not arguments.quick or n in QUICK_PEERS)]


def further():
    """Names and paths of the models of the third table that are there."""
    models = [(n, os.path.join(promela.CORPUS, m[0])) for n, m in promela.MODELS.items()]
    models += [(n, os.path.join(BEEM, n + ".dve")) for n in DVE]
    there = [(n, os.path.realpath(p)) for n, p in models if os.path.isfile(p)]
    if len(there) < len(models):
        print(f"skipped: {len(models) - len(there)} models that do not lie beside the checkout")
    return there


def stop(*_):
    """Ends by an exception, so that `measure` ends what it has started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--time", type=int, default=120)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--only")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.time = min(arguments.time, QUICK_TIME)
    signal.signal(signal.SIGTERM, stop)
    rows, models = chosen(arguments)
    bench = Bench(arguments)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; "
          f"at most {arguments.time} s and {arguments.memory} MB for each run")
    if rows:
        bench.all_states(rows)
        bench.reduced(rows)
    if models:
        bench.peers(models)
    if bench.differ:
        print(f"\n{bench.differ} numbers of states differ")
    return 1 if bench.differ else 0


if __name__ == "__main__":
    sys.exit(main())
