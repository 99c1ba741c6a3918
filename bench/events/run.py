#!/usr/bin/env python3
"""The engine `events` beside the others, on programs with many threads (programs.py).

  run.py [--cpu SECONDS] [--engines E,E…] [--out FILE.tsv] [FAMILY…]

For each family sizes grow until no engine answers within the time. Measured is processor time (bench/bmc/measure.py).
BEEM's instances with a reachable goal: script/bench bmc --ways process,events,uniform.
"""
import argparse
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "bmc"))
import measure  # noqa: E402
import programs  # noqa: E402

SIZES = {"relay": [2, 4, 8, 16], "relays": [1, 2, 4, 8, 16], "pairs": [1, 4, 16, 32], "race": [1, 4, 16, 64]}
ENGINES = "events,explicit,bdd,boppo,bmc,ic3"


def search(path, engine, cpu):
    run = measure.selvage(["--engine", engine, "--deadlock", "off", path], cpu)
    return run.verdict if run.verdict in ("holds", "violated") else "-", run.seconds


def rows(options):
    for word in options.families or SIZES:
        late = set()
        for size in SIZES[word]:
            with tempfile.NamedTemporaryFile("w", suffix=".proc") as file:
                file.write(programs.family(word, size))
                file.flush()
                row = {}
                for engine in options.engines.split(","):
                    if engine not in late:
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
