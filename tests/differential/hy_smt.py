"""Runs of k steps of a network as SMT-LIB, straight from its product, for a solver program.

One step is a jump, the passing of time along a straight line, or nothing. A line keeps an invariant of
several convex parts if both ends lie in the closure of one part and the inside does not lie in a face
that is missing; it passes no urgent jump if one condition of each of its cases fails on all of it but
its end. Ways with corners are several steps.
"""

import subprocess
from fractions import Fraction

from hy_meaning import jumps_of
from hy_tree import is_atom


def real(q):
    text = str(abs(q.numerator)) if q.denominator == 1 else f"(/ {abs(q.numerator)} {q.denominator})"
    return text if q >= 0 else f"(- {text})"


def total(s, of):
    parts = [f"(* {real(q)} {of(n)})" for n, q in s.items() if n] + [real(s.get("", Fraction(0)))]
    return f"(+ {' '.join(parts)} 0)"


def atom(a, of):
    return f"({'=' if a[1] == '==' else a[1]} {total(a[0], of)} 0)"


def conj(parts):
    return f"(and true {' '.join(parts)})"


def disj(parts):
    return f"(or false {' '.join(parts)})"


def formula(f, of):
    if isinstance(f, bool):
        return "true" if f else "false"
    if is_atom(f):
        return atom(f, of)
    if f[0] == "not":
        return f"(not {formula(f[1], of)})"
    return (conj if f[0] == "and" else disj)([formula(p, of) for p in f[1]])


def cases(f, negated=False):
    """Disjunctive normal form: a list of lists of atoms."""
    if isinstance(f, bool):
        return [[]] if f != negated else []
    if is_atom(f):
        return opposite(f) if negated else [[f]]
    if f[0] == "not":
        return cases(f[1], not negated)
    parts = [cases(p, negated) for p in f[1]]
    if (f[0] == "or") != negated:
        return [c for p in parts for c in p]
    out = [[]]
    for p in parts:
        out = [a + b for a in out for b in p]
    return out


def opposite(a):
    minus = {n: -q for n, q in a[0].items()}
    if a[1] == "==":
        return [[(a[0], "<")], [(minus, "<")]]
    return [[(minus, "<" if a[1] == "<=" else "<=")]]


class Unfit(Exception):
    """An urgent jump that this does not write down."""


