#!/usr/bin/env python3
"""Exhaustive search on the GPU of this machine, beside explicit search and Spin's pan in the same run.

One row for each model: its states, whether that is the exact number (`=`; BEEM's and Spin's records; for
counters a formula), the layers, the words of a state that are stored, the seconds of the search and of the whole
answer. With --explicit also explicit search with all processors of this machine, with --pan also pan on one: made
by spin and gcc where they are, or found ready as FOLDER/pan-NAME. The last line has the geometric means of the ratios
of search times, over models of ten million states and more. All of this is without reduction; with --reduced the search
with reduction comes behind: the states and links that it stores, its seconds, and those of its answer. BEEM's record of some large models is that of a search that
did not end: more states than that are `>`. Fewer by more than one are `DIFFERS`, which makes the exit status 1
(docs/language-dve.md says why there may be one less).

counters-N-M-D are N processes, each of which counts to M - 1 and waits while it is more than D ahead of its neighbour. All
states in which no counter is more than D + 1 ahead are reached, so their number is the trace of the N-th power of a matrix.

usage: script/bench gpu [--time SECONDS] [--least STATES] [--only REGEX] [--reduced] [--explicit] [--pan [FOLDER]]
       [--cache FOLDER] [--device host]
"""
import argparse, csv, json, math, os, re, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.environ.get("SELVAGE_SHARED", os.path.join(HERE, "../../../shared"))
SELVAGE = os.path.realpath(os.environ.get("SELVAGE", os.path.join(HERE, "../../build/release/selvage")))
COUNTERS = [(8, 10, 3), (9, 10, 3), (10, 10, 3), (11, 9, 3), (10, 11, 5)]
LEADER = {5: 43866576, 6: 1468554580}
LARGE = 10**7


def counters(n, m, d, language):
    """The model as text."""
    if language == "dve":
        process = ("process P{i} {{ state s; init s; trans s -> s {{ guard v[{i}] < {top} && v[{i}] <= v[{k}] + {d}; "
                   "effect v[{i}] = v[{i}] + 1; }}; }}\n")
        begin, end = f"byte v[{n}];\n", "system async;\n"
    else:
        process = ("active proctype P{i}() {{ end: do :: atomic {{ v[{i}] < {top} && v[{i}] <= v[{k}] + {d} -> "
                   "v[{i}] = v[{i}] + 1 }} od }}\n")
        begin, end = f"byte v[{n}];\n", ""
    return begin + "".join(process.format(i=i, k=(i + 1) % n, top=m - 1, d=d) for i in range(n)) + end


def counters_states(n, m, d):
    """How many states the model has."""
    step = [[int(a - b <= d + 1) for b in range(m)] for a in range(m)]
    power = [[int(a == b) for b in range(m)] for a in range(m)]
    for _ in range(n):
        power = [[sum(row[k] * step[k][b] for k in range(m)) for b in range(m)] for row in power]
    return sum(power[a][a] for a in range(m))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def models(least):
    """(name, suffix, text, Promela text or None, states)"""
    for n, m, d in COUNTERS:
        yield (f"counters-{n}-{m}-{d}", ".dve", counters(n, m, d, "dve"), counters(n, m, d, "promela"),
               counters_states(n, m, d))
    leader = os.path.join(SHARED, "corpus/improviso/leader.pml")
    for n, states in LEADER.items():
        if os.path.exists(leader):
            text = f"#define N {n}\n#define ND\n" + read(leader)
            yield f"leader-{n}", ".pml", text, text, states
    folder = os.path.join(SHARED, "corpus/dve")
    records = {}
    if os.path.exists(os.path.join(folder, "expected.tsv")):
        with open(os.path.join(folder, "expected.tsv"), encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                if row["states"].isdigit():
                    records.setdefault(row["file"], int(row["states"]))
    for name, states in sorted(records.items(), key=lambda r: -r[1]):
        if states >= least and os.path.exists(os.path.join(folder, name)):
            yield name.removesuffix(".dve"), ".dve", read(os.path.join(folder, name)), None, states


def run(command, limit):
    """Output, seconds by the clock."""
    begin = time.monotonic()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit + 20, check=False)
        return done.stdout.decode(errors="replace"), time.monotonic() - begin
    except subprocess.TimeoutExpired:
        return "", time.monotonic() - begin


