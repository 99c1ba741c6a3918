#!/usr/bin/env python3
"""Mutants: small mistakes put into the program, and which tests notice them.

  run.py [OPTION…] [WORD…]     all mutants, or those whose words begin so

  --check          only see that every mutant can be applied, names groups that exist and has a row
                   in the table
  --list           words and what is wrong with them
  --groups G,…     only these groups of tests
  --work DIR       where the copy of the tree is kept and built (build/mutants)
  --time S         for one test (600)
  --jobs N         groups of one mutant at the same time (2)
  --results FILE,… what is known is kept in the first, so that a run can be stopped and resumed
  --page           what the table of docs/testing.md says is known, too
  --forget         nothing is known
  --baseline       no mutant at all: every group must pass
  --all            all tests of a group are run, not only up to the first that fails
  --table          only write what the results say into docs/testing.md, between its marks; what
                   they do not say stays as it is there

A list of mutants (*.mutants beside this file) has for each of them

  mutant WORD
    what   the mistake, in words
    file   PATH
    -      text that occurs once in the file
    +      what stands there instead
    caught GROUP…          each of these groups has a test that fails
    first  TEST…           besides: of tests that a group has, or parts of them, the most likely ones, so
                           that little is run; they count for the first group that has them
    hangs  REASON          besides: some search never ends, so that a test that is late counts
    same   REASON          instead: nobody can tell it from the program

Several lines of - or + are one text; white space is compared loosely. After a + another -
begins the next change, in the same file or in the next one named. Groups are in `groups`: the
name, and tests of the suite (as ctest has them) with arguments to be added in brackets.

The tree is copied, changed, built step by step and tested there; nothing of it is touched
here. Exit status 1: some mutant survives a group that should catch it.
"""

import argparse
import concurrent.futures
import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "testing.md")
TABLE = re.compile(r"(?<=<!-- mutants -->\n).*?(?=<!-- end of mutants -->)", re.S)


class Mutant:
    def __init__(self, word, place):
        self.word, self.place = word, place
        self.what, self.caught, self.same, self.hangs = "", [], None, None
        self.first = []  # (test, arguments)
        self.changes = []  # [path, text, replacement], lines each


# --- reading


class Wrong(Exception):
    """In a list of mutants."""


def wrong(place, why):
    raise Wrong(f"{place}: {why}")


def read_tests(text):
    """A list of (test, arguments to be added)."""
    found = re.findall(r"([^\s\[]+)(?:\[([^\]]*)\])?", text)
    return [(test, shlex.split(extra)) for test, extra in found]


def add_line(mutant, key, rest, place):
    changes = mutant.changes
    if key == "what":
        mutant.what = rest
    elif key == "caught":
        mutant.caught += rest.split()
    elif key == "same":
        mutant.same = rest
    elif key == "hangs":
        mutant.hangs = rest
    elif key == "first":
        mutant.first += read_tests(rest)
    elif key == "file":
        changes.append([rest, [], []])
    elif not changes:
        wrong(place, "a change without a file")
    elif key == "-":
        if changes[-1][2]:
            changes.append([changes[-1][0], [], []])
        changes[-1][1].append(rest)
    elif key == "+":
        changes[-1][2].append(rest)
    else:
        wrong(place, f"`{key}` is none of what, file, -, +, caught, first, hangs, same")


def read_list(path):
    mutants = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        place = f"{os.path.relpath(path, ROOT)}:{number}"
        key, _, rest = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        if key == "mutant":
            mutants.append(Mutant(rest.strip(), place))
        elif not mutants:
            wrong(place, "begin with `mutant WORD`")
        else:
            add_line(mutants[-1], key, rest.strip(), place)
    return mutants


def read_all():
    mutants = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".mutants"):
            mutants += read_list(os.path.join(HERE, name))
    return mutants


def read_groups():
    """By name: a list of (test, arguments to be added)."""
    groups = {}
    for line in open(os.path.join(HERE, "groups"), encoding="utf-8"):
        name, _, rest = line.strip().partition(" ")
        if name and not name.startswith("#"):
            groups[name] = read_tests(rest)
    return groups


# --- applying


def loosely(lines):
    """The text with any white space between its words."""
    return re.compile(r"\s+".join(re.escape(word) for word in " ".join(lines).split()))


def change(text, lines, replacement, place):
    found = loosely(lines).findall(text)
    if len(found) != 1:
        wrong(place, f"`{lines[0]}` occurs {len(found)} times")
    return loosely(lines).sub(lambda _: "\n".join(replacement), text)


