#!/usr/bin/env python3
"""Reachability goals of the BEEM models, against published answers.

A goal is written in the model's XML description with the names of atomic
propositions and with parameters of the instance; here it becomes an expression
of DVE for `--reach`. The answers are those of Dubrovin's translation where
they are known (beem-btor-expected-results.txt), else those of BEEM's database;
the database is wrong on the first property of brp2.

  dve_goals.py CORPUS [--most STATES] [--time SECONDS] [--engine NAME] [FILE…]

Prints every disagreement and a last line with the numbers; status 1 if there
is a disagreement. Goals whose instances have more reachable states than
--most (or an unknown number) are left out.
"""

import argparse
import csv
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

LOOP = re.compile(r"myloop\(\s*i\s*,\s*(\w+)\s*,\s*decr\((\w+)\)\s*,\s*`(.*?)'\s*,\s*`(.*?)'\s*\)")


class Description:
    """The XML file of a model."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.propositions = {ap.findtext("ap-name").strip(): ap.findtext("ap-expression").strip()
                             for ap in root.iter("ap")}
        self.formulas = {p.get("id"): p.findtext("formula").strip() for p in root.iter("property")}
        self.parameters = {i.get("id"): parameters_of(i.findtext("parameters") or "")
                           for i in root.iter("instance")}

    def goal(self, instance, prop):
        """The expression of a property, for an instance."""
        names = self.propositions
        parameters = self.parameters.get(instance, {})
        text = re.sub(r"\w+", lambda m: f"({names[m[0]]})" if m[0] in names else m[0],
                      self.formulas[prop])
        text = LOOP.sub(lambda m: loop(m, parameters), text)
        text = re.sub(r"(?<=\w)`'(\w+)", lambda m: parameters.get(m[1], m[1]), text)
        return re.sub(r"\b[A-Z][A-Z_]*\b", lambda m: parameters.get(m[0], m[0]), text)


def parameters_of(text):
    return dict(re.findall(r"(\w+)\s*=\s*(\w+)", text))


def loop(match, parameters):
    """m4's myloop(i, from, decr(to), `body', `separator')."""
    first, to, body, separator = match.groups()
    number = int(parameters.get(to, to))
    parts = []
    # The quotes `' keep a name and the counter apart.
    body = body.replace("`'", "\0")
    for i in range(int(first), number):
        parts.append(re.sub(r"\0i\b|\bi\b", str(i), body).replace("\0", ""))
    return separator.join(parts)


def run(file, goal, options):
    command = [os.environ.get("SELVAGE", "selvage"), "check", "--engine", options.engine, "--quiet",
               "--reach", goal, "--property", "reach", "--time", str(options.time), file]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.time + 60)
    except subprocess.TimeoutExpired:
        return "unknown", ""
    words = {0: "no", 1: "yes", 2: "unknown"}
    return words.get(done.returncode, "error"), done.stderr


def small(rows, most):
    """Files with at most so many states."""
    return {r["file"] for r in rows if r["complete"] == "yes" and int(r["states"]) <= most}


def published(corpus):
    """The other list: {"adding.1.prop1": "yes"}."""
    words = {"reachable": "yes", "safe": "no"}
    with open(os.path.join(corpus, "beem-btor-expected-results.txt"), encoding="utf-8") as lines:
        pairs = (line.strip().split(": ") for line in lines if ": " in line)
        return {name: words[answer] for name, answer in pairs if answer in words}


def goals(rows, corpus, options):
    known = small(rows, options.most)
    better = published(corpus)
    for row in rows:
        if not row["check"].startswith("reach-goal:prop"):
            continue
        name = row["file"]
        key = name.removesuffix(".dve") + row["check"].replace("reach-goal:", ".")
        row["answer"] = better.get(key, row["answer"])
        if row["answer"] not in ("yes", "no"):
            continue
        if name not in known or (options.files and name not in options.files):
            continue
        model, instance = name.split(".")[:2]
        description = Description(os.path.join(corpus, "xml", model + ".xml"))
        yield row, description.goal(instance, row["check"].removeprefix("reach-goal:prop"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--most", type=int, default=20000)
    parser.add_argument("--time", type=int, default=20)
    parser.add_argument("--engine", default="explicit")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    with open(os.path.join(options.corpus, "expected.tsv"), encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    agree = differ = undecided = 0
    for row, goal in goals(rows, options.corpus, options):
        answer, said = run(os.path.join(options.corpus, row["file"]), goal, options)
        agree += answer == row["answer"]
        undecided += answer == "unknown"
        if answer in (row["answer"], "unknown"):
            continue
        differ += 1
        print(f"FAILED {row['file']} {row['check']}: {answer} instead of {row['answer']}: {goal}")
        print(said, end="")
    print(f"{agree} goals agree, {differ} differ, {undecided} undecided")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
