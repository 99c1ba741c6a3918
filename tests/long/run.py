#!/usr/bin/env python3
"""The long tests: everything that is too much for every change, as one command with a table.

usage: script/test --long [--hours N] [--part NAME]... [--jobs N] [--fresh] [--list] [--summary]

  --hours N     no new slice begins after N hours (default: all slices)
  --part NAME   only this part; may be given several times
  --jobs N      slices at the same time (default: processors)
  --fresh       what was done before for this state of the tree is done again
  --list        the parts, their slices and what they need
  --summary     only the table of what was done
  --no-build    what is built is taken as it is

A part is an executable file beside this one, NAME.sh. Its first lines say

  # part: what it compares
  # builds: release stress          presets that it needs (default: release)
  # timeout: 900                    seconds for one slice (default: 1800)

`NAME.sh slices` prints the number of its slices, or says why it cannot run here and ends with
77. `NAME.sh run I` does slice I (0, 1, ...), the same work whenever it is called, and ends with a
line `long: N agree, N differ, N late`; late is what ran out of time and shows nothing. A slice
that ends without that line counts as one difference. Parts find the program in $SELVAGE, the tree
in $SELVAGE_ROOT, the build in $SELVAGE_BUILD (release) and a folder to leave things in $LONG_OUT.

What is done is kept under build/long/STATE, where STATE names the commit and the changes
on top of it: stopped, it goes on where it was; after a change it begins anew. Parts take turns by
the time they have used, so that an hour is an hour of everything, and each takes its slices from
all over its range: what N hours leave out is spread evenly, not the end of every corpus, and other
states of the tree begin elsewhere. Logs of slices with differences are kept. The exit status is
1 if there is a difference.
"""

import argparse
import concurrent.futures
import hashlib
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RESULT = re.compile(r"^long: (\d+) agree, (\d+) differ, (\d+) late$")


def output_of(*command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout


def state_of_tree():
    """The commit, and a number for what was changed since."""
    commit = output_of("git", "rev-parse", "--short=12", "HEAD").decode().strip() or "no-commit"
    changes = output_of("git", "diff", "HEAD") + output_of("git", "ls-files", "-o", "--exclude-standard")
    return commit + ("-" + hashlib.sha256(changes).hexdigest()[:8] if changes.strip() else "")


def spread(n, state):
    """0 .. n-1 in an order whose beginnings are even samples: steps of about the golden ratio."""
    step = max(1, round(n * 0.618))
    while math.gcd(step, n) > 1:
        step += 1
    first = int(hashlib.sha256(state.encode()).hexdigest(), 16) % max(n, 1)
    return [(first + i * step) % n for i in range(n)]


class Part:
    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)[:-3]
        with open(path, encoding="utf-8") as file:
            head = dict(re.findall(r"^# (part|builds|timeout): (.*)$", "".join(file.readlines()[:15]), re.M))
        self.what = head.get("part", "?")
        self.builds = head.get("builds", "release").split()
        self.timeout = int(head.get("timeout", "1800"))
        self.slices, self.reason = 0, None
        self.todo, self.used, self.running = [], 0.0, 0

    def count(self, environment):
        done = subprocess.run([self.path, "slices"], env=environment, stdout=subprocess.PIPE, text=True, check=False)
        words = done.stdout.strip()
        if done.returncode == 77:
            self.reason = words or "not here"
        elif done.returncode or not words.isdigit():
            sys.exit(f"{self.path} slices: status {done.returncode}, says '{words}'")
        else:
            self.slices = int(words)


def find_parts(wanted):
    paths = [os.path.join(HERE, n) for n in sorted(os.listdir(HERE)) if n.endswith(".sh") and not n.startswith("_")]
    parts = [Part(p) for p in paths if os.access(p, os.X_OK)]
    unknown = set(wanted or []) - {p.name for p in parts}
    if unknown:
        sys.exit(f"there is no part {', '.join(sorted(unknown))}; there are " + ", ".join(p.name for p in parts))
    return [p for p in parts if not wanted or p.name in wanted]


class Results:
    """One line for each slice that was done."""

    def __init__(self, folder):
        self.path, self.rows = os.path.join(folder, "results.tsv"), {}
        os.makedirs(os.path.join(folder, "logs"), exist_ok=True)
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    part, index, *numbers = line.rstrip("\n").split("\t")
                    self.rows[part, int(index)] = [float(n) for n in numbers]

    def put(self, part, index, agree, differ, late, seconds):
        self.rows[part, index] = [agree, differ, late, seconds]
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(f"{part}\t{index}\t{agree}\t{differ}\t{late}\t{seconds:.1f}\n")

    def of(self, part):
        return [row for (name, _), row in self.rows.items() if name == part]


# --- running


