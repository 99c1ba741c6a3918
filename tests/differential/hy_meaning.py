"""The meaning of a network, written a second time and without looking at how Selvage does it.

Jumps is the product of the automata, spelled out: every combination of edges, with the equations that
keep variables. Walk explores concrete states with exact fractions: durations, rates and free values
are taken from small sets, so it finds some runs, not all; whether a line through the state space keeps
the invariants and passes no urgent jump is decided exactly, by intervals of time.
"""

from collections import deque
from fractions import Fraction
from itertools import product

from hy_tree import is_atom

HALF = Fraction(1, 2)


def value(s, state):
    return sum((q * state[name] for name, q in s.items() if name), s.get("", Fraction(0)))


def holds_atom(a, state):
    v = value(a[0], state)
    return v <= 0 if a[1] == "<=" else v < 0 if a[1] == "<" else v == 0


def holds(f, state):
    if isinstance(f, bool):
        return f
    if is_atom(f):
        return holds_atom(f, state)
    if f[0] == "not":
        return not holds(f[1], state)
    return (all if f[0] == "and" else any)(holds(p, state) for p in f[1])


def names_in(f, found):
    if is_atom(f):
        found.update(n for n in f[0] if n)
    elif not isinstance(f, bool):
        for p in (f[1] if isinstance(f[1], list) else [f[1]]):
            names_in(p, found)
    return found


class Jump:
    """One combination of edges: {automaton: edge}."""

    def __init__(self, net, edges):
        self.net, self.edges = net, edges
        self.asap = any(e.asap for e in edges.values())
        self.changes = [a for e in edges.values() for a in e.changes or []]
        self.kept = [v for v in net.kinds if self.keeps(v)]

    def keeps(self, v):
        net = self.net
        if net.kinds[v] == "parameter":
            return True
        mentioned = set().union(*[a[0] for a in self.changes]) if self.changes else set()
        if net.syntax == "hy":
            return v + "'" not in mentioned
        for i, a in enumerate(net.automata):
            if v in a.control:
                return i not in self.edges or self.edges[i].changes is None
        return False


def jumps_of(net):
    out = []
    for i, a in enumerate(net.automata):
        out += [Jump(net, {i: e}) for e in a.edges if not e.label]
    for label in sorted({l for a in net.automata for l in a.labels}):
        who = [i for i, a in enumerate(net.automata) if label in a.labels]
        choices = [[e for e in net.automata[i].edges if e.label == label] for i in who]
        out += [Jump(net, dict(zip(who, edges))) for edges in product(*choices)]
    return out


# --- lines through the state space

def times(a, here, change):
    """The moments t in 0..1 at which the atom holds on the line: (low, low_open, high, high_open) or None."""
    at, slope = value(a[0], here), value({n: q for n, q in a[0].items() if n}, change)
    everything = (Fraction(0), False, Fraction(1), False)
    if slope == 0:
        return everything if holds_atom((({"": at}), a[1]), {}) else None
    zero, is_open = -at / slope, a[1] == "<"
    if a[1] == "==":
        interval = (zero, False, zero, False)
    elif slope > 0:
        interval = (Fraction(0), False, zero, is_open)
    else:
        interval = (zero, is_open, Fraction(1), False)
    return meet(everything, interval)


def meet(a, b):
    if a is None or b is None:
        return None
    low = max((a[0], a[1]), (b[0], b[1]))
    high = min((a[2], not a[3]), (b[2], not b[3]))
    if low[0] > high[0] or (low[0] == high[0] and (low[1] or not high[1])):
        return None
    return (low[0], low[1], high[0], not high[1])


def intervals(f, here, change):
    """All moments at which a formula holds, as a list of intervals."""
    everything = [(Fraction(0), False, Fraction(1), False)]
    if isinstance(f, bool):
        return everything if f else []
    if is_atom(f):
        one = times(f, here, change)
        return [one] if one else []
    if f[0] == "not":
        return complement(intervals(f[1], here, change))
    parts = [intervals(p, here, change) for p in f[1]]
    if f[0] == "or":
        return [i for p in parts for i in p]
    out = everything
    for p in parts:
        out = [m for a in out for b in p if (m := meet(a, b))]
    return out