class Question:
    def __init__(self, net, depth):
        self.net, self.depth = net, depth
        self.lines = ["(set-logic QF_LRA)"]
        self.jumps = jumps_of(net)
        for i in range(depth + 1):
            self.lines += [f"(declare-const {v}_{i} Real)" for v in net.kinds]
            self.lines += [f"(declare-const {a.name}_{i} Int)" for a in net.automata]
        self.lines[0] = "(set-logic QF_LIRA)"

    def at(self, i):
        return lambda name: f"{name[:-1]}_{i + 1}" if name.endswith("'") else f"{name}_{i}"

    def stands(self, k, l, i):
        return f"(= {self.net.automata[k].name}_{i} {l})"

    def invariants(self, i):
        return conj([f"(=> {self.stands(k, l, i)} {formula(loc.invariant, self.at(i))})"
                     for k, a in enumerate(self.net.automata) for l, loc in enumerate(a.locations)])

    def start(self):
        return conj([disj([conj([self.stands(k, l, 0), formula(f, self.at(0))]) for l, f in a.initially])
                     for k, a in enumerate(self.net.automata)])

    def target(self, i):
        places, f = self.net.target
        parts = [disj([self.stands(k, l, i) for l in p]) for k, p in enumerate(places) if p is not None]
        return conj(parts + [formula(f, self.at(i))])

    # --- jumps

    def jump(self, j, i):
        parts = []
        for k, a in enumerate(self.net.automata):
            if k in j.edges:
                e = j.edges[k]
                parts += [self.stands(k, e.source, i), self.stands(k, e.target, i + 1), formula(e.guard, self.at(i))]
            else:
                parts.append(f"(= {a.name}_{i} {a.name}_{i + 1})")
        parts += [atom(c, self.at(i)) for c in j.changes]
        parts += [f"(= {v}_{i} {v}_{i + 1})" for v in j.kept]
        return conj(parts)

    # --- time

    def rate(self, a, i):
        """The condition on rates for the change in d time units: A (x' - x) <= b d."""
        of = lambda name: f"(- {name[:-1]}_{i + 1} {name[:-1]}_{i})"
        s = {n: q for n, q in a[0].items() if n}
        rel = "=" if a[1] == "==" else a[1]
        return f"({rel} (+ {total(s, of)} (* {real(a[0].get('', Fraction(0)))} d_{i})) 0)"

    def part(self, case, i):
        """The line from i to i + 1 lies in the convex part."""
        now, later = self.at(i), self.at(i + 1)
        out = []
        for a in case:
            closed = (a[0], "<=" if a[1] == "<" else a[1])
            out += [atom(closed, now), atom(closed, later)]
            if a[1] == "<":
                out.append(disj([atom(a, now), atom(a, later)]))
        return conj(out)

    def elapse(self, i):
        self.lines.append(f"(declare-const d_{i} Real)")
        parts = [f"(> d_{i} 0)"] + [f"(= {a.name}_{i} {a.name}_{i + 1})" for a in self.net.automata]
        for v, kind in self.net.kinds.items():
            if kind != "analog":
                parts.append(f"(= {v}_{i + 1} (+ {v}_{i} {f'd_{i}' if kind == 'clock' else '0'}))")
        for k, a in enumerate(self.net.automata):
            for l, loc in enumerate(a.locations):
                inside = [self.rate(r, i) for r in loc.rates]
                inside.append(disj([self.part(c, i) for c in cases(loc.invariant)]))
                parts.append(f"(=> {self.stands(k, l, i)} {conj(inside)})")
        parts += [self.urgent(j, i) for j in self.jumps if j.asap]
        return conj(parts)

    def urgent(self, j, i):
        """Where the jump begins, each case is missed by one of its conditions."""
        starts = conj([self.stands(k, e.source, i) for k, e in j.edges.items()])
        new = {v: {v: Fraction(1)} for v in j.kept}
        rest = []
        for s, rel in j.changes:
            primed = [n for n in s if n.endswith("'")]
            if rel == "==" and len(primed) == 1 and primed[0][:-1] not in new:
                new[primed[0][:-1]] = {n: -c / s[primed[0]] for n, c in s.items() if n != primed[0]}
            else:
                rest.append((s, rel))
        if rest or len(new) < len(self.net.kinds):
            raise Unfit()
        condition = ("and", [e.guard for e in j.edges.values()])
        out = []
        for behind in self.behind(j, new):
            where, invariants = behind
            for case in cases(("and", [condition] + invariants)):
                out.append(f"(=> {conj([starts] + [self.stands(k, l, i) for k, l in where])} {self.missed(case, i)})")
        return conj(out)

    def behind(self, j, new):
        """Combinations of locations of the others, with all invariants after the jump."""
        from itertools import product
        others = [k for k in range(len(self.net.automata)) if k not in j.edges]
        moved = [self.put(self.net.automata[k].locations[e.target].invariant, new) for k, e in j.edges.items()]
        for places in product(*[range(len(self.net.automata[k].locations)) for k in others]):
            stay = [self.put(self.net.automata[k].locations[l].invariant, new) for k, l in zip(others, places)]
            yield list(zip(others, places)), moved + stay

    def put(self, f, new):
        if isinstance(f, bool):
            return f
        if is_atom(f):
            out = {"": f[0].get("", Fraction(0))}
            for n, q in f[0].items():
                for m, c in (new[n].items() if n else ()):
                    out[m] = out.get(m, Fraction(0)) + q * c
            return (out, f[1])
        if f[0] == "not":
            return ("not", self.put(f[1], new))
        return (f[0], [self.put(p, new) for p in f[1]])

    def missed(self, case, i):
        """One atom is false on the line from i to i + 1, but perhaps at its end."""
        out = []
        for a in case:
            for false in opposite(a):
                (b,) = false
                closed = (b[0], "<=")
                out.append(conj([atom(b, self.at(i)), atom(closed, self.at(i + 1))]))
        return disj(out)

    # --- the whole

    def text(self):
        asserts = [self.start(), self.invariants(0)]
        for k, a in enumerate(self.net.automata):
            for i in range(self.depth + 1):
                asserts.append(f"(and (<= 0 {a.name}_{i}) (< {a.name}_{i} {len(a.locations)}))")
        checks = []
        for i in range(self.depth + 1):
            checks.append(([], f"(push 1)\n(assert {self.target(i)})\n(check-sat)\n(pop 1)"))
            if i < self.depth:
                step = disj([self.jump(j, i) for j in self.jumps] + [self.elapse(i)])
                checks.append(([step, self.invariants(i + 1)], ""))
        body = [f"(assert {a})" for a in asserts]
        for new, ask in checks:
            body += [f"(assert {a})" for a in new] + ([ask] if ask else [])
        return "\n".join(self.lines + body) + "\n"


def shortest(net, depth, solver, seconds=20):
    """The fewest steps to the target up to the depth, None if there are none, False if nobody knows."""
    try:
        text = Question(net, depth).text()
    except Unfit:
        return False
    try:
        done = subprocess.run(solver, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return False
    answers = done.stdout.split()
    if len(answers) != depth + 1 or any(a not in ("sat", "unsat") for a in answers):
        if "error" in done.stdout:
            raise RuntimeError(done.stdout[:500])
        return False
    return answers.index("sat") if "sat" in answers else None