def mutate(mutant):
    """By path: the changed contents."""
    contents = {}
    for path, lines, replacement in mutant.changes:
        if not lines:
            wrong(mutant.place, f"{path} is not changed")
        if path not in contents:
            if not os.path.isfile(os.path.join(ROOT, path)):
                wrong(mutant.place, f"there is no {path}")
            contents[path] = open(os.path.join(ROOT, path), encoding="utf-8").read()
        contents[path] = change(contents[path], lines, replacement, mutant.place)
    return contents


def check_mutant(m, words, groups):
    mutate(m)
    if m.word in words:
        wrong(m.place, f"two mutants are called {m.word}")
    if not m.what or bool(m.caught) == bool(m.same):
        wrong(m.place, "say what is wrong, and either who catches it or why no test can")
    for group in m.caught:
        if group not in groups:
            wrong(m.place, f"there is no group {group}")


def check(mutants, groups):
    words, faults = set(), 0
    for m in mutants:
        try:
            check_mutant(m, words, groups)
        except Wrong as fault:
            faults += 1
            print(fault, file=sys.stderr)
        words.add(m.word)
    for fault in check_table(mutants):
        faults += 1
        print(fault, file=sys.stderr)
    print(f"{len(mutants)} mutants, {len(groups)} groups of tests")
    return faults > 0


# --- the copy


def write_if_new(path, data):
    """Time stamps stay as they are where nothing changes, so that little is built."""
    if os.path.isfile(path) and open(path, "rb").read() == data:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)


def tracked():
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT,
                           check=True, capture_output=True).stdout
    return [n for n in names.decode().split("\0") if n and os.path.isfile(os.path.join(ROOT, n))]


def refresh(tree, changed):
    """The tree as it is here, but for these files. What is gone here goes there, too."""
    names = set(tracked())
    for name in names:
        data = open(os.path.join(ROOT, name), "rb").read()
        if name in changed:
            data = changed[name].encode()
        if name == "cmake/flags.cmake":  # a mistake may leave something unused; built quickly
            data = data.replace(b" -Werror", b"").replace(b'"-O2 -DNDEBUG"', b'"-O1 -DNDEBUG"')
        write_if_new(os.path.join(tree, name), data)
        mode = os.stat(os.path.join(ROOT, name)).st_mode
        os.chmod(os.path.join(tree, name), mode)
    for folder, _, files in os.walk(tree):
        for f in files:
            path = os.path.join(folder, f)
            if os.path.relpath(path, tree) not in names:
                os.remove(path)


class Copy:
    def __init__(self, work, to_the_end):
        self.all = to_the_end
        self.tree, self.build = os.path.join(work, "tree"), os.path.join(work, "build")
        self.suite, self.building = {}, threading.Lock()
        os.makedirs(work, exist_ok=True)
        self.lock = open(os.path.join(work, "lock"), "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"somebody else works in {work}")

    def run(self, command, log):
        with open(os.path.join(os.path.dirname(self.tree), log), "w") as out:
            return subprocess.run(command, stdout=out, stderr=out, check=False).returncode

    def configure(self):
        refresh(self.tree, {})
        shared = os.path.join(os.path.dirname(ROOT), "shared")
        beside = os.path.join(os.path.dirname(self.tree), "shared")
        if os.path.isdir(shared) and not os.path.exists(beside):
            os.symlink(shared, beside)
        cached = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        if self.run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja",
                     "-DCMAKE_BUILD_TYPE=Release", "-DSELVAGE_LTO=OFF"] + cached, "configure.log"):
            sys.exit("cmake fails: see configure.log")

    def list_tests(self):
        """By name, as ctest has them; only those count whose programs are there."""
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"],
                                check=True, capture_output=True).stdout
        for test in json.loads(listed)["tests"]:
            if "command" in test:
                self.suite[test["name"]] = test

    def environment(self, test):
        env = dict(os.environ, STOP_AT_FIRST="" if self.all else "1")
        for p in test.get("properties", []):
            if p["name"] == "ENVIRONMENT":
                env.update(v.split("=", 1) for v in p["value"])
        return env

    def target(self, name):
        if name.startswith("random_"):
            return "random_models"
        return "selvage" if name.endswith(".sh") else name

    def make(self, name):
        """Only what this test needs: most mutants are caught by the first tests of a group."""
        with self.building:
            good = not self.run(["cmake", "--build", self.build, "-j2", "--target", self.target(name)],
                                "build.log")
            if good and name not in self.suite:
                self.list_tests()
            return good

    def test(self, name, extra, seconds, log):
        """How it ends: passed, failed, skipped or late."""
        test = self.suite[name]
        command = test["command"] + extra
        if os.path.basename(command[0]) == "random_models":
            command += ["--stop", "1", "--shrink", "0"]
        with open(os.path.join(os.path.dirname(self.tree), log), "w") as out:
            try:
                status = subprocess.run(["timeout", "-k", "5", str(seconds)] + command,
                                        stdout=out, stderr=out, env=self.environment(test),
                                        cwd=self.build, check=False).returncode
            except OSError as fault:
                sys.exit(f"{name}: {fault}")
        return {0: "passed", 77: "skipped", 124: "late", 137: "late"}.get(status, "failed")


