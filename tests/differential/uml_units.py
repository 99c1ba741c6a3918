#!/usr/bin/env python3
"""A reading of our own of interleaved steps: the logs of all complete runs, from the text of a drawn machine.

usage: uml_units.py [--seed N] [--count N] [--profile P] [--selvage FILE] [--most N] [--no-shrink] [--print]
                   [--stimulus EVENTS FILE...]

Nothing is shared with src/lang/uml: the lines that uml_draw.py writes are read with a few patterns, and
what is under way in a step is a set of *threads*, one for each region in which something still has to be
done, each with a list of things to do. What has no behaviour is done at once; of the behaviours that come
next any may be. `selvage show --logs --regions interleaved` must find the same logs. Machines with `do`,
`assert` or several objects are drawn without them; those with a stuck choice, or too large, are left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from uml import candidates
from uml_draw import PROFILES, draw


class TooLarge(Exception):
    pass


class Vertex:
    def __init__(self, name, kind, region):
        self.name, self.kind, self.region = name, kind, region
        self.regions, self.out, self.defers = [], [], []
        self.entry = self.exit = None


class Region:
    def __init__(self, owner, number):
        self.owner, self.number, self.initial = owner, number, None


class Arrow:
    def __init__(self, source, target, label, kind):
        self.source, self.target, self.kind = source, target, kind
        m = re.fullmatch(r"([^\[/]*)(?:\[(.*?)\])?\s*(?:/(.*))?", label.strip())
        self.triggers = [w.strip() for w in m.group(1).split(",") if w.strip()]
        self.guard = m.group(2)
        self.effect = block(m.group(3)) if m.group(3) and m.group(3).strip() else None


# ---- behaviours: lists of (kind, …)

def expression(text):
    text = text.replace("&&", " and ").replace("||", " or ")
    return compile(re.sub(r"!(?!=)", " not ", text).strip(), "guard", "eval")


def split(text, sep):
    parts, depth, now = [], 0, ""
    for c in text:
        depth += (c in "({") - (c in ")}")
        if c == sep and not depth:
            parts.append(now)
            now = ""
        else:
            now += c
    return [p.strip() for p in parts + [now] if p.strip()]


def statement(text):
    m = re.fullmatch(r"if \((.*?)\) \{(.*?)\} else \{(.*?)\}", text)
    if m:
        return ("if", expression(m.group(1)), block(m.group(2)), block(m.group(3)))
    if text.startswith("log"):
        return ("log", text.split('"')[1])
    if text.startswith("send"):
        return ("send", text.split(".")[1].strip())
    name, value = text.split("=", 1)
    return ("set", name.strip(), expression(value))


def block(text):
    return [statement(s) for s in split(text, ";")]


# ---- the text

class Machine:
    def __init__(self, text):
        self.vertices, self.regions, self.arrows = {}, [], []
        stack = [self.region(None)]
        local = False
        self.top = [stack[0]]
        lines = []
        for line in text.splitlines():
            line = line.strip()
            if line.startswith("@") or re.match(r"' (attributes|signals|objects|environment|invariant)", line):
                continue
            if line == "' <<local>>":
                local = True
            elif line == "--":
                owner = stack[-1].owner
                stack[-1] = self.region(owner)
                (owner.regions if owner else self.top).append(stack[-1])
            elif line == "}":
                stack.pop()
            elif line.startswith("state "):
                m = re.fullmatch(r"state (\w+)(?: <<(\w+)>>)?( \{)?", line)
                kind = {"end": "terminate"}.get(m.group(2), m.group(2) or "state")
                v = Vertex(m.group(1), kind, stack[-1])
                if kind in ("entryPoint", "exitPoint"):
                    v.region = None
                    v.of = stack[-1].owner
                self.vertices[v.name] = v
                if m.group(3):
                    stack.append(self.region(v))
                    v.regions.append(stack[-1])
            elif line:
                lines.append((line, stack[-1], local))
                local = False
        for line, region, is_local in lines:
            self.line(line, region, is_local)

    def region(self, owner):
        self.regions.append(Region(owner, len(self.regions)))
        return self.regions[-1]

    def pseudo(self, kind, region):
        name = f"{kind}:{region.number}"
        if name not in self.vertices:
            self.vertices[name] = Vertex(name, kind, region)
        return self.vertices[name]

    def end(self, text, region, source):
        if text == "[*]":
            v = self.pseudo("initial" if source else "final", region)
            if source:
                region.initial = v
            return v
        m = re.fullmatch(r"(\w+)\[(H\*?)\]", text)
        if m:
            return self.pseudo(m.group(2), self.vertices[m.group(1)].regions[0])
        return self.vertices.setdefault(text, Vertex(text, "state", region))

    def line(self, line, region, local):
        m = re.fullmatch(r"(\S+) --> (\S+)(?: :(.*))?", line)
        if m:
            a, b = self.end(m.group(1), region, True), self.end(m.group(2), region, False)
            a.out.append(Arrow(a, b, m.group(3) or "", "local" if local else "external"))
            return
        name, rest = [x.strip() for x in line.split(":", 1)]
        v = self.vertices[name]
        m = re.fullmatch(r"(entry|exit) /(.*)", rest)
        if m:
            setattr(v, m.group(1), (getattr(v, m.group(1)) or []) + block(m.group(2)))
        elif rest.startswith("defer "):
            v.defers += [w.strip() for w in rest[6:].split(",")]
        else:
            v.out.append(Arrow(v, v, rest, "internal"))


# ---- where things are

def region_of(v):
    return v.of.region if v.kind in ("entryPoint", "exitPoint") else v.region


def owners(v):
    """States around the vertex, from the inside out; a point lies in its state."""
    s = v.of if v.kind in ("entryPoint", "exitPoint") else v.region.owner
    while s:
        yield s
        s = s.region.owner


def regions_around(v):
    r = region_of(v)
    while r:
        yield r
        r = r.owner.region if r.owner else None


def inside(v, s):
    """The vertex is the state or inside of it."""
    return v is s or s in owners(v)


def in_region(v, r):
    return r in regions_around(v)


def main_in(v, r):
    """The vertex of the region that is the vertex or around it."""
    if v.kind in ("entryPoint", "exitPoint"):
        v = v.of
    while v.region is not r:
        v = v.region.owner
    return v


def around(r):
    """The state with several regions that the region is part of."""
    while r.owner and len(r.owner.regions) == 1:
        r = r.owner.region
    return r.owner


def scope(t):
    """The innermost region that holds both ends."""
    if t.kind == "internal":
        return None
    a, b = t.source, t.target
    if a.kind == "entryPoint" or t.kind == "local":
        s = a.of if a.kind == "entryPoint" else a
        return next((r for r in s.regions if in_region(b, r)), None)
    if a.kind == "exitPoint":
        a = a.of
    if b.kind == "exitPoint":
        return next((r for r in regions_around(a) if r.owner is b.of), region_of(a))
    both = [r for r in regions_around(a) if in_region(b, r)]
    return both[0] if both else None


def left_by(t):
    """("vertex", v), ("region", r) or None."""
    r = scope(t)
    a = t.source.of if t.source.kind == "exitPoint" else t.source
    if not r or a.kind == "entryPoint":
        return None
    if not in_region(a, r):
        return ("region", r)
    v = main_in(a, r)
    return ("vertex", v) if v.kind == "state" else None


def in_part(v, part):
    return bool(part) and bool(v) and (inside(v, part[1]) if part[0] == "vertex" else in_region(v, part[1]))


def joined_state(j):
    sources = j.sources
    return next(s for s in owners(sources[0]) if len(s.regions) > 1 and all(inside(x, s) and x is not s for x in sources))


def forked_state(f):
    targets = [t.target for t in f.out]
    return next(s for s in owners(targets[0]) if len(s.regions) > 1 and all(inside(x, s) and x is not s for x in targets))


def leg_region(v, s):
    return next(r for r in s.regions if in_region(v, r))


def leads_out(source, v, depth=6):
    if v.kind == "join":
        return True
    if v.kind not in ("choice", "junction", "fork", "exitPoint") or not depth:
        return False
    for t in v.out:
        part = left_by(t)
        if part and part[0] == "vertex" and any(len(s.regions) > 1 and inside(s, part[1]) for s in owners(source)):
            return True
        if leads_out(source, t.target, depth - 1):
            return True
    return False


# ---- a state: act[region], values, pending, deferred, completions, kept[region], threads, over

class State:
    __slots__ = ("act", "val", "pend", "held", "comp", "kept", "thr", "over", "log", "cont")

    def copy(self):
        s = State()
        s.act, s.val, s.kept = dict(self.act), dict(self.val), dict(self.kept)
        s.pend, s.held, s.comp, s.thr, s.log = (list(x) for x in (self.pend, self.held, self.comp, self.thr, self.log))
        s.over, s.cont = self.over, None
        return s

    def go(self, home, items):
        """The thread at hand goes on with these."""
        if items:
            self.cont = (home, tuple(items))
            self.thr.append(self.cont)

    def key(self):
        return (tuple(sorted((r.number, v if isinstance(v, tuple) else v.name) for r, v in self.act.items())),
                tuple(sorted(self.val.items())), tuple(self.pend), tuple((e, v.name) for e, v in self.held),
                tuple(v.name for v in self.comp), tuple(sorted((r.number, v.name) for r, v in self.kept.items())),
                tuple(sorted(repr([h and h.name, [show(i) for i in items]]) for h, items in self.thr)), self.over,
                tuple(self.log))


def show(item):
    return [x if isinstance(x, (str, int, type(None))) else id(x) if not isinstance(x, (list, tuple)) else
            [id(y) for y in x] for x in item]


class Explorer:
    def __init__(self, machine, stimulus, most):
        self.m, self.most = machine, most
        for v in machine.vertices.values():
            if v.kind in ("join", "exitPoint"):
                v.sources = [t.source for w in machine.vertices.values() for t in w.out if t.target is v]
        s = State()
        s.act, s.val, s.kept = {}, {"x": 0, "y": 1, "b": False}, {}
        s.pend, s.held, s.comp, s.thr, s.log, s.over = list(stimulus), [], [], [], [], False
        if len(machine.top) == 1:
            s.thr.append((None, (("default", machine.top[0]),)))
        else:
            s.thr += [(None, (("default", r),)) for r in machine.top]
        self.first = s

    # behaviours

    def behave(self, s, b):
        for st in b or []:
            if st[0] == "log":
                s.log.append(st[1])
            elif st[0] == "send":
                s.pend.append(st[1])
            elif st[0] == "set":
                s.val[st[1]] = eval(st[2], {}, dict(s.val))
            else:
                self.behave(s, st[2] if eval(st[1], {}, dict(s.val)) else st[3])

    def true(self, s, text):
        return bool(eval(expression(text), {}, dict(s.val)))

    # activity

    def active(self, s, v):
        return s.act.get(v.region) is v and all(s.act.get(w.region) is w for w in owners(v))

    def active_states(self, s):
        return [v for v in s.act.values() if isinstance(v, Vertex) and v.kind == "state"]

    def ways(self, s, t):
        """Compounds from this arrow on whose guards hold: lists of arrows."""
        siblings = [u for u in t.source.out if u is not t]
        lonely = t.source.kind == "choice" and not t.guard and any(u.guard for u in siblings)
        if t.guard == "else" or lonely:
            good = not any(u.guard and u.guard != "else" and self.true(s, u.guard) for u in siblings)
        else:
            good = not t.guard or self.true(s, t.guard)
        if not good:
            return []
        if t.target.kind != "junction":
            return [[t]]
        return [[t] + rest for u in t.target.out for rest in self.ways(s, u)]

    # leaving

    def remove(self, s, gone):
        """These states are left now, together; the innermost come first."""
        for v in gone:
            s.kept[v.region] = v
            if v in s.comp:
                s.comp.remove(v)
        for r in [r for r, v in s.act.items() if r.owner in gone]:
            v = s.act.pop(r)
            if isinstance(v, Vertex) and v.kind == "final":
                s.kept.pop(r, None)
        for v in gone:
            s.act.pop(v.region, None)
        back = [e for e, h in s.held if h in gone]
        s.held = [(e, h) for e, h in s.held if h not in gone]
        s.pend = back + s.pend

    def part_active(self, s, part):
        found = [v for v in self.active_states(s) if in_part(v, part)]
        return sorted(found, key=lambda v: -len(list(owners(v))))

    def leave(self, s, part):
        if not part:
            return
        self.remove(s, self.part_active(s, part))
        if part[0] == "region":
            s.act.pop(part[1], None)
        s.thr = [(h, items) for h, items in s.thr if not in_part(h, part)]

    def head(self, items):
        return items[0] if items else None

    def last_at(self, s, t):
        j = t.target
        state = j.of if j.kind == "exitPoint" else joined_state(j)
        mine = leg_region(t.source, state)
        legs = {leg_region(x, state) for x in j.sources if x is not state and x.kind != "exitPoint"}
        return all(s.act.get(r) == ("wait", j.name) for r in legs if r is not mine), state, mine

    def part_of(self, s, item):
        """What the segment is about to leave, now."""
        t = item[1][item[2]]
        if t.target.kind == "join":
            last, state, mine = self.last_at(s, t)
            return left_by(t) if last else ("vertex", main_in(t.source, mine))
        return left_by(t)

    def gives_way(self, s, thread, other):
        item = self.head(thread[1])
        if item[0] != "seg":
            return False
        t = item[1][item[2]]
        if item[2] == 0 and t.source.kind == "state" and leads_out(t.source, item[1][-1].target):
            return True
        if t.target.kind == "join" and not self.last_at(s, t)[0]:
            return False
        return item[3] == 0 and in_part(other[0], left_by(t))

    def rests(self, s, part, me):
        for k, th in enumerate(s.thr):
            if th is not me and in_part(th[0], part) and not self.gives_way(s, th, me):
                return False
        return True

    # steps: (has a behaviour, next state)

    def steps(self, s):
        ways = [self.thread_steps(s, th) for th in s.thr]
        at_once = [any(not acts for acts, _ in way) for way in ways]
        # Of several ways on of one thread none is before the others.
        found = [f for k, way in enumerate(ways) for f in way
                 if not f[0] or not any(b for j, b in enumerate(at_once) if j != k)]
        if not any(at_once):
            found += self.exits(s)
        if found:
            return found
        if s.thr or s.over:
            return []
        return [(True, n) for n in self.dispatch(s)]

    def but(self, s, th, items=None, home=None):
        """A copy in which the thread goes on with these items."""
        n = s.copy()
        k = next(i for i, x in enumerate(s.thr) if x is th)
        del n.thr[k]
        n.go(home, items)
        return n

    def exits(self, s):
        """Exit behaviours of states that some thread is about to leave, each when all inside of it have happened."""
        ready, found = {}, []
        for th in s.thr:
            item = self.head(th[1])
            if item[0] != "seg" or item[3]:
                continue
            t, parts = item[1][item[2]], [self.part_of(s, item)]
            if t.target.kind == "join":  # the region of its source may be left while others are not done
                parts.append(("vertex", main_in(t.source, self.last_at(s, t)[2])))
            for part in parts:
                if part and self.rests(s, part, th):
                    for v in self.part_active(s, part):
                        ready.setdefault(v.name, []).append(th)
        for name in ready:
            v = self.m.vertices[name]
            below = [w for w in self.active_states(s) if w is not v and inside(w, v) and w.exit]
            if not v.exit or below:
                continue
            n = s.copy()
            self.behave(n, v.exit)
            gone = [w for w in self.part_active(n, ("vertex", v))]
            # Who is under way inside and does not leave the state does not go on.
            n.thr = [x for x in n.thr if not (x[0] and inside(x[0], v)) or
                     (self.head(x[1])[0] == "seg" and not self.head(x[1])[3] and in_part(v, self.part_of(s, self.head(x[1]))))]
            self.remove(n, gone)
            found.append((True, n))
        return found

    def acts(self, item):
        if item[0] == "seg":
            return bool(item[1][item[2]].effect)
        return item[0] == "eff" or (item[0] == "enter" and bool(item[1].entry))

    def waits(self, item):
        """Others may have to go first: what is left has exits, or several regions behind a pseudostate."""
        if item[0] != "seg":
            return False
        t = item[1][item[2]]
        part, states = left_by(t), [v for v in self.m.vertices.values() if v.kind == "state"]
        behind = t.source.kind != "state" or t.target.kind == "join"
        return any(in_part(v, part) and (v.exit or (behind and len(v.regions) > 1)) for v in states)

    def thread_steps(self, s, th, may=True, first=True):
        """At most one behaviour, and all that needs none."""
        item, rest = th[1][0], list(th[1][1:])
        if not first and (self.waits(item) or (self.acts(item) and not may)):
            return [(not may, s)]
        after = getattr(self, "do_" + item[0])(s, th, item, rest)
        if not after and not first:
            return [(not may, s)]
        found = []
        for acted, n in after:
            go, n.cont = n.cont, None
            found += self.thread_steps(n, go, may and not acted, False) if go else [(acted or not may, n)]
        return found

    def do_seg(self, s, th, item, rest):
        path, k = item[1], item[2]
        t = path[k]
        if t.kind == "internal":
            n = self.but(s, th, rest, th[0])
            self.behave(n, t.effect)
            return [(bool(t.effect), n)]
        if t.source.kind == "fork" and t is t.source.out[0]:
            return self.fork(s, th, t, rest)
        part = self.part_of(s, item)
        gone = t.target.kind == "join" and not self.active(s, self.last_at(s, t)[1])
        if gone:
            part = left_by(t)
        if part and (not self.rests(s, part, th) or any(v.exit for v in self.part_active(s, part))):
            return []
        joins = t.target.kind == "join" and not gone and not self.last_at(s, t)[0]
        n = self.but(s, th)
        self.leave(n, part)
        r = scope(t)
        self.behave(n, t.effect)
        acts = bool(t.effect)
        if joins:
            _, state, mine = self.last_at(s, t)
            n.act[mine] = ("wait", t.target.name)
            n.go(th[0], rest)
            return [(acts, n)]
        if t.target.kind == "exitPoint":
            return [(acts, m) for m in self.out(n, t, r, rest)]
        if r:
            n.go(around(r), (("into", r, t.target, "", path, k), *rest))
        else:
            n.go(th[0], rest)
        return [(acts, n)]

    def out(self, s, t, r, rest):
        x = t.target
        if len(x.of.regions) > 1:
            last, _, mine = self.last_at(s, t)
            if not last:
                s.act[mine] = ("wait", x.name)
                return [s]
        return self.branch(s, x, around(x.of.region), rest)

    def branch(self, s, v, home, rest):
        found = []
        for t in v.out:
            for path in self.ways(s, t):
                n = s.copy()
                n.go(v.of if v.kind == "exitPoint" and len(v.of.regions) > 1 else home, (("seg", path, 0, 0), *rest))
                found.append(n)
        return found

    def fork(self, s, th, t, rest):
        f = t.source
        part = left_by(t)
        if part and (not self.rests(s, part, th) or any(v.exit for v in self.part_active(s, part))):
            return []
        n = self.but(s, th)
        self.leave(n, part)
        state, r = forked_state(f), scope(t)
        for leg in f.out:
            region = leg_region(leg.target, state)
            items = [("eff", leg)] if leg.effect else []
            n.thr.append((state, (*items, ("leg", f, state, region, leg.target))))
        n.thr.append((around(r), (("fork", f, r, state), *rest)))
        return [(False, n)]

    def do_eff(self, s, th, item, rest):
        n = self.but(s, th, rest, th[0])
        self.behave(n, item[1].effect)
        return [(True, n)]

    def do_leg(self, s, th, item, rest):
        _, f, state, region, target = item
        if not self.active(s, state):
            return []
        return [(False, self.but(s, th, [("into", region, target, "", None, 0)] + rest, th[0]))]

    def do_fork(self, s, th, item, rest):
        _, f, r, state = item
        if not any(self.head(x[1])[0] == "leg" and self.head(x[1])[1] is f for x in s.thr):
            return []
        return [(False, self.but(s, th, [("enter", main_in(state, r), f, "fork", None, 0)] + rest, th[0]))]

    def do_default(self, s, th, item, rest):
        r = item[1]
        n = self.but(s, th)
        if not r.initial:
            n.go(th[0], rest)
            return [(False, n)]
        return [(False, m) for m in self.branch(n, r.initial, th[0], rest)]

    def do_into(self, s, th, item, rest):
        _, r, goal, way, path, k = item
        v = main_in(goal, r)
        if v is not goal:
            return [(False, self.but(s, th, [("enter", v, goal, way, path, k)] + rest, around(r)))]
        return self.arrive(s, th, goal, way, path, k, rest)

    def arrive(self, s, th, v, way, path, k, rest):
        home = around(v.region)
        if v.kind == "state":
            return [(False, self.but(s, th, [("enter", v, v, way, path, k)] + rest, home))]
        n = self.but(s, th)
        if v.kind == "final":
            n.act[v.region] = v
            n.kept.pop(v.region, None)
            n.go(home, rest)
            if not v.region.owner:
                if all(isinstance(n.act.get(r), Vertex) and n.act[r].kind == "final" for r in self.m.top) and not n.thr:
                    n.over = True
                    n.pend = []
            elif not any(i[0] == "settle" and i[1] is v.region.owner for i in rest):
                self.settle(n, v.region.owner)
            return [(False, n)]
        if v.kind in ("choice", "initial", "join"):
            return [(False, m) for m in self.branch(n, v, home, rest)]
        if v.kind == "junction":
            n.go(home, (("seg", path, k + 1, 0), *rest))
            return [(False, n)]
        if v.kind == "fork":
            n.go(home, (("seg", [v.out[0]], 0, 0), *rest))
            return [(False, n)]
        if v.kind == "terminate":
            n.thr, n.over, n.pend, n.act, n.cont = [], True, [], {}, None
            return [(False, n)]
        last = n.kept.get(v.region)
        if last:
            n.go(home, (("enter", last, last, "deep" if v.kind == "H*" else "", None, 0), *rest))
            return [(False, n)]
        if v.out:
            return [(False, m) for m in self.branch(n, v, home, rest)]
        n.go(home, (("default", v.region), *rest))
        return [(False, n)]

    def do_enter(self, s, th, item, rest):
        _, v, goal, way, path, k = item
        n = self.but(s, th)
        n.act[v.region] = v
        self.behave(n, v.entry)
        todo = []
        for r in v.regions:
            n.act.pop(r, None)
            task = self.region_task(n, v, r, goal, way, path, k)
            if task:
                todo.append((r, task))
        if len(v.regions) > 1:
            n.thr += [(v, (task,)) for r, task in todo]
            n.go(th[0], rest)
            if not todo:
                self.settle(n, v)
        else:
            items = [task for _, task in todo] + [("settle", v)] + rest
            n.go(around(v.region), items)
        return [(bool(v.entry), n)]

    def region_task(self, s, v, r, goal, way, path, k):
        if way == "fork":
            state = forked_state(goal)
            if state is v:
                if any(in_region(t.target, r) for t in goal.out):
                    return None
                return ("default", r) if r.initial else None
            return ("enter", main_in(state, r), goal, "fork", None, 0) if in_region(state, r) else self.default(r)
        if goal.kind == "entryPoint" and goal.of is v:
            leg = next((t for t in goal.out if in_region(t.target, r)), None)
            return ("seg", [leg], 0, 0) if leg else self.default(r)
        if goal is not v and in_region(goal, r):
            return ("into", r, goal, way, path, k)
        if way == "deep" and goal is v:
            last = s.kept.get(r)
            return ("enter", last, last, "deep", None, 0) if last else None
        return self.default(r)

    def default(self, r):
        return ("default", r) if r.initial else None

    def do_settle(self, s, th, item, rest):
        n = self.but(s, th, rest, th[0])
        self.settle(n, item[1])
        return [(False, n)]

    def settle(self, s, v):
        """A completion event, if the state has completed and something waits for that."""
        if v in s.comp or not self.active(s, v) or not any(t.kind != "internal" and not t.triggers for t in v.out):
            return
        for r in v.regions:
            at = s.act.get(r)
            if at is not None and not (isinstance(at, Vertex) and at.kind == "final"):
                return
            if len(v.regions) > 1 and any(h is v and self.in_it(items, r) for h, items in s.thr):
                return
        s.comp.append(v)

    def in_it(self, items, r):
        """Is this thread one of the region?"""
        for i in items:
            for x in i[1:]:
                if x is r or (isinstance(x, Vertex) and x.kind not in ("fork",) and region_of(x) and in_region(x, r)):
                    return True
                if isinstance(x, list) and x and in_region(x[-1].target, r):
                    return True
        return False

    # events

    def dispatch(self, s):
        if s.comp:
            n = s.copy()
            v = n.comp.pop(0)
            ways = [p for t in v.out if t.kind != "internal" and not t.triggers for p in self.ways(s, t)]
            if not ways:
                return [n]
            return [self.fired(n, [p]) for p in ways]
        if not s.pend:
            return []
        event, n = s.pend[0], s.copy()
        n.pend.pop(0)
        enabled = {}
        for v in self.active_states(s):
            ways = [p for t in v.out if event in t.triggers for p in self.ways(s, t)]
            if ways:
                enabled[v] = ways
        holders = [v for v in self.active_states(s) if event in v.defers and not any(inside(w, v) for w in enabled)]
        if holders:
            order = list(self.m.vertices.values())
            holders.sort(key=lambda v: (-len(list(owners(v))), order.index(v)))
            n.held.append((event, holders[0]))
            return [n]
        firing = {v: w for v, w in enabled.items() if not any(u is not v and inside(u, v) for u in enabled)}
        if not firing:
            return [n]
        sets = [[]]
        for v, ways in firing.items():
            sets = [old + [p] for old in sets for p in ways]
        found = {}
        for chosen in sets:
            for some in self.largest(chosen):
                found[tuple(sorted(id(p[0]) * 31 + id(p[-1]) for p in some))] = some
        return [self.fired(n, some) for some in found.values()]

    def rivals(self, p, q):
        for x, y in ((p, q), (q, p)):
            if x[0].kind == "internal" or x[0].target.kind in ("join", "exitPoint"):
                continue
            part = left_by(x[0])
            if part and part[0] == "vertex" and inside(y[0].source, part[1]):
                return True
        return False

    def largest(self, paths):
        """Sets without rivals to which nothing can be added."""
        found = []
        for bits in range(1 << len(paths)):
            some = [p for k, p in enumerate(paths) if bits >> k & 1]
            if any(self.rivals(p, q) for p in some for q in some if p is not q):
                continue
            if all(any(self.rivals(p, q) for q in some) for p in paths if p not in some):
                found.append(some)
        return found

    def fired(self, s, paths):
        n = s.copy()
        for p in paths:
            n.thr.append((around(p[0].source.region), (("seg", p, 0, 0),)))
        return n

    def logs(self):
        seen, todo, found = set(), [self.first], set()
        while todo:
            s = todo.pop()
            key = s.key()
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > self.most or len(s.log) > 60:
                raise TooLarge
            after = self.steps(s)
            todo += [n for _, n in after]
            if not after:
                found.add("::".join(s.log))
        return found


# ---- comparison

def prepared(seed, profile):
    text, _, profile = draw(seed, profile)
    text = re.sub(r"assert [^;\n}]*", 'log "a"', text)
    lines = [l for l in text.splitlines() if " : do /" not in l and "' invariant" not in l]
    used = [s for s in ("e", "f", "g") if re.search(rf"\b{s}\b", "\n".join(lines[2:]))]
    return "\n".join(lines) + "\n", (used * 3)[seed % 3:][:3], profile


def selvage_logs(args, path, stimulus):
    options = ["--regions", "interleaved", "--deferral", "pssm", "--time", "10"]
    if stimulus:
        options += ["--stimulus", " ".join(stimulus)]
    done = subprocess.run([args.selvage, "check", "--quiet", "--engine", "explicit", "--keep-going", "--pool", "12",
                           "--reduction", "off", *options, path], capture_output=True, text=True, check=False)
    if re.search(r"violated +assertion (stuck|overflow|division|loop)|stuck choice", done.stdout):
        return None
    done = subprocess.run([args.selvage, "show", "--logs", "--pool", "12", *options, path], capture_output=True,
                          text=True, check=False)
    if done.returncode == 2:
        return None
    if done.returncode:
        raise RuntimeError(done.stderr[:500])
    return set(done.stdout.splitlines())


def compare(args, text, stimulus):
    """(logs of Selvage alone, logs of ours alone), or None if the machine is left out."""
    with tempfile.NamedTemporaryFile("w", suffix=".puml") as f:
        f.write(text)
        f.flush()
        wanted = selvage_logs(args, f.name, stimulus)
    if wanted is None:
        return None
    try:
        ours = Explorer(Machine(text), stimulus, args.most).logs()
    except TooLarge:
        return None
    return wanted - ours, ours - wanted


def shrink(args, text, stimulus):
    """Fewer lines on which we still differ."""
    lines, left, found = text.splitlines(), 250, True
    while found and left > 0:
        found = False
        for some in candidates(lines):
            left -= 1
            try:
                difference = compare(args, "\n".join(some) + "\n", stimulus)
            except (RuntimeError, KeyError, AttributeError, IndexError, StopIteration, ValueError, NameError, SyntaxError):
                continue
            if difference and any(difference):
                lines, found = some, True
                break
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--profile", choices=sorted(PROFILES))
    parser.add_argument("--selvage", default="build/release/selvage")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--most", type=int, default=60000, help="states with their logs")
    parser.add_argument("--stimulus", default="")
    args = parser.parse_args()
    args.selvage = os.path.abspath(args.selvage)
    names = [p for p in sorted(PROFILES) if p != "objects"]
    good = wrong = left_out = 0
    for seed in args.files or range(args.seed, args.seed + args.count):
        if args.files:
            text, stimulus, profile = open(seed, encoding="utf-8").read(), args.stimulus.split(), "file"
        else:
            text, stimulus, profile = prepared(seed, args.profile or names[seed % len(names)])
        if args.print:
            print(f"' stimulus: {' '.join(stimulus)}\n{text}", end="")
            continue
        difference = compare(args, text, stimulus)
        if difference is None:
            left_out += 1
        elif not any(difference):
            good += 1
        else:
            wrong += 1
            small = text if args.files or args.no_shrink else shrink(args, text, stimulus)
            alone, lacks = (sorted(d)[:3] for d in difference)
            print(f"seed {seed} ({profile}), stimulus {' '.join(stimulus)}: Selvage alone has {alone}, lacks {lacks}\n{small}",
                  flush=True)
    print(f"{good} machines with the same logs, {left_out} left out, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
