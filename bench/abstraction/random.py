#!/usr/bin/env python3
"""Random networks of hybrid automata, for measuring predicate abstraction.

usage: random.py [--automata N] [--locations N] [--seed N] [--drift]

Prints one network as HyTech writes it. The automata stand in a ring. Each has one analog variable of its own, which grows with
rate 1 (with --drift: in an interval of its own for each location), an invariant "at most c" in each location and, from each
location, an edge of its own to another one and mostly a second one with one of the two labels that the automaton shares with
its neighbours in the ring; the guard is "at least g", where g <= c, so that nobody has to wait for others. An edge resets the
own variable, sets it to a small number, or leaves it. The question: can all automata be in their last
location at once, with the variables in the order of the ring? Everything follows from the seed; numbers are below 20.
"""

import argparse
import random


class Drawer:
    def __init__(self, args):
        self.n, self.k, self.drift = args.automata, args.locations, args.drift
        self.r = random.Random(f"{args.seed} {args.automata} {args.locations} {args.drift}")

    def rate(self, i):
        if not self.drift:
            return f"dx{i} = 1"
        low = self.r.randint(1, 3)
        return f"dx{i} in [{low}, {low + self.r.randint(0, 2)}]"

    def edge(self, i, source, bound, label):
        target = self.r.choice([l for l in range(self.k) if l != source] or [source])
        kind = self.r.random()
        change = "0" if kind < 0.6 else str(self.r.randint(1, 4)) if kind < 0.8 else None
        do = f" do {{x{i}' = {change}}}" if change else ""
        return f"  when x{i} >= {self.r.randint(0, bound)}{label}{do} goto l{target};"

    def automaton(self, i):
        yield f"automaton a{i}"
        yield "synclabs: " + ", ".join(sorted({f"s{i}", f"s{(i - 1) % self.n}"})) + ";"
        yield f"initially l0 & x{i} = 0;"
        for l in range(self.k):
            bound = self.r.randint(3, 12)
            yield f"loc l{l}: while x{i} <= {bound} wait {{{self.rate(i)}}}"
            yield self.edge(i, l, bound, "")
            if self.r.random() < 0.75:
                yield self.edge(i, l, bound, f" sync s{self.r.choice([i, (i - 1) % self.n])}")
        yield "end"

    def network(self):
        yield "var " + ", ".join(f"x{i}" for i in range(self.n)) + ": analog;"
        for i in range(self.n):
            yield from self.automaton(i)
        yield "var init, bad, r: region;"
        yield "init := " + " & ".join(f"loc[a{i}] = l0 & x{i} = 0" for i in range(self.n)) + ";"
        order = [f"x{i} <= x{i + 1}" for i in range(self.n - 1)]
        yield "bad := " + " & ".join([f"loc[a{i}] = l{self.k - 1}" for i in range(self.n)] + order) + ";"
        yield "r := reach forward from init endreach;"
        yield "if empty(r & bad) then prints \"never\"; endif;"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--automata", type=int, default=3)
    parser.add_argument("--locations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drift", action="store_true")
    args = parser.parse_args()
    if args.automata < 1 or args.locations < 1:
        parser.error("there must be an automaton, and a location")
    print("\n".join(Drawer(args).network()))


if __name__ == "__main__":
    main()