# --- running


def run_group(copy, group, tests, options):
    """The tests that fail or are late, with their seconds; seconds in all."""
    begin, failed = time.time(), []
    for i, (name, extra) in enumerate(tests):
        if not copy.make(name):
            return {"failed": [], "seconds": 0, "broken": True}
        if name not in copy.suite:
            sys.exit(f"group {group}: there is no test {name}")
        start = time.time()
        end = copy.test(name, extra, options.time, f"{group}-{i}.log")
        if end in ("failed", "late"):
            failed.append([name, end, round(time.time() - start)])
            if end == "failed" and not options.all:
                break
    return {"failed": failed, "seconds": round(time.time() - begin)}


def with_first(group, first):
    """The tests of a group, those that are tried first at the front."""
    tests = {test for test, _ in group}
    return [f for f in first if f[0] in tests] + group


def run_mutant(copy, changed, first, wanted, groups, options):
    refresh(copy.tree, changed)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        ends = pool.map(lambda g: run_group(copy, g, with_first(groups[g], first), options), wanted)
        return dict(zip(wanted, ends))


def tests_that(end, how):
    return [name for name, said, _ in end["failed"] if said == how]


def is_caught(end, hangs):
    """A test that is late shows nothing otherwise: the machine may be busy."""
    return bool(end and (tests_that(end, "failed") or (hangs and tests_that(end, "late"))))


def cell(end, hangs=None):
    if end is None:
        return "not run"
    if end.get("broken"):
        return "does not build"
    failed, late = tests_that(end, "failed"), tests_that(end, "late")
    if hangs and late:
        return f"{late[0]}, which does not end"
    return ", ".join(failed) or ("undecided, late: " + ", ".join(late) if late else "SURVIVES")


def survivors(mutant, known, groups):
    return [g for g in mutant.caught if g in groups and not is_caught(known.get(g), mutant.hangs)]


def row(mutant, known):
    ends = [f"{g}: {cell(known.get(g), mutant.hangs)}" for g in mutant.caught]
    by = "equivalent: " + mutant.same if mutant.same else "; ".join(ends)
    return f"| `{mutant.word}` | {mutant.what} | {by} |\n"


def state_of(mutant, known):
    if mutant.same:
        return "equivalent"
    run = [g for g in mutant.caught if g in known]
    if not run:
        return "not run"
    if survivors(mutant, known, run):
        return "surviving or undecided"
    return "caught" if len(run) == len(mutant.caught) else "caught by all groups that were run"


def summary(mutants, results):
    states = [state_of(m, results.get(m.word, {})) for m in mutants]
    kinds = sorted(set(states), key=lambda s: -states.count(s))
    return f"{len(mutants)} mutants: " + ", ".join(f"{states.count(k)} {k}" for k in kinds) + ".\n"


def write_table(mutants, results):
    rows = "".join(row(m, results.get(m.word, {})) for m in mutants)
    head = "| mutant | what is wrong | caught by |\n| --- | --- | --- |\n"
    text = summary(mutants, results) + "\n" + head + rows
    page = open(PAGE, encoding="utf-8").read()
    if not TABLE.search(page):
        sys.exit(f"there is no place for the table in {PAGE}")
    with open(PAGE, "w", encoding="utf-8") as out:
        out.write(TABLE.sub(lambda _: text, page))
    print(summary(mutants, results), end="")


