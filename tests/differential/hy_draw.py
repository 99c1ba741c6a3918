"""Draws small networks of hybrid automata from seeds. Numbers are small, so that things happen."""

import random
from fractions import Fraction

from hy_meaning import holds
from hy_tree import Automaton, Edge, Location, Network


class Draw:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.syntax = self.r.choice(["pha", "hy"])
        self.first = {}  # the values at the start

    def chance(self, p):
        return self.r.random() < p

    def number(self, low=-2, high=4):
        q = Fraction(self.r.randint(low, high))
        return q / 2 if self.chance(0.15) else q

    # --- conditions

    def atom(self, names, strict=0.25, equal=0.15):
        x = self.r.choice(names)
        s = {x: Fraction(self.r.choice([1, -1]))}
        if len(names) > 1 and self.chance(0.25):
            y = self.r.choice([n for n in names if n != x])
            s[y] = -s[x] if self.chance(0.7) else Fraction(self.r.choice([1, 2]))
        s[""] = -self.number() * (1 if s[x] > 0 else -1)
        rel = "==" if self.chance(equal) else "<" if self.chance(strict) else "<="
        return (s, rel)

    def formula(self, names, most=2, splits=0.1, strict=0.25):
        atoms = [self.atom(names, strict) for _ in range(self.r.randint(0, most))]
        if not atoms:
            return True
        if len(atoms) > 1 and self.chance(splits):
            return ("or", atoms)
        return ("and", atoms) if len(atoms) > 1 else atoms[0]

    def invariant(self, names, at_start):
        """One that mostly lets the network start."""
        for _ in range(4):
            f = self.formula(names, most=1 if self.chance(0.6) else 2, splits=0.3)
            if not at_start or holds(f, self.first):
                break
        return f

    # --- rates

    def rate(self, x):
        """Conditions on the rate of one variable."""
        kind = self.r.random()
        low = Fraction(self.r.choice([-1, 0, 0, 1, 1, 2]))
        if kind < 0.6:
            return [({x + "'": Fraction(1), "": -low}, "==")]
        if kind < 0.8:
            high = low + self.r.choice([1, 2])
            return [({x + "'": Fraction(1), "": -high}, "<="), ({x + "'": Fraction(-1), "": low}, "<=")]
        if kind < 0.9:
            return [({x + "'": Fraction(-1), "": low}, self.r.choice(["<=", "<"]))]
        return []

    def rates(self, own):
        atoms = [a for x in own for a in self.rate(x)]
        if len(own) > 1 and self.chance(0.15):
            x, y = self.r.sample(own, 2)
            atoms.append(({x + "'": Fraction(1), y + "'": Fraction(-1), "": Fraction(0)}, "<="))
        return atoms

    # --- jumps

    def change(self, x, names):
        p = x + "'"
        kind = self.r.random()
        if kind < 0.45:
            return [({p: Fraction(1), "": -self.number(0, 2)}, "==")]
        if kind < 0.6:
            y = self.r.choice(names)
            return [({p: Fraction(1), y: Fraction(-1), "": -self.number(-1, 2)}, "==")]
        if kind < 0.75:
            low = self.number(0, 2)
            return [({p: Fraction(1), "": -(low + 1)}, "<="), ({p: Fraction(-1), "": low}, "<=")]
        if kind < 0.85:
            return [({p: Fraction(1), x: Fraction(-1), "": Fraction(0)}, "==")]
        return []

    def changes(self, writable, names):
        if self.chance(0.3):
            return None
        return [a for x in writable for a in self.change(x, names) if self.chance(0.85)]

    def edge(self, source, locations, labels, writable, names):
        asap = self.chance(0.15)
        guard = self.formula(names, strict=0.05 if asap else 0.25)
        return Edge(source, self.r.randrange(locations), guard, asap,
                    self.r.choice(labels) if labels and self.chance(0.6) else None,
                    self.changes(writable, names))

    # --- the whole

    def automaton(self, i, kinds, control):
        names = list(kinds)
        shared = ["s", "t"]
        labels = [l for l in shared if self.chance(0.6)]
        own = control if self.syntax == "pha" else [v for v in names if kinds[v] == "analog"]
        writable = control if self.syntax == "pha" else [v for v in names if kinds[v] != "parameter"]
        if self.syntax == "hy" and i:
            own = [v for v in own if self.chance(0.4)]
        n = self.r.randint(1, 3)
        locations = [Location(f"l{k}", self.invariant(names, k == 0), self.rates(own)) for k in range(n)]
        edges = [self.edge(k, n, labels, writable, names)
                 for k in range(n) for _ in range(self.r.randint(0, 2))]
        start = ("and", [({x: Fraction(1), "": -self.first[x]}, "==") for x in control if self.chance(0.9)])
        initially = [(0, start)]
        if n > 1 and self.chance(0.15):
            initially.append((1, self.formula(names)))
        return Automaton(f"a{i}", locations, edges, labels, list(control), initially)

    def network(self):
        names = ["x", "y", "z"][:self.r.randint(1, 3)]
        kinds = {v: "analog" for v in names}
        if self.syntax == "hy":
            kinds = {v: self.r.choice(["analog", "analog", "clock", "discrete"]) for v in names}
        if self.chance(0.2):
            kinds["p"] = "parameter"
        self.first = {v: self.number(0, 2) for v in kinds}
        n = self.r.randint(1, 3)
        owners = {v: self.r.randrange(n) for v in kinds}
        if self.syntax == "pha" and self.chance(0.15):
            owners[names[-1]] = None
        automata = []
        for i in range(n):
            control = [v for v in kinds if owners[v] == i and (self.syntax == "hy" or kinds[v] != "parameter")]
            automata.append(self.automaton(i, kinds, control))
        where = [None if self.chance(0.4) else [self.r.randrange(len(a.locations))] for a in automata]
        target = self.formula(list(kinds), most=2 if self.chance(0.5) else 1, strict=0.3)
        return Network(self.syntax, kinds, automata, (where, target))


def draw(seed):
    return Draw(seed).network()