def complement(parts):
    out = [(Fraction(0), False, Fraction(1), False)]
    for p in parts:
        below, above = (Fraction(0), False, p[0], not p[1]), (p[2], not p[3], Fraction(1), False)
        out = [m for a in out for b in (below, above) if (m := meet(a, b))]
    return out


def covers(parts):
    return not complement(parts)


def before_the_end(parts):
    """Is one of the moments before the last one?"""
    return any(p[0] < 1 for p in parts)


# --- concrete states

FREE = [Fraction(n) for n in (-2, 0, 1, 3)]
DURATIONS = [HALF, Fraction(1), Fraction(2)]


class Walk:
    def __init__(self, net, most=4000):
        self.net, self.most = net, most
        self.jumps = jumps_of(net)
        self.unknown = False  # something urgent that this cannot judge

    def invariants_hold(self, where, state):
        return all(holds(a.locations[l].invariant, state) for a, l in zip(self.net.automata, where))

    def is_target(self, where, state):
        places, f = self.net.target
        return all(p is None or l in p for p, l in zip(places, where)) and holds(f, state)

    def initials(self):
        net = self.net
        for combination in product(*[a.initially for a in net.automata]):
            where = tuple(i for i, _ in combination)
            f = ("and", [g for _, g in combination])
            fixed = {}
            self.collect_values(f, fixed)
            options = [[fixed[v]] if v in fixed else FREE for v in net.kinds]
            for values in product(*options):
                state = dict(zip(net.kinds, values))
                if holds(f, state) and self.invariants_hold(where, state):
                    yield where, state

    def collect_values(self, f, fixed):
        if is_atom(f) and f[1] == "==" and len([n for n in f[0] if n]) == 1:
            name = next(n for n in f[0] if n)
            fixed[name] = -f[0].get("", 0) / f[0][name]
        elif not isinstance(f, bool) and not is_atom(f) and f[0] == "and":
            for p in f[1]:
                self.collect_values(p, fixed)

    # --- jumps

    def after(self, jump, where, state):
        """Some of the states behind a jump."""
        if any(where[i] != e.source or not holds(e.guard, state) for i, e in jump.edges.items()):
            return
        there = tuple(jump.edges[i].target if i in jump.edges else l for i, l in enumerate(where))
        names = [v for v in self.net.kinds if v not in jump.kept]
        for values in product(*[self.new_values(jump, v, state) for v in names]):
            new = dict(state)
            new.update(zip(names, values))
            both = dict(state)
            both.update({v + "'": q for v, q in new.items()})
            if all(holds_atom(a, both) for a in jump.changes) and self.invariants_hold(there, new):
                yield there, new

    def new_values(self, jump, v, state):
        """Fixed by an equation, or the ends of what the conditions allow, or a few."""
        p, ends = v + "'", set()
        for s, rel in jump.changes:
            if p not in s:
                continue
            if all(n == p or not n or not n.endswith("'") for n in s):
                end = -value({n: q for n, q in s.items() if n != p}, state) / s[p]
                if rel == "==":
                    return [end]
                ends.update([end, end + HALF, end - HALF])
        return sorted(ends) or FREE + [state[v]]

    def could_jump(self, jump, where, here, change):
        """Moments before the last one at which an urgent jump could be taken, if that can be said."""
        if any(where[i] != e.source for i, e in jump.edges.items()):
            return False
        there = [jump.edges[i].target if i in jump.edges else l for i, l in enumerate(where)]
        conditions = [e.guard for e in jump.edges.values()]
        conditions += [a.locations[l].invariant for a, l in zip(self.net.automata, there)]
        new = {v: {v: Fraction(1)} for v in jump.kept}
        rest = []
        for s, rel in jump.changes:
            primed = [n for n in s if n.endswith("'")]
            if rel == "==" and len(primed) == 1 and primed[0][:-1] not in new:
                q = s[primed[0]]
                new[primed[0][:-1]] = {n: -c / q for n, c in s.items() if n != primed[0]}
            else:
                rest.append((s, rel))
        free = [v for v in self.net.kinds if v not in new]
        needed = set()
        for a in self.net.automata:
            for l in [there[self.net.automata.index(a)]]:
                names_in(a.locations[l].invariant, needed)
        for atom in rest:
            needed.update(n[:-1] for n in atom[0] if n.endswith("'"))
        if any(v in needed for v in free):
            self.unknown = True
            return True
        conditions = [self.put(c, new, i >= len(jump.edges)) for i, c in enumerate(conditions)]
        conditions += [self.put_primed(a, new) for a in rest]
        return before_the_end(intervals(("and", conditions), here, change))

    def put(self, f, new, after):
        if isinstance(f, bool) or not after:
            return f
        if is_atom(f):
            out = {"": f[0].get("", Fraction(0))}
            for n, q in f[0].items():
                for m, c in (new[n].items() if n else ()):
                    out[m] = out.get(m, Fraction(0)) + q * c
            return (out, f[1])
        if f[0] == "not":
            return ("not", self.put(f[1], new, after))
        return (f[0], [self.put(p, new, after) for p in f[1]])

    def put_primed(self, atom, new):
        out = {"": atom[0].get("", Fraction(0))}
        for n, q in atom[0].items():
            parts = new[n[:-1]] if n.endswith("'") else {n: Fraction(1)} if n else {}
            for m, c in parts.items():
                out[m] = out.get(m, Fraction(0)) + q * c
        return (out, atom[1])

    # --- time

    def rates(self, where):
        atoms = [a for x, l in zip(self.net.automata, where) for a in x.locations[l].rates]
        options = []
        for v, kind in self.net.kinds.items():
            if kind != "analog":
                options.append([Fraction(1 if kind == "clock" else 0)])
                continue
            ends, exact = set(), None
            for s, rel in atoms:
                if set(s) - {""} == {v + "'"}:
                    end = -s.get("", 0) / s[v + "'"]
                    ends.update([end, end + HALF, end - HALF])
                    exact = end if rel == "==" else exact
            options.append([exact] if exact is not None else sorted(ends) or [Fraction(-1), Fraction(0), Fraction(1)])
        for values in product(*options):
            rate = dict(zip(self.net.kinds, values))
            if all(holds_atom(a, {v + "'": q for v, q in rate.items()}) for a in atoms):
                yield rate

    def may_pass(self, where, state, change):
        for a, l in zip(self.net.automata, where):
            if not covers(intervals(a.locations[l].invariant, state, change)):
                return False
        return not any(j.asap and self.could_jump(j, where, state, change) for j in self.jumps)

    def later(self, where, state):
        for rate in self.rates(where):
            for d in DURATIONS:
                change = {v: q * d for v, q in rate.items()}
                if any(change.values()) and self.may_pass(where, state, change):
                    yield where, {v: state[v] + change[v] for v in state}

    # --- exploring

    def shortest(self, depth):
        """The fewest steps in which the target was found, or None."""
        seen, todo = set(), deque()
        for where, state in self.initials():
            todo.append((where, state, 0))
        while todo and len(seen) < self.most:
            where, state, steps = todo.popleft()
            key = (where, tuple(state.values()))
            if key in seen:
                continue
            seen.add(key)
            if self.is_target(where, state):
                return steps
            if steps == depth:
                continue
            todo.extend((w, s, steps + 1) for w, s in self.later(where, state))
            for j in self.jumps:
                todo.extend((w, s, steps + 1) for w, s in self.after(j, where, state))
        return None