def check_table(mutants):
    """What is wrong with the page's table: mutants without a row, rows without a mutant."""
    found = TABLE.search(open(PAGE, encoding="utf-8").read())
    rows = set(re.findall(r"^\| `([^`]+)` ", found[0] if found else "", re.M))
    words = {m.word for m in mutants}
    return [f"{PAGE}: no row for {w}" for w in sorted(words - rows)] + \
           [f"{PAGE}: a row for {w}, which is no mutant" for w in sorted(rows - words)]


def read_cell(text):
    """The inverse of cell()."""
    late = re.fullmatch(r"(?:undecided, late: )(.*)|(.*), which does not end", text)
    if late:
        return [[name, "late", 0] for name in (late[1] or late[2]).split(", ")]
    return [] if text == "SURVIVES" else [[name, "failed", 0] for name in text.split(", ")]


def read_table(mutants):
    """What the page says: the inverse of row()."""
    found = TABLE.search(open(PAGE, encoding="utf-8").read())
    rows = dict(re.findall(r"^\| `([^`]+)` \|.*\| ([^|]*) \|$", found[0] if found else "", re.M))
    results = {}
    for m in (m for m in mutants if not m.same and m.word in rows):
        cells = dict(re.findall(r"(\S+): (.*?)(?:; (?=\S+: )|$)", rows[m.word]))
        results[m.word] = {g: {"failed": read_cell(c), "seconds": 0} for g, c in cells.items()
                           if g in m.caught and c not in ("not run", "does not build")}
    return results


def load(paths, mutants, options):
    results = read_table(mutants) if options.page or options.table else {}
    for path in [] if options.forget else paths:
        if os.path.isfile(path):
            for word, ends in json.load(open(path, encoding="utf-8")).items():
                results.setdefault(word, {}).update(ends)
    return results


def save(paths, results):
    if paths:
        with open(paths[0] + ".new", "w", encoding="utf-8") as out:
            json.dump(results, out, indent=1, sort_keys=True)
        os.replace(paths[0] + ".new", paths[0])


def run(mutants, groups, options):
    paths = options.results.split(",") if options.results else []
    results = load(paths, mutants, options)
    if options.table:
        return write_table(mutants, results)
    copy = Copy(os.path.abspath(options.work), options.all)
    copy.configure()
    chosen = options.groups.split(",") if options.groups else list(groups)
    for m in mutants:
        known = results.setdefault(m.word, {})
        wanted = [g for g in m.caught if g in chosen and known.get(g, {"broken": True}).get("broken")]
        if wanted:
            known.update(run_mutant(copy, mutate(m), m.first, wanted, groups, options))
            save(paths, results)
        for g in (g for g in m.caught if g in chosen):
            print(f"{m.word:28} {g:8} {cell(known[g], m.hangs)} ({known[g]['seconds']} s)", flush=True)
    refresh(copy.tree, {})
    left = [(m.word, g) for m in mutants for g in survivors(m, results[m.word], chosen)]
    print(f"{len(mutants)} mutants: {len(left)} survivals" + "".join(f"\n  {w}: {g}" for w, g in left))
    return bool(left)


def baseline(groups, options):
    copy = Copy(os.path.abspath(options.work), True)
    copy.configure()
    chosen = options.groups.split(",") if options.groups else list(groups)
    options.all = True
    ends = run_mutant(copy, {}, [], chosen, groups, options)
    for g in chosen:
        word = "passes" if cell(ends[g]) == "SURVIVES" else cell(ends[g]) + " fails"
        print(f"{g:8} {word} ({ends[g]['seconds']} s)")
    return any(cell(e) != "SURVIVES" for e in ends.values())


def main():
    p = argparse.ArgumentParser(usage=__doc__, add_help=True)
    for flag in ("check", "list", "forget", "page", "baseline", "all", "table"):
        p.add_argument("--" + flag, action="store_true")
    for name, default in (("groups", ""), ("results", ""), ("work", "build/mutants")):
        p.add_argument("--" + name, default=default)
    p.add_argument("--time", type=int, default=600)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("words", nargs="*")
    options = p.parse_args()
    mutants, groups = read_all(), read_groups()
    for g in options.groups.split(",") if options.groups else []:
        if g not in groups:
            sys.exit(f"there is no group {g}")
    if options.check:
        return check(mutants, groups)
    if options.words:
        mutants = [m for m in mutants if any(m.word.startswith(w) for w in options.words)]
    if options.list:
        return print("\n".join(f"{m.word:28} {m.what}" for m in mutants))
    return baseline(groups, options) if options.baseline else run(mutants, groups, options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as fault:
        sys.exit(str(fault))
