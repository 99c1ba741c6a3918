#!/usr/bin/env python3
"""Explicit search against Spin's pan on ten Promela models of the corpus, in the same run.

Two comparisons: all states (`--reduction off` against -DNOREDUCE, and `spin -o1 -o2 -o3`, which
joins no statements: the numbers of states must be equal), and what each of the two does when
nothing is asked for (`--reduction on`; Spin's own settings). Ours is measured from the text to the
answer, with one processor and with two; pan's run alone, and with generating and compiling it.
Runs are interleaved; of several rounds the best one counts, by wall time and by processor time
(the machine may be busy with other things). Memory is the peak resident set per stored state of
each; pan's own figure for its states, without its table, is shown beside it.

With --compile, instead of both: all states, interpreted and by generated code, on one processor,
in processor time, and pan's; what the compilers take is counted and shown.

Only ratios are compared. Skips (status 0) where the corpus, spin or gcc are absent.
usage: script/bench explicit promela [--rounds N] [--time SECONDS] [--no-reduced] [--compile] [MODEL…]
"""
import argparse, math, os, re, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("SELVAGE_PROMELA_CORPUS",
                        os.path.join(HERE, "../../../shared/corpus/promela"))
SELVAGE = os.path.realpath(os.environ.get("SELVAGE",
                                          os.path.join(HERE, "../../build/release/selvage")))
MODELS = {   # name: (file, what is special about it)
    "dtp": ("spin-examples/dtp.pml", "buffered channels"),
    "i3": ("spins-tests/case_studies/i-protocol/code/spin/i3", "arrays, bits"),
    "sort": ("spin-examples/sort.pml", "a chain of processes"),
    "cambridge": ("spin-examples/cambridge.pml", "rendezvous and buffers"),
    "giop": ("spins-tests/case_studies/giop/giop1.nomig.pr", "many channels and fields"),
    "qrcu": ("paulmckrcu__perfbook/CodeSamples/formal/promela/qrcu.spin", "atomic, shared memory"),
    "dyntick": ("paulmckrcu__perfbook/CodeSamples/formal/promela/dyntick/"
                "dyntickRCU-irqnn-ssl.spin", "shared memory"),
    "brp": ("spins-tests/case_studies/brp/brp.prm", "rendezvous, timeout"),
    "sgc": ("spins-tests/case_studies/sgc/sgc.promela", "long atomic sections"),
    "leader": ("spin-examples/LTL/leader.pml", "many processes, channels"),
}


class Run:
    """What one command took."""
    def __init__(self, wall, processor, kbytes, output):
        self.wall, self.processor, self.kbytes, self.output = wall, processor, kbytes, output

    def best(self, other):
        if other is None:
            return self
        return Run(min(self.wall, other.wall), min(self.processor, other.processor),
                   min(self.kbytes, other.kbytes), self.output)


def measure(command, limit):
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(["timeout", str(limit)] + command, stdout=out,
                                 stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss, text)


def ours(path, jobs, reduced, limit, more=()):
    run = measure([SELVAGE, "check", "--language", "promela", "--engine", "explicit", "--quiet",
                   "--keep-going", "--claims", "off", "--jobs", str(jobs), "--time", str(limit),
                   "--reduction", "on" if reduced else "off", *more, path], limit + 10)
    found = re.search(r"(\d+) states, ", run.output)
    run.states = int(found[1]) if found and "limit reached" not in run.output else None
    return run


def make_pan(path, reduced, work, limit):
    """Generates and compiles; returns the seconds it took, wall and processor."""
    plain = [] if reduced else ["-o1", "-o2", "-o3"]
    flags = ["-DSAFETY", "-DNOCLAIM"] + ([] if reduced else ["-DNOREDUCE"])
    os.chdir(work)
    first = measure(["spin"] + plain + ["-a", path], limit)
    second = measure(["gcc", "-O2", "-w"] + flags + ["-o", "pan", "pan.c"], limit)
    return first.wall + second.wall, first.processor + second.processor


def pan(limit):
    run = measure(["./pan", "-m2000000", "-c0"], limit)
    found = re.search(r"^\s*([\d.e+]+) states, stored", run.output, re.M)
    whole = "Search not completed" not in run.output and "depth too small" not in run.output
    run.states = int(float(found[1])) if found and whole else None
    memory = re.search(r"([\d.]+)\s+actual memory usage for states", run.output)
    run.state_bytes = float(memory[1]) * 2**20 if memory else None
    return run


def compare(name, reduced, rounds, limit, work):
    path = os.path.realpath(os.path.join(CORPUS, MODELS[name][0]))
    one = two = peer = build = None
    for _ in range(rounds):
        a = ours(path, 1, reduced, limit)
        took = make_pan(path, reduced, work, limit)
        c = pan(limit)
        b = ours(path, 2, reduced, limit)
        if a.states is None or c.states is None:
            print(f"{name:10} not finished within {limit} s: "
                  f"selvage {a.states or '-'}, pan {c.states or '-'}")
            return None
        keep = (a.states, c.states, c.state_bytes)
        one, two, peer = a.best(one), b.best(two), c.best(peer)
        build = took if build is None else (min(took[0], build[0]), min(took[1], build[1]))
    one.states, peer.states, peer.state_bytes = keep
    return one, two, peer, build


def ratios(row):
    one, two, peer, build = row
    ours_bytes, pan_bytes = one.kbytes * 1024 / one.states, peer.kbytes * 1024 / peer.states
    own = peer.state_bytes / peer.states if peer.state_bytes else float("nan")
    return [one.processor / peer.processor, one.wall / peer.wall, two.wall / peer.wall,
            one.wall / (peer.wall + build[0]), ours_bytes / pan_bytes, ours_bytes / own]