class Runner:
    def __init__(self, args, folder, results):
        self.args, self.folder, self.results = args, folder, results
        self.end = time.monotonic() + args.hours * 3600 if args.hours else None
        self.stopped = False
        self.children = set()

    def environment(self, part=None, index=None):
        build = os.path.join(ROOT, "build", "release")
        made = dict(os.environ, SELVAGE_ROOT=ROOT, SELVAGE_BUILD=build, SELVAGE=os.path.join(build, "selvage"),
                    PYTHONDONTWRITEBYTECODE="1")
        if part:
            made["LONG_OUT"] = os.path.join(self.folder, "out", f"{part.name}.{index}")
        return made

    def run_slice(self, part, index):
        log = os.path.join(self.folder, "logs", f"{part.name}.{index}.log")
        environment = self.environment(part, index)
        os.makedirs(environment["LONG_OUT"], exist_ok=True)
        begin = time.monotonic()
        with open(log, "wb") as out:
            child = subprocess.Popen([part.path, "run", str(index)], env=environment, cwd=environment["LONG_OUT"],
                                     stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                     start_new_session=True)
            self.children.add(child)
            try:
                child.wait(part.timeout)
            except subprocess.TimeoutExpired:
                self.kill(child)
                out.write(f"\nkilled after {part.timeout} seconds\n".encode())
            self.children.discard(child)
        if not self.stopped:
            self.record(part, index, log, time.monotonic() - begin)
        if not os.listdir(environment["LONG_OUT"]):
            os.rmdir(environment["LONG_OUT"])

    @staticmethod
    def kill(child):
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()

    def record(self, part, index, log, seconds):
        with open(log, encoding="utf-8", errors="replace") as file:
            lines = file.read().rstrip().split("\n")
        found = RESULT.match(lines[-1])
        agree, differ, late = map(int, found.groups()) if found else (0, 1, 0)
        self.results.put(part.name, index, agree, differ, late, seconds)
        if differ:
            print(f"{part.name} slice {index}: {differ} differ; see {os.path.relpath(log, ROOT)}", flush=True)
        else:
            os.remove(log)

    def next_part(self, parts):
        """The one that has used the least time of those that are not done."""
        open_parts = [p for p in parts if p.todo]
        over = self.stopped or (self.end and time.monotonic() > self.end)
        return None if over or not open_parts else min(open_parts, key=lambda p: p.used + 60 * p.running)

    def run(self, parts):
        running = {}
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            while not self.stopped:
                while len(running) < self.args.jobs and (part := self.next_part(parts)):
                    part.running += 1
                    running[pool.submit(self.run_slice, part, part.todo.pop(0))] = (part, time.monotonic())
                if not running:
                    return
                done, _ = concurrent.futures.wait(running, 1, concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    part, begin = running.pop(future)
                    part.used += time.monotonic() - begin
                    part.running -= 1
                    future.result()

    def stop(self, *_):
        self.stopped = True
        for child in list(self.children):
            self.kill(child)


def build(parts):
    presets = sorted({b for p in parts for b in p.builds})
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    for preset in presets:
        print(f"building {preset}", flush=True)
        for command in (["cmake", "--preset", preset], ["cmake", "--build", "--preset", preset]):
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode:
                sys.exit(done.stdout.decode(errors="replace")[-4000:] + f"\nthe {preset} build failed")


# --- telling


def summary(parts, results, state):
    print(f"\nlong tests of {state}\n")
    print("| part | slices | compared | agree | differ | late | hours |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    totals = [0] * 4
    for part in parts:
        rows = results.of(part.name)
        agree, differ, late, seconds = (sum(column) for column in zip(*rows)) if rows else (0, 0, 0, 0)
        totals = [t + n for t, n in zip(totals, (agree, differ, late, seconds))]
        slices = f"skipped: {part.reason}" if part.reason else f"{len(rows)} of {part.slices}"
        print(f"| {part.name} | {slices} | {agree + differ + late:.0f} | {agree:.0f} | {differ:.0f} | {late:.0f} "
              f"| {seconds / 3600:.2f} |")
    agree, differ, late, seconds = totals
    print(f"| all | | {agree + differ + late:.0f} | {agree:.0f} | {differ:.0f} | {late:.0f} | {seconds / 3600:.2f} |")
    return differ


def options():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\nA part")[0])
    parser.add_argument("--hours", type=float)
    parser.add_argument("--part", action="append", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    for flag in ("--fresh", "--list", "--summary", "--no-build"):
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()


def main():
    args = options()
    parts, state = find_parts(args.part), state_of_tree()
    if not (args.no_build or args.summary or args.list):
        build(parts)
    folder = os.path.join(ROOT, "build", "long", state)
    if args.fresh and not (args.list or args.summary):
        shutil.rmtree(folder, ignore_errors=True)
    results = Results(folder)
    runner = Runner(args, folder, results)
    for part in parts:
        part.count(runner.environment())
        part.todo = [i for i in spread(part.slices, state) if (part.name, i) not in results.rows]
        part.used = sum(row[3] for row in results.of(part.name))
    if args.list:
        for part in parts:
            print(f"{part.name:16} {part.reason or str(part.slices) + ' slices':>14}  {part.what}")
        return 0
    if not args.summary:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, runner.stop)
        runner.run(parts)
    return 1 if summary(parts, results, state) else 0


if __name__ == "__main__":
    sys.exit(main())
