"""Networks of hybrid automata as data, and their text in both languages.

An atom is (sum, rel): the sum, a dict from names (x, or x' for the value after a jump or the rate) to
fractions with the constant under "", is compared with 0 by "<=", "<" or "==". A formula is True, False,
an atom, ("and", parts), ("or", parts) or ("not", part).
"""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Location:
    name: str
    invariant: object
    rates: list  # atoms over primed names


@dataclass
class Edge:
    source: int
    target: int
    guard: object
    asap: bool
    label: str  # or None
    changes: list  # atoms, or None: there is no `do`


@dataclass
class Automaton:
    name: str
    locations: list
    edges: list
    labels: list
    control: list = field(default_factory=list)
    initially: list = field(default_factory=list)  # (location, formula)


@dataclass
class Network:
    syntax: str  # "pha" or "hy"
    kinds: dict  # by variable: analog, clock, discrete, parameter (PHAVer: analog, parameter)
    automata: list
    target: tuple  # (locations by automaton, each a list or None), formula


def is_atom(f):
    return isinstance(f, tuple) and isinstance(f[0], dict)


def number(q):
    return str(q.numerator) if q.denominator == 1 else f"{q.numerator}/{q.denominator}"


class Text:
    """Writes a network as PHAVer or HyTech has it."""

    def __init__(self, net):
        self.net = net
        self.hytech = net.syntax == "hy"

    def product(self, q, name):
        if q == 1:
            return name
        return f"{number(q)}*{name}" if q > 0 or not self.hytech else f"({number(q)})*{name}"

    def sum(self, s, rates=False):
        def shown(name):
            return f"d{name[:-1]}" if rates and self.hytech else name
        parts = [self.product(q, shown(name)) for name, q in s.items() if name]
        if s.get("", 0) or not parts:
            parts.append(number(s.get("", Fraction(0))))
        return " + ".join(parts)

    def atom(self, a, rates=False):
        rel = "=" if self.hytech and a[1] == "==" else a[1]
        return f"{self.sum(a[0], rates)} {rel} 0"

    def formula(self, f, rates=False):
        if isinstance(f, bool):
            return ("True" if f else "False") if self.hytech else ("true" if f else "false")
        if is_atom(f):
            return self.atom(f, rates)
        if f[0] == "not":
            return f"!({self.formula(f[1], rates)})"
        if not f[1]:
            return self.formula(f[0] == "and")
        return (" & " if f[0] == "and" else " | ").join(
            f"({self.formula(p, rates)})" if not is_atom(p) else self.formula(p, rates) for p in f[1])

    def atoms(self, atoms, rates=False):
        if atoms or self.hytech:
            return (", " if self.hytech else " & ").join(self.atom(a, rates) for a in atoms)
        return "true"

    def edge(self, a, e):
        text = f"    when {self.wrapped(e.guard)}"
        if e.asap:
            text += " & asap" if self.hytech else " ASAP"
        if e.label or not self.hytech:
            text += f" sync {e.label or 'TAU'}"
        if e.changes is not None:
            text += " do { " + self.atoms(e.changes) + " }"
        return f"{text} goto {a.locations[e.target].name};\n"

    def location(self, a, i):
        loc = a.locations[i]
        text = f"  loc {loc.name}: while {self.formula(loc.invariant)} wait {{ {self.atoms(loc.rates, True)} }}"
        text += "\n" if self.hytech else ";\n"
        return text + "".join(self.edge(a, e) for e in a.edges if e.source == i)

    def automaton(self, a):
        text = f"automaton {a.name}\n"
        if not self.hytech:
            others = [v for v, k in self.net.kinds.items() if v not in a.control and k != "parameter"]
            parameters = [v for v, k in self.net.kinds.items() if k == "parameter"]
            for word, names in (("contr_var", a.control), ("input_var", others), ("parameter", parameters)):
                if names:
                    text += f"  {word}: {', '.join(names)};\n"
        text += f"  synclabs: {', '.join(a.labels)};\n"
        if self.hytech:
            text += f"  initially {a.locations[0].name};\n"
        text += "".join(self.location(a, i) for i in range(len(a.locations)))
        if not self.hytech:
            states = ", ".join(f"{a.locations[i].name} & {self.wrapped(f)}" for i, f in a.initially)
            text += f"  initially: {states};\n"
        return text + "end\n"

    def wrapped(self, f):
        return self.formula(f) if isinstance(f, bool) or is_atom(f) else f"({self.formula(f)})"

    def region(self, where):
        """HyTech: loc[a] = l & …"""
        parts = []
        for a, places in zip(self.net.automata, where):
            if places is not None:
                names = " | ".join(f"loc[{a.name}] = {a.locations[i].name}" for i in places)
                parts.append(f"({names})")
        return " & ".join(parts) or "True"

    def hytech_text(self):
        net, text = self.net, "var\n"
        for v, kind in net.kinds.items():
            text += f"  {v}: {kind};\n"
        text += "".join(self.automaton(a) for a in net.automata)
        text += "var init, bad, r: region;\ninit := "
        text += " & ".join("(" + " | ".join(
            f"loc[{a.name}] = {a.locations[i].name} & {self.wrapped(f)}" for i, f in a.initially) + ")"
            for a in net.automata)
        text += f";\nbad := {self.region(net.target[0])} & {self.wrapped(net.target[1])};\n"
        return text + "r := reach forward from init endreach;\nif empty(r & bad) then prints \"no\"; endif;\n"

    def patterns(self):
        """PHAVer: the locations of the target as patterns, one for each combination."""
        combinations = [[]]
        for a, places in zip(self.net.automata, self.net.target[0]):
            names = ["$"] if places is None else [a.locations[i].name for i in places]
            combinations = [c + [n] for c in combinations for n in names]
        return ["~".join(c) for c in combinations]

    def phaver_text(self):
        net = self.net
        text = "".join(self.automaton(a) for a in net.automata)
        text += "sys = " + " & ".join(a.name for a in net.automata) + ";\n"
        states = ", ".join(f"{p} & {self.wrapped(net.target[1])}" for p in self.patterns())
        text += f"bad = sys.{{ {states} }};\n"
        return text + "r = sys.reachable;\nr.intersection_assign(bad);\nr.is_empty;\n"

    def all(self):
        return self.hytech_text() if self.hytech else self.phaver_text()
