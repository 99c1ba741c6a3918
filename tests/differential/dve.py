#!/usr/bin/env python3
"""Random DVE systems: the front end and all engines against a small interpreter.

The interpreter here works on the tree that was drawn, step by step as
docs/language-dve.md says, and shares nothing with Selvage. Compared are the
number of reachable states (explicit, no reduction), which errors and goals are
reachable, and the verdict of every other engine.

  dve.py [--seed N] [--count N] [--keep DIR]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

LIMIT = 3000  # states; larger systems are left out
ENGINES = [["explicit"], ["explicit", "--search", "dfs"], ["bdd"], ["boppo"], ["auto"]]


class Fault(Exception):
    """An error at run time; its text is the name of the property."""


# --- drawing: expressions are tuples (operator, …)

BINARY = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "imply", "&", "|",
          "^", "<<", ">>"]


class Draw:
    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.randint
        self.globals = {"g": ("byte", 0, [pick(0, 3)]), "h": ("int", 0, [pick(-2, 2)]),
                        "a": ("byte", 3, [pick(0, 2) for _ in range(3)])}
        self.processes = [self.process(f"P{i}") for i in range(pick(1, 3))]
        for p in self.processes:
            self.transitions(p)
        first = self.processes[0]
        self.goal = ("and", ("at", first["name"], self.random.choice(first["states"])),
                     self.expr(None, 2))

    def process(self, name):
        states = [f"s{i}" for i in range(self.random.randint(1, 3))]
        commit = [s for s in states if self.random.random() < 0.2]
        return {"name": name, "states": states, "commit": commit,
                "vars": {"x": ("byte", 0, [self.random.randint(0, 2)])}, "trans": []}

    def transitions(self, p):
        for _ in range(self.random.randint(1, 4)):
            t = {"from": self.random.choice(p["states"]), "to": self.random.choice(p["states"]),
                 "guard": self.expr(p, 2) if self.random.random() < 0.6 else None, "sync": None}
            kind = self.random.random()
            if kind < 0.25:
                t["sync"] = ("c", "!", [self.expr(p, 1)])
            elif kind < 0.5:
                t["sync"] = ("c", "?", [self.target(p)])
            elif kind < 0.6:
                t["sync"] = ("q", "!", [self.expr(p, 1), self.expr(p, 1)])
            elif kind < 0.7:
                t["sync"] = ("q", "?", [self.target(p), self.target(p)])
            t["effect"] = [(self.target(p), self.small(p)) for _ in range(self.random.randint(0, 3))]
            p["trans"].append(t)

    def small(self, p):
        """Mostly in range, so that not every system fails at once."""
        e = self.expr(p, 2)
        return e if self.random.random() < 0.2 else ("&", e, ("n", 3))

    def target(self, p):
        name = self.random.choice(["g", "h", "a", "x"])
        if name != "a":
            return ("v", p["name"] if name == "x" else None, name, None)
        return ("v", None, "a", self.index(p))

    def index(self, p):
        return ("n", self.random.randint(0, 2)) if self.random.random() < 0.6 else self.small(p)

    def expr(self, p, depth):
        r = self.random
        if depth and r.random() < 0.65:
            kind = r.random()
            if kind < 0.1:
                return (r.choice(["not", "neg", "~"]), self.expr(p, depth - 1))
            if kind < 0.15:
                return ("?", *(self.expr(p, depth - 1) for _ in range(3)))
            return (r.choice(BINARY), self.expr(p, depth - 1), self.expr(p, depth - 1))
        kind = r.random()
        if kind < 0.35:
            return ("n", r.randint(0, 4))
        if kind < 0.5:
            other = r.choice(self.processes) if hasattr(self, "processes") else p
            return ("at", other["name"], r.choice(other["states"]))
        if kind < 0.6 and hasattr(self, "processes"):
            return ("v", r.choice(self.processes)["name"], "x", None)
        if kind < 0.7:
            return ("v", None, "a", ("n", r.randint(0, 2)) if not depth else self.expr(p, depth - 1))
        return ("v", None, r.choice(["g", "h"]), None)


# --- as text

def show(e, me=None):
    if e[0] == "n":
        return str(e[1])
    if e[0] == "at":
        return f"{e[1]}.{e[2]}"
    if e[0] == "v":
        prefix = f"{e[1]}->" if e[1] and e[1] != me else ""
        return prefix + e[2] + (f"[{show(e[3], me)}]" if e[3] else "")
    if e[0] == "?":
        return "({} ? {} : {})".format(*(show(x, me) for x in e[1:]))
    if len(e) == 2:
        return f"({ {'neg': '-'}.get(e[0], e[0]) } {show(e[1], me)})"
    return f"({show(e[1], me)} {e[0]} {show(e[2], me)})"


def show_var(name, kind, size, values):
    if size:
        return f"{kind} {name}[{size}] = {{{', '.join(map(str, values))}}};"
    return f"{kind} {name} = {values[0]};"


def show_trans(t, me):
    parts = []
    if t["guard"]:
        parts.append(f"guard {show(t['guard'], me)};")
    if t["sync"]:
        channel, sign, values = t["sync"]
        inside = ", ".join(show(v, me) for v in values)
        parts.append(f"sync {channel}{sign}{inside if len(values) == 1 else '{' + inside + '}'};")
    if t["effect"]:
        parts.append("effect " + ", ".join(f"{show(a, me)} = {show(b, me)}" for a, b in t["effect"]) + ";")
    return f"  {t['from']} -> {t['to']} {{ {' '.join(parts)} }}"


def show_system(d):
    lines = [show_var(n, *v) for n, v in d.globals.items()]
    lines += ["channel c;", "channel {byte, int} q[2];"]
    for p in d.processes:
        lines.append(f"process {p['name']} {{")
        lines += [show_var(n, *v) for n, v in p["vars"].items()]
        lines.append(f"state {', '.join(p['states'])};")
        lines.append(f"init {p['states'][0]};")
        if p["commit"]:
            lines.append(f"commit {', '.join(p['commit'])};")
        lines.append("trans\n" + ",\n".join(show_trans(t, p["name"]) for t in p["trans"]) + ";\n}")
    return "\n".join(lines + ["system async;", ""])


# --- the interpreter: a state is (values by (process, name), states by process, queue)

def wrap(n, bits=32):
    n &= (1 << bits) - 1
    return n - (1 << bits) if n >> (bits - 1) else n


class State:
    def __init__(self, values, at, queue):
        self.values, self.at, self.queue = values, at, queue

    def copy(self):
        return State({k: list(v) for k, v in self.values.items()}, dict(self.at), list(self.queue))

    def key(self):
        return (tuple(tuple(v) for v in self.values.values()), tuple(self.at.values()),
                tuple(self.queue))

    def cell(self, e):
        cells = self.values[e[1], e[2]]
        index = self.value(e[3]) if e[3] else 0
        if not 0 <= index < len(cells):
            raise Fault("array-index")
        return cells, index

    def value(self, e):
        if e[0] == "n":
            return e[1]
        if e[0] == "at":
            return int(self.at[e[1]] == e[2])
        if e[0] == "v":
            cells, index = self.cell(e)
            return cells[index]
        if e[0] == "?":
            return self.value(e[2] if self.value(e[1]) else e[3])
        a = self.value(e[1])
        if e[0] in ("not", "neg", "~"):
            return int(not a) if e[0] == "not" else wrap(-a) if e[0] == "neg" else ~a
        if e[0] == "and" and not a or e[0] == "imply" and not a or e[0] == "or" and a:
            return int(e[0] != "and")
        return binary(e[0], a, self.value(e[2]))

    def assign(self, e, value, kind):
        cells, index = self.cell(e)
        low, high = (0, 255) if kind == "byte" else (-32768, 32767)
        if not low <= value <= high:
            raise Fault("overflow")
        cells[index] = value


def divide(a, b):
    if not b:
        raise Fault("division")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def binary(op, a, b):
    if op in ("and", "or", "imply"):
        return int(bool(b))
    if op in ("/", "%"):
        q = divide(a, b)
        return wrap(q if op == "/" else a - b * q)
    if op == "<<":
        return wrap(a << b) if 0 <= b <= 31 else 0
    if op == ">>":
        return a >> b if 0 <= b <= 31 else a >> 31
    table = {"+": lambda: wrap(a + b), "-": lambda: wrap(a - b), "*": lambda: wrap(a * b),
             "&": lambda: a & b, "|": lambda: a | b, "^": lambda: a ^ b,
             "==": lambda: int(a == b), "!=": lambda: int(a != b), "<": lambda: int(a < b),
             "<=": lambda: int(a <= b), ">": lambda: int(a > b), ">=": lambda: int(a >= b)}
    return table[op]()


class Run:
    def __init__(self, d):
        self.d = d
        self.kinds = {(None, n): v[0] for n, v in d.globals.items()}
        self.kinds |= {(p["name"], n): v[0] for p in d.processes for n, v in p["vars"].items()}

    def first(self):
        values = {(None, n): list(v[2]) for n, v in self.d.globals.items()}
        values |= {(p["name"], n): list(v[2]) for p in self.d.processes for n, v in p["vars"].items()}
        return State(values, {p["name"]: p["states"][0] for p in self.d.processes}, [])

    def assign(self, s, target, value):
        s.assign(target, value, self.kinds[target[1], target[2]])

    def effects(self, s, p, t):
        s.at[p["name"]] = t["to"]
        for target, e in t["effect"]:
            self.assign(s, target, s.value(e))

    def open(self, s):
        """(process, transition) whose state is right and that may move."""
        committed = any(s.at[p["name"]] in p["commit"] for p in self.d.processes)
        for p in self.d.processes:
            at = s.at[p["name"]]
            if not committed or at in p["commit"]:
                yield from ((p, t) for t in p["trans"] if t["from"] == at)

    def alone(self, s, p, t):
        if t["guard"] and not s.value(t["guard"]):
            return None
        new = s.copy()
        if t["sync"]:
            _, sign, values = t["sync"]
            if sign == "!":
                if len(s.queue) == 2:
                    return None
                first, second = (s.value(v) for v in values)
                new.queue.append((first & 255, wrap(second, 16)))
            else:
                if not s.queue:
                    return None
                for target, value in zip(values, new.queue.pop(0)):
                    self.assign(new, target, value)
        self.effects(new, p, t)
        return new

    def pair(self, s, p, t, q, u):
        if t["guard"] and not s.value(t["guard"]) or u["guard"] and not s.value(u["guard"]):
            return None
        new = s.copy()
        self.assign(new, u["sync"][2][0], new.value(t["sync"][2][0]))
        self.effects(new, q, u)
        self.effects(new, p, t)
        return new

    def steps(self, s):
        moves = list(self.open(s))
        for p, t in moves:
            if not t["sync"] or t["sync"][0] == "q":
                yield lambda p=p, t=t: self.alone(s, p, t)
            elif t["sync"][1] == "!":
                for q, u in moves:
                    if q is not p and u["sync"] and u["sync"][:2] == ("c", "?"):
                        yield lambda p=p, t=t, q=q, u=u: self.pair(s, p, t, q, u)

    def goal_holds(self, s):
        try:
            return bool(s.value(self.d.goal))
        except Fault:
            return False

    def explore(self):
        """(states, violated properties), or None if there are too many."""
        start = self.first()
        seen, work, bad = {start.key()}, [start], set()
        while work:
            s = work.pop()
            if self.goal_holds(s):
                bad.add("reach")
            for step in self.steps(s):
                try:
                    new = step()
                except Fault as fault:
                    bad.add(str(fault))
                    continue
                if new and new.key() not in seen:
                    seen.add(new.key())
                    work.append(new)
            if len(seen) > LIMIT:
                return None
        return len(seen), bad


# --- comparing

def selvage(path, goal, options):
    command = [os.environ.get("SELVAGE", "selvage"), "check", "--quiet", "--time", "20", "--reach", goal,
               *options, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def compare(d, path):
    """None: too large; "" or what is wrong."""
    result = Run(d).explore()
    if not result:
        return None
    states, bad = result
    goal = show(d.goal)
    status, said = selvage(path, goal, ["--engine", "explicit", "--reduction", "off", "--keep-going"])
    got = re.search(r"^(\d+) states", said, re.M)
    violated = set(re.findall(r"violated: (?:assertion|invariant) ([\w-]+)", said))
    if status not in (0, 1) or not got or int(got[1]) != states or violated != bad:
        return f"expected {states} states, violated {sorted(bad)}; got {sorted(violated)}\n{said}"
    for engine in ENGINES:
        status, said = selvage(path, goal, ["--engine", *engine])
        if status != (1 if bad else 0) and status != 2:
            return f"engine {engine}: status {status}, violated should be {sorted(bad)}\n{said}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", default=None)
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    path = os.path.join(folder, "system.dve")
    compared = large = failed = 0
    for seed in range(options.seed, options.seed + options.count):
        d = Draw(seed)
        with open(path, "w", encoding="utf-8") as out:
            out.write(show_system(d))
        wrong = compare(d, path)
        compared += wrong is not None
        large += wrong is None
        if wrong:
            failed += 1
            print(f"FAILED seed {seed}, goal {show(d.goal)}: {wrong}\n{show_system(d)}")
    print(f"{compared} systems compared, {large} too large, {failed} failed")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
