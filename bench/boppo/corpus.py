#!/usr/bin/env python3
"""Other tools' Boolean programs (../shared/corpus/boolprog beside the checkout) with the engine boppo:
every verdict against what the corpus says, how long it took, and which were not done in time.

Expectations marked CORE are right. Those marked TOOL are what another tool said, mostly about
unboundedly many threads, and are compared with three threads: there, holds says less than SAFE.

usage: script/bench boppo --corpus [--time SECONDS] [--only REGEX] [-- OPTION…]
"""
import argparse, collections, csv, json, os, re, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
SELVAGE = os.path.realpath(os.environ.get("SELVAGE",
                                          os.path.join(HERE, "../../build/release/selvage")))
SHARED = os.environ.get("SELVAGE_SHARED", os.path.join(HERE, "../../../shared"))
CORPUS = os.path.join(SHARED, "corpus/boolprog")
MEANS = {"SAFE": "holds", "UNSAFE": "violated"}


def rows(wanted):
    with open(os.path.join(CORPUS, "expected.tsv")) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if re.search(r"\.n?bp$", row["file"]) and row["expected"] in MEANS \
                    and re.search(wanted, row["file"]):
                yield row


def check(row, seconds, options):
    """Verdict, seconds, reason and statistics of one file."""
    label = re.search(r"-l +(\w+)", row["options_or_bound"])
    how = ["--label", label[1]] if label else []
    if row["kind"] != "CORE":
        how += ["--threads", "3"]
    start = time.monotonic()
    try:
        run = subprocess.run([SELVAGE, "check", "--quiet", "--format", "json", "--engine", "boppo",
                              "--time", str(seconds)] + how + options
                             + [os.path.join(CORPUS, row["file"])],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds + 10)
    except subprocess.TimeoutExpired:
        return "late", seconds + 10, "killed"
    took = time.monotonic() - start
    try:
        answer = json.loads(re.search(r"^\{.*$", run.stdout.decode(), re.M)[0])
    except (TypeError, ValueError):
        return f"status {run.returncode}", took, "no answer"
    reason = answer["reason"] or ""
    late = answer["cause"] == "time"
    return "late" if late else answer["answer"], took, reason


def judge(row, verdict):
    if verdict in ("late", "unknown"):
        return verdict
    if verdict not in ("holds", "violated"):
        return "broken"
    return "agrees" if verdict == MEANS[row["expected"]] else "differs"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--time", type=int, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    if arguments.options and not arguments.options[0].startswith("-"):
        parser.error(f"{arguments.options[0]} is no option of selvage")
    if not os.path.isdir(CORPUS):
        print(f"skipped: there is no {CORPUS}")
        return 0
    counts, total, wrong = collections.Counter(), 0, 0
    for row in rows(arguments.only):
        verdict, took, reason = check(row, arguments.time, arguments.options)
        word = judge(row, verdict)
        counts[row["kind"], word] += 1
        total += took
        wrong += word == "broken" or (word == "differs" and row["kind"] == "CORE")
        if word != "agrees":
            print(f"{row['kind']} {word:8} {row['file']} ({row['expected']}): {verdict}, {took:.1f} s,"
                  f" {reason}", flush=True)
    for kind in sorted({k for k, _ in counts}):
        print(f"{kind}: " + ", ".join(f"{n} {w}" for (k, w), n in sorted(counts.items())
                                      if k == kind))
    print(f"{total:.0f} s in all, {arguments.time} s at most for each")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
