#!/usr/bin/env python3
"""The engine `events` beside the others, on programs with many threads (programs.py).

  run.py [--cpu SECONDS] [--engines E,E…] [--out FILE.tsv] [FAMILY…]

For each family sizes grow until no engine answers within the time. Measured is processor time (bench/bmc/measure.py);
Spin's is that of the verifier alone, with partial-order reduction, without what it takes to compile it. Other ways to exclude cycles are engines here:
events:eager, events:lazy, events:difference; so is a queue as one token, events:shifting.
BEEM's instances with a reachable goal: script/bench bmc --ways process,events,uniform.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "bmc"))
import measure  # noqa: E402
import programs  # noqa: E402

SIZES = {"relay": [2, 4, 8, 16], "relays": [1, 2, 4, 8, 16], "odds": [1, 2, 4, 8], "pairs": [1, 4, 16, 32], "race": [1, 4, 16, 64],
         "pipes": [1, 2, 4, 8, 16], "buffers": [1, 2, 4], "dphil": [3, 5, 7], "litmus": [4, 5, 6, 7], "never": [3, 4, 5]}
ENGINES = "events,explicit,bdd,boppo,bmc,ic3,spin"


def search(path, engine, cpu):
    engine, _, way = engine.partition(":")
    options = ["--queue" if way == "shifting" else "--acyclic", way] if way else []
    run = measure.selvage(["--engine", engine, "--deadlock", "off", *options, path], cpu)
    return run.verdict if run.verdict in ("holds", "violated") else "-", run.seconds


def verify(text, cpu):
    """Spin: answer and processor time of its verifier."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "model.pml"), "w", encoding="utf-8") as out:
            out.write(text)
        for command in (["spin", "-a", "model.pml"], ["cc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=4000", "-o", "pan", "pan.c"]):
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        done, spent = measure.timed(["prlimit", f"--cpu={cpu}", "./pan", "-E", "-m1000000"], cwd=folder)
        if "errors: 0" in done.stdout and "Search not completed" not in done.stdout:
            return "holds", spent
        return "violated" if "assertion violated" in done.stdout else "-", spent


def rows(options):
    for word in options.families or SIZES:
        late = set()
        for size in SIZES[word]:
            text, suffix = programs.family(word, size)
            with tempfile.NamedTemporaryFile("w", suffix=suffix) as file:
                file.write(text)
                file.flush()
                row = {}
                for engine in options.engines.split(","):
                    if engine in late:
                        continue
                    if engine == "spin":
                        text = programs.for_spin(word, size)
                        if not text or not shutil.which("spin"):
                            continue
                        row[engine] = verify(text, options.cpu)
                    else:
                        row[engine] = search(file.name, engine, options.cpu)
                    if row[engine][0] == "-":
                        late.add(engine)
            yield word, size, row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu", type=int, default=10)
    parser.add_argument("--engines", default=ENGINES)
    parser.add_argument("--out")
    parser.add_argument("families", nargs="*", choices=[[], *SIZES])
    options = parser.parse_args()
    names = options.engines.split(",")
    lines = ["\t".join(["family", "size", "answer"] + names)]
    print(lines[0])
    for word, size, row in rows(options):
        answers = {a for a, _ in row.values()} - {"-"}
        cells = [f"{row[e][1]:.2f}" if e in row and row[e][0] != "-" else f">{row[e][1]:.0f}" if e in row else "" for e in names]
        lines.append("\t".join([word, str(size), "|".join(sorted(answers)) or "-"] + cells))
        print(lines[-1], flush=True)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