HEAD = (f"{'model':10} {'states':>9} {'pan':>9} | {'1 cpu-s':>8} {'1 wall':>7} {'2 wall':>7} "
        f"{'pan cpu':>8} {'pan wall':>8} {'build':>6} | {'B/state':>7} {'pan':>6} | "
        f"{'1/pan cpu':>9} {'1/pan':>6} {'2/pan':>6} {'total':>6} {'mem':>5} {'own':>5}")


def show(name, row):
    one, two, peer, build = row
    r = ratios(row)
    print(f"{name:10} {one.states:9} {peer.states:9} | {one.processor:8.2f} {one.wall:7.2f} "
          f"{two.wall:7.2f} {peer.processor:8.2f} {peer.wall:8.2f} {build[0]:6.2f} | "
          f"{one.kbytes * 1024 / one.states:7.0f} {peer.kbytes * 1024 / peer.states:6.0f} | "
          f"{r[0]:9.2f} {r[1]:6.2f} {r[2]:6.2f} {r[3]:6.2f} {r[4]:5.2f} {r[5]:5.2f}", flush=True)


def means(rows):
    columns = list(zip(*[ratios(r) for r in rows]))
    return [math.exp(sum(math.log(x) for x in c) / len(c)) for c in columns]


def table(names, reduced, arguments, work):
    print("with reduction" if reduced else "all states")
    print(HEAD)
    rows, agree = [], True
    for name in names:
        row = compare(name, reduced, arguments.rounds, arguments.time, work)
        if row is None:
            continue
        show(name, row)
        rows.append(row)
        if not reduced and row[0].states != row[2].states:
            print(f"{name:10} the numbers of states differ")
            agree = False
    if rows:
        m = means(rows)
        print(f"geometric means, selvage / pan: jobs 1 {m[0]:.2f} of the processor time, "
              f"{m[1]:.2f} of the run time; jobs 2 {m[2]:.2f} of the run time; "
              f"with compiling {m[3]:.2f}; memory {m[4]:.2f} (of pan's states alone {m[5]:.2f})\n")
    return agree


def compiled(path, limit):
    """A run of generated code, and the processor time that the compiler took."""
    run = ours(path, 1, False, limit, ["--compile", "--compile-after", "0", "--format", "json"])
    found = re.search(r'"states":\s*"?(\d+)', run.output)
    took = re.search(r'"compiled":\s*"in ([\d.]+) s', run.output)
    run.states = int(found[1]) if found and took and "limit reached" not in run.output else None
    run.compiler = float(took[1]) if took else None
    return run


def compiled_table(names, arguments, work):
    print("processor time, all states, jobs 1: interpreted; compiled with its compiler; pan")
    print(f"{'model':10} {'states':>9} | {'interpr':>8} {'compiled':>8} {'of it cc':>8} {'pan':>8} "
          f"{'its cc':>7} | {'int/comp':>8} {'comp/pan':>8} {'search':>7} {'all':>6}")
    rows, agree = [], True
    for name in names:
        path, best = os.path.realpath(os.path.join(CORPUS, MODELS[name][0])), None
        for _ in range(arguments.rounds):
            a, b = ours(path, 1, False, arguments.time), compiled(path, arguments.time)
            build = make_pan(path, False, work, arguments.time)
            c = pan(arguments.time)
            if None in (a.states, b.states, c.states):
                break
            now = (a.processor, b.processor, b.compiler, c.processor, build[1])
            best = now if best is None else tuple(map(min, now, best))
        if best is None:
            print(f"{name:10} not finished within {arguments.time} s")
            continue
        agree &= a.states == b.states == c.states
        t, u, cc, p, pcc = best
        row = (t / u, u / p, t / (u - cc), u / (p + pcc))
        rows.append(row)
        print(f"{name:10} {a.states:9} | {t:8.2f} {u:8.2f} {cc:8.2f} {p:8.2f} {pcc:7.2f} | "
              f"{row[0]:8.2f} {row[1]:8.2f} {row[2]:7.2f} {row[3]:6.2f}"
              f"{'' if a.states == b.states == c.states else '  the numbers of states differ'}",
              flush=True)
    if rows:
        m = [math.exp(sum(map(math.log, column)) / len(column)) for column in zip(*rows)]
        print(f"geometric means: interpreted / compiled {m[0]:.2f}, without the compiler {m[2]:.2f}; "
              f"compiled / pan {m[1]:.2f}, where pan's compiler counts too {m[3]:.2f}")
    return agree


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--time", type=int, default=120)
    parser.add_argument("--no-reduced", action="store_true")
    parser.add_argument("--no-plain", action="store_true")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("models", nargs="*")
    arguments = parser.parse_args()
    names = arguments.models or list(MODELS)
    for name in names:
        if name not in MODELS:
            parser.error(f"there is no model {name}; there are {', '.join(MODELS)}")
    if not os.path.isdir(CORPUS) or not shutil.which("spin") or not shutil.which("gcc"):
        print("skipped: the Promela corpus, spin or gcc is not here")
        return 0
    agree = True
    with tempfile.TemporaryDirectory() as work:
        if arguments.compile:
            agree = compiled_table(names, arguments, work)
        elif not arguments.no_plain:
            agree = table(names, False, arguments, work)
        if not arguments.no_reduced and not arguments.compile:
            table(names, True, arguments, work)
        os.chdir("/")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
