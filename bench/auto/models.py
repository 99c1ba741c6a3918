"""The questions over which engines and schedules are compared: a fair sample of all corpora.

Models of tests/corpus with the options that their heads name, and of ../shared/corpus beside the checkout where it is
there: Boolean programs (any number of threads), Promela, DVE with its own assertions and with the goals of BEEM. Which
files belong to a sample of some size depends on their names alone, and so does the order: a run that is stopped early
has seen a fair sample, and a larger sample contains the smaller one.
"""
import csv
import hashlib
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OWN = os.path.join(ROOT, "tests", "corpus")
SHARED = os.environ.get("SELVAGE_SHARED", os.path.join(ROOT, "..", "shared", "corpus"))
SIZES = {"own": 110, "boolprog": 120, "promela": 80, "dve": 60, "goal": 60}  # of the usual sample

sys.path.insert(0, os.path.join(ROOT, "tests", "differential"))
import dve_goals  # noqa: E402


class Question:
    """A file with options: `name` is what tables say, `arguments` what `check` gets."""

    def __init__(self, group, name, arguments):
        self.group, self.name, self.arguments = group, name, arguments

    def key(self):
        return hashlib.sha256(f"{self.group} {self.name}".encode()).hexdigest()


def rows_of(corpus):
    path = os.path.join(SHARED, corpus, "expected.tsv")
    if not os.path.exists(path):
        print(f"skipped: there is no {path}", file=sys.stderr)
        return []
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def own_options(path):
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in list(lines)[:8]:
            said = re.search(r"options: +(.*?)(?: *\*/)?$", line.rstrip())
            if said:
                return said[1].split()
    return []


def own():
    for folder in sorted(os.listdir(OWN)):
        for name in sorted(os.listdir(os.path.join(OWN, folder))):
            path = os.path.join(OWN, folder, name)
            if os.path.isfile(path):
                yield Question("own", f"{folder}/{name}", own_options(path) + [path])


def boolprog():
    for row in rows_of("boolprog"):
        label = re.search(r"-l +(\w+)", row["options_or_bound"])
        yield Question("boolprog", row["file"], (["--label", label[1]] if label else [])
                       + [os.path.join(SHARED, "boolprog", row["file"])])


def promela():
    for row in rows_of("promela"):
        yield Question("promela", row["file"], ["--language", "promela", "--claims", "off",
                                                os.path.join(SHARED, "promela", row["file"])])


def dve():
    for row in rows_of("dve"):
        path = os.path.join(SHARED, "dve", row["file"])
        if row["check"] == "reach-all":
            yield Question("dve", row["file"], [path])
        elif row["check"].startswith("reach-goal:prop"):
            model, instance = row["file"].split(".")[:2]
            number = row["check"].removeprefix("reach-goal:prop")
            goal = dve_goals.Description(os.path.join(SHARED, "dve", "xml", model + ".xml")).goal(instance, number)
            yield Question("goal", f"{model}.{instance}:{number}", ["--reach", goal, "--property", "reach", path])


def sample(factor=1.0, wanted=""):
    """The questions of the sample, `factor` times as many as usual, whose names match."""
    chosen = []
    for group in (own, boolprog, promela, dve):
        by_group = {}
        for question in group():
            by_group.setdefault(question.group, {})[question.name] = question
        for name, questions in by_group.items():
            ordered = sorted(questions.values(), key=Question.key)
            chosen += ordered[:round(SIZES[name] * factor)]
    return sorted((q for q in chosen if re.search(wanted, f"{q.group}/{q.name}")), key=Question.key)
