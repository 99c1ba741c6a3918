#!/usr/bin/env python3
"""Selvage against two small definitions of hybrid automata, on random networks in both languages.

usage: hybrid.py [--seed N] [--count N] [--depth N] [--selvage FILE] [--solver COMMAND] [--print] [--out DIR]

Every seed gives one network and a target. Up to --depth steps, `bmc` must find the target exactly where
a solver finds it in the spelled-out product (hy_smt.py), in as few steps; it must find it wherever a walk
through concrete states does (hy_meaning.py); and every trace it gives must be a run, each step of time a
line that keeps all invariants and passes no urgent jump. `auto` must agree as far as it answers. A network
on which they disagree is shrunk and written to --out.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.dont_write_bytecode = True

import hy_smt
from hy_draw import draw
from hy_meaning import Walk, holds, holds_atom
from hy_shrink import shrink
from hy_tree import Text

RUNS = [["--engine", "bmc", "--semantics", "interleaving", "--induction", "off"],
        ["--engine", "bmc", "--induction", "on"]]


def ask(args, net, options, path):
    text = Text(net).all()
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    command = [args.selvage, "check", "--quiet", "--format", "json", "--time", "20", "--bound", str(args.depth),
               *options, path]
    done = subprocess.run(command, timeout=120, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 2):
        return None, f"status {done.returncode}: {done.stdout[:300]}{done.stderr[:600]}"
    return json.loads(done.stdout), done.stderr


# --- is a trace a run?

def states_of(net, trace):
    """Locations and values after each step, the first state first."""
    where = {a.name: a.locations[0].name for a in net.automata}
    values = {}

    def change(changes):
        for name, v in changes.items():
            if name.endswith("@"):
                where[name[:-1]] = v
            elif name in net.kinds:
                values[name] = Fraction(v)

    change(trace["initial"])
    yield None, dict(where), dict(values)
    for step in trace["steps"]:
        change(step["changes"])
        yield step, dict(where), dict(values)


def numbers(net, where):
    """Places by number, or None before everybody has begun."""
    names = [[loc.name for loc in a.locations] for a in net.automata]
    places = [where[a.name] for a in net.automata]
    if any(p not in n for p, n in zip(places, names)):
        return None
    return tuple(n.index(p) for p, n in zip(places, names))


def is_jump(walk, before, after):
    (where, state), (there, new) = before, after
    both = dict(state)
    both.update({v + "'": q for v, q in new.items()})
    for j in walk.jumps:
        moved = tuple(j.edges[i].target if i in j.edges else l for i, l in enumerate(where))
        if any(where[i] != e.source for i, e in j.edges.items()) or moved != there:
            continue
        if (all(holds(e.guard, state) for e in j.edges.values()) and all(holds_atom(a, both) for a in j.changes)
                and all(state[v] == new[v] for v in j.kept)):
            return True
    return False


def is_elapse(walk, net, before, after, duration):
    (where, state), (there, new) = before, after
    change = {v: new[v] - state[v] for v in state}
    rate = {v + "'": change[v] / duration for v in state}
    atoms = [a for x, l in zip(net.automata, where) for a in x.locations[l].rates]
    fixed = {"clock": 1, "discrete": 0, "parameter": 0}
    if where != there or any(net.kinds[v] in fixed and rate[v + "'"] != fixed[net.kinds[v]] for v in state):
        return False
    return all(holds_atom(a, rate) for a in atoms) and walk.may_pass(where, state, change)


def wrong_step(net, trace):
    """None if the trace is a run to the target, else what is wrong. The walk may not know."""
    walk = Walk(net)
    before, waited = None, False
    for k, (step, names, values) in enumerate(states_of(net, trace)):
        where = numbers(net, names)
        if where is None or (step and step["action"] == "begin"):
            before = (where, values) if where else None
            continue
        if not walk.invariants_hold(where, values):
            return f"state {k} breaks an invariant"
        if step and step["action"] == "elapse":
            walk.unknown = False
            good = is_elapse(walk, net, before, (where, values), Fraction(step["choices"][0]))
            if not good and not walk.unknown:
                return f"step {k} is no passing of time"
        elif step and not is_jump(walk, before, (where, values)):
            return f"step {k} is no jump"
        before = (where, values)
    return None if walk.is_target(*before) else "the last state is not in the target"


# --- comparing

def judge(args, net, path, counts=None):
    """None, or what is wrong. Counts what the networks are like."""
    def count(what):
        if counts is not None:
            counts[what] = counts.get(what, 0) + 1

    answers = []
    for options in RUNS:
        answer, messages = ask(args, net, options, path)
        if answer is None:
            return f"{' '.join(options)}: {messages}"
        if answer["status"] not in (0, 1, 2):
            return f"{' '.join(options)}: {messages}"
        if answer["status"] == 2 and "unsupported" in messages:
            count("refused")
            return None
        answers.append(answer)
        if answer["status"] == 1:
            wrong = wrong_step(net, answer["trace"])
            if wrong:
                return f"{' '.join(options)}: {wrong}"
    by_smt = hy_smt.shortest(net, args.depth, args.solver)
    walk = Walk(net)
    by_walk = walk.shortest(args.depth)
    if by_walk is not None and walk.unknown:
        by_walk = None
    plain, induced = answers
    found = len(plain["trace"]["steps"]) if plain["status"] == 1 else None
    begins = plain["status"] == 1 and any(s["action"] == "begin" for s in plain["trace"]["steps"])
    found = found - begins if found is not None else None
    count("reached" if found is not None else "proved" if induced["status"] == 0 else "not reached")
    if by_smt is not False:
        count("judged by the solver")
    if by_walk is not None:
        count("reached by a walk")
    late = plain["status"] == 2 and "time limit" in (plain["reason"] or "")
    extra = any(len(a.initially) > 1 for a in net.automata)  # `begin` is a step too
    if by_smt is not False and not late and found != by_smt and not (extra and found is None):
        return f"bmc finds it after {found} steps, the solver after {by_smt}"
    if by_walk is not None and found is None and not late and not (extra and by_walk == args.depth):
        return f"bmc does not find it, but a walk of {by_walk} steps does"
    if by_walk is not None and found is not None and by_walk < found:
        return f"bmc finds it after {found} steps, a walk after {by_walk}"
    if induced["status"] == 0 and (found is not None or by_walk is not None or by_smt not in (None, False)):
        return "bmc proves what is violated"
    return None


def say(args, seed, net, wrong, path):
    small = shrink(net, lambda n: judge(args, n, path), wrong)
    name = os.path.join(args.out, f"red-{seed}.{net.syntax}")
    with open(name, "w", encoding="utf-8") as f:
        f.write(f"-- {wrong}\n{Text(small).all()}")
    print(f"seed {seed}: {wrong}\n  written to {name}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--solver", default="z3 -in")
    parser.add_argument("--out", default=".")
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    args.solver = args.solver.split()
    if not shutil.which(args.solver[0]):
        print(f"skipped: there is no {args.solver[0]}")
        return 77
    failed, counts = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            net = draw(seed)
            if args.print:
                print(Text(net).all())
                continue
            path = os.path.join(folder, f"net.{net.syntax}")
            wrong = judge(args, net, path, counts)
            if wrong:
                failed += 1
                say(args, seed, net, wrong, path)
    print(f"{args.count} networks ({', '.join(f'{n} {what}' for what, n in sorted(counts.items()))}), {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
