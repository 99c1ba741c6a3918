#!/usr/bin/env python3
"""The engine `threads` on growing programs: seconds, thread states, and the paper's numbers.

Symbolic thread states (--repr qbf) are counted for the paper's own families, where they are quick.
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from families import FAMILIES

SIZES = {"ART-PC": [10, 20, 100, 1000], "ART-V": [10, 20, 100, 1000],
         "zero-PC": [125, 250, 500, 1000], "zero-V": [125, 250, 500, 1000], "locks": [2, 8, 32],
         "nested": [2, 8, 32], "readers": [4, 16, 64], "workers": [2, 8, 32],
         "satabs-locks": [1, 2, 4, 8], "handshake": [2, 4, 8], "counter": [4, 8, 12], "ticket": [1, 2, 3, 4],
         "buffer": [1, 4, 8], "bare-buffer": [1, 2, 4], "pool": [2, 8]}
SYMBOLIC = {"ART-PC": 100, "ART-V": 100}  # up to this size
TABLE = pathlib.Path("../shared/tables/threads.tsv")


def published():
    if not TABLE.exists():
        print(f"({TABLE} is not there: no numbers of the paper)")
        return {}
    lines = [l for l in TABLE.read_text().splitlines() if not l.startswith("#")]
    return {row["benchmark"]: row for row in csv.DictReader(lines, delimiter="\t")}


def measure(family, n, extra):
    with tempfile.NamedTemporaryFile("w", suffix=".bp") as out:
        out.write(FAMILIES[family][0](n))
        out.flush()
        begin = time.time()
        run = subprocess.run([os.environ.get("SELVAGE", "build/release/selvage"), "check", "--quiet",
                              "--engine", "threads", "--init", "zero", "--time", "300", "--format",
                              "json", *extra, out.name], capture_output=True, text=True)
        return time.time() - begin, json.loads(run.stdout)


def symbolic_states(family, n):
    if n > SYMBOLIC.get(family, 0):
        return ""
    _, answer = measure(family, n, ["--approximate", "--repr", "qbf"])
    return answer["statistics"]["symbolic thread states"]


def main():
    parser = argparse.ArgumentParser(prog="script/bench threads", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="all of them if none is named: " + ", ".join(FAMILIES))
    wanted = parser.parse_args().families
    for family in wanted:
        if family not in FAMILIES:
            parser.error(f"there is no family {family}; there are {', '.join(FAMILIES)}")
    paper = published()
    print(f"{'program':18}{'seconds':>9}  {'answer':9}{'by':12}{'thread states':>15}{'nodes':>8}"
          f"{'symbolic':>9}{'paper: s':>10}{'symbolic':>9}")
    bad = 0
    for family in wanted or FAMILIES:
        _, want, _ = FAMILIES[family]
        for n in SIZES[family]:
            seconds, answer = measure(family, n, [])
            got, numbers = answer["answer"], answer.get("statistics", {})
            bad += got != want
            by = "coverability" if "elements" in numbers else "pairs" if "nodes of pairs" in numbers else "abstraction"
            if got == "violated" and "elements" not in numbers:
                by = "a search"
            states = numbers.get("thread states", "")
            if len(states) > 12:
                states = f"~10^{len(states) - 1}"
            row = paper.get(f"{family}-{n}", {})
            print(f"{family + '-' + str(n):18}{seconds:9.2f}  {got + ('' if got == want else '!'):9}"
                  f"{by:12} {states:>14}{numbers.get('nodes of thread states', ''):>8}"
                  f"{symbolic_states(family, n):>9}{row.get('seconds', ''):>10}{row.get('states', ''):>9}",
                  flush=True)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