def check(path, limit, *options):
    """The answer as JSON, or None if every state was not seen in time."""
    command = [SELVAGE, "check", "--quiet", "--format", "json", "--keep-going", "--deadlock", "off",
               "--time", str(limit), *options, path]
    output, seconds = run(command, limit)
    try:
        answer = json.loads(output)
    except json.JSONDecodeError:
        return None, seconds
    return answer, seconds


def pan(folder, name, text, limit, place):
    """Seconds of pan's search, or None."""
    program = os.path.join(folder, "pan-" + name) if folder else None
    if program is None and text and shutil.which("spin") and shutil.which("gcc"):
        with open(os.path.join(place, "m.pml"), "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run(["spin", "-o1", "-o2", "-o3", "-a", "m.pml"], cwd=place, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        program = os.path.join(place, "pan")
        subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=100000", "-o", program, "pan.c"],
                       cwd=place, check=False)
    if not program or not os.path.exists(program):
        return None
    output, seconds = run([program, "-m10000000", "-c0", "-E", "-w28"], limit)
    return seconds if "errors:" in output and "max search depth too small" not in output else None


def verdict(states, expected):
    if states > expected:
        return ">"
    return "=" if states == expected else "-1" if states == expected - 1 else "DIFFERS"


def row(name, answer, seconds, expected):
    """The GPU's columns, the seconds of its search, and whether the number of states is wrong."""
    if not answer or not answer.get("complete"):
        reason = (answer or {}).get("reason") or "no answer"
        return f"{name:20} {'-':>14}     {reason}", None, False
    said = answer["statistics"]
    search = float(said["search"].split()[0])
    states = int(answer["states"])
    text = (f"{name:20} {states:14,} {verdict(states, expected):8} {answer['depth'] + 1:6} "
            f"{int(said['bytes of a packed state']) // 8:3} {int(said['bytes of what varies']) // 8:3} "
            f"{search:8.2f} {states / max(search, 1e-3) / 1e6:7.0f} {seconds:7.1f}")
    return text, search, verdict(states, expected) == "DIFFERS"


def reduced(path, o):
    """Columns of a search with reduction."""
    answer, seconds = check(path, o.time, *gpu(o, "on"))
    if not answer or not answer.get("complete"):
        return f" {'-':>13} {'-':>13} {'-':>8} {'-':>7}"
    said = answer["statistics"]
    links = int(said.get("states passed through", 0))
    return f" {int(answer['states']):13,} {links:13,} {float(said['search'].split()[0]):8.2f} {seconds:7.1f}"


def gpu(o, reduction):
    """The options of the engine."""
    return ["--engine", "gpu", "--device", o.device, "--reduction", reduction] + (["--cache", o.cache] if o.cache else [])


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=int, default=100, metavar="SECONDS")
    parser.add_argument("--least", type=int, default=LARGE, metavar="STATES", help="of BEEM's models [10000000]")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--reduced", action="store_true")
    parser.add_argument("--explicit", action="store_true")
    parser.add_argument("--cache", default="", metavar="FOLDER")
    parser.add_argument("--pan", nargs="?", const="", default=None, metavar="FOLDER")
    parser.add_argument("--device", default="gpu", choices=["gpu", "host"])
    try:
        o = parser.parse_args()
    except SystemExit as end:
        sys.exit(64 if end.code else 0)
    print(f"{'model':20} {'states':>14} {'':8} layers wor sto  search   mill/s  answer"
          + ("       reduced         links   search  answer" if o.reduced else "")
          + ("  explicit" if o.explicit else "") + ("      pan" if o.pan is not None else ""))
    ratios, wrong = {"explicit": [], "pan": []}, False
    for name, suffix, text, promela, expected in models(o.least):
        if not re.search(o.only, name):
            continue
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, name + suffix)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            line, search, differs = row(name, *check(path, o.time, *gpu(o, "off")), expected)
            wrong |= differs
            line += reduced(path, o) if o.reduced else ""
            others = {}
            if o.explicit and search is not None:
                answer, seconds = check(path, o.time, "--engine", "explicit", "--reduction", "off")
                others["explicit"] = seconds if answer and answer.get("complete") else None
            if o.pan is not None and search is not None:
                others["pan"] = pan(o.pan, name, promela, o.time, place)
            for who, seconds in others.items():
                line += f"  {seconds:8.1f}" if seconds else f"  {'-':>8}"
                if seconds and expected >= LARGE:
                    ratios[who].append(seconds / max(search, 1e-3))
            print(line, flush=True)
    for who, list_of in ratios.items():
        if list_of:
            print(f"{who} takes {mean(list_of):.0f} times as long as the search on the GPU ({len(list_of)} models)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
