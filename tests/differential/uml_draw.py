"""Random UML state machines as PlantUML text.

The same seed gives the same text. Most machines are valid; those that Selvage refuses are left
out by the caller. Profiles (uml.py --list) say what may occur.
"""

import random

PROFILES = {
    "flat": dict(depth=0, regions=0.0, points=0.0, history=0.0),
    "nested": dict(depth=2, regions=0.0),
    "orthogonal": dict(depth=2, regions=0.6),
    "deferral": dict(depth=2, regions=0.4, defer=0.5),
    "completion": dict(depth=2, regions=0.5, completion=0.6),
    "history": dict(depth=2, regions=0.3, history=0.6),
    "pseudo": dict(depth=2, regions=0.4, choice=0.5, points=0.4, joins=0.5),
    "objects": dict(depth=1, regions=0.3, objects=2),
    "all": dict(depth=3, regions=0.4, defer=0.25, history=0.25, choice=0.3, points=0.25, joins=0.3, activity=0.15),
}
PLAIN = dict(depth=1, regions=0.3, defer=0.1, completion=0.3, history=0.1, choice=0.2, points=0.1, joins=0.2,
             activity=0.05, objects=1)


class State:
    def __init__(self, name, region):
        self.name, self.region = name, region
        self.regions, self.lines, self.points = [], [], []

    def around(self):
        return self.region.state if self.region else None


class Region:
    def __init__(self, state):
        self.state, self.states, self.lines, self.pseudo = state, [], [], []


def top(region):
    return top(region.state.region) if region.state else region


def inside(state, outer):
    while state and state is not outer:
        state = state.around()
    return state is outer


class Drawer:
    def __init__(self, seed, profile):
        self.r = random.Random(seed)
        self.p = dict(PLAIN, **PROFILES[profile])
        self.count = 0
        self.arrows = []  # lines outside of all states
        self.states = []
        self.top = []

    def chance(self, p):
        return self.r.random() < p

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    # --- actions

    def term(self):
        return self.r.choice(["x", "y", "1", "2", "x + 1", "y + x", "(x + 1) % 3"])

    def condition(self):
        return self.r.choice(["x < 2", "x == y", "b", "!b", "y > 0", "x != 1 && b", "x == 0 || y == 1"])

    def statement(self, depth=0):
        kind = self.r.random()
        if kind < 0.35:
            return f"x = {self.r.choice(['(x + 1) % 3', 'y', '0', '(y + 1) % 3', '(x + y) % 3'])}"
        if kind < 0.5:
            return f"y = {self.r.choice(['(y + 1) % 2', '1', '0'])}"
        if kind < 0.6:
            return "b = !b"
        if kind < 0.7 and not depth:
            return f"if ({self.condition()}) {{ {self.statement(1)} }} else {{ {self.statement(1)} }}"
        if kind < 0.8 and self.sends:
            return f"send {self.r.choice(self.sends)}.{self.r.choice(self.sent)}"
        if kind < 0.83:
            return f"assert {self.r.choice(['x < 3', 'x != 2', 'y < 2'])}"
        return f"log \"{self.name('l')}\""

    def behavior(self):
        return "; ".join(self.statement() for _ in range(self.r.choice([1, 1, 2])))

    # --- the tree

    def region(self, state, depth):
        region = Region(state)
        for _ in range(self.r.choice([1, 2, 2, 3])):
            self.state(region, depth)
        return region

    def state(self, region, depth):
        s = State(self.name("S"), region)
        region.states.append(s)
        self.states.append(s)
        if depth and self.chance(0.45):
            n = self.r.choice([2, 2, 3]) if self.chance(self.p["regions"]) else 1
            s.regions = [self.region(s, depth - 1) for _ in range(n)]
        if self.chance(0.35):
            s.lines.append(f"{s.name} : entry / {self.behavior()}")
        if self.chance(0.35):
            s.lines.append(f"{s.name} : exit / {self.behavior()}")
        if self.chance(self.p["defer"]):
            s.lines.append(f"{s.name} : defer {self.r.choice(self.signals)}")
        if self.chance(0.12):
            s.lines.append(f"{s.name} : {self.r.choice(self.signals)}{self.guard(0.5)} / {self.behavior()}")
        if self.chance(self.p["activity"]):
            s.lines.append(f"{s.name} : do / {self.behavior()}")

    def guard(self, p=0.3):
        return f" [{self.condition()}]" if self.chance(p) else ""

    def effect(self, p=0.5):
        return f" / {self.behavior()}" if self.chance(p) else ""

    # --- where arrows lead

    def near(self, region):
        """The states that an arrow from the region may lead to: no arrow connects two regions of the machine."""
        return [s for s in self.states if top(s.region) is top(region)]

    def choice(self, region, depth=2):
        """A choice or junction in the region, with its branches."""
        name = self.name("C")
        kind = self.r.choice(["choice", "junction"])
        region.lines.append(f"state {name} <<{kind}>>")
        targets = [s for s in self.states if inside_region(s, region)] or region.states
        n = self.r.choice([1, 1, 2])
        for _ in range(n):
            self.arrows.append(f"{name} --> {self.r.choice(targets).name} : [{self.condition()}]{self.effect(0.3)}")
        last = self.choice(region, depth - 1) if depth and self.chance(0.2) else self.r.choice(targets).name
        if self.chance(0.9):
            self.arrows.append(f"{name} --> {last} : [else]{self.effect(0.3)}")
        return name

    def entry_point(self, s):
        name = self.name("E")
        s.points.append(f"state {name} <<entryPoint>>")
        for r in s.regions:
            if self.chance(0.5):
                self.arrows.append(f"{name} --> {self.r.choice(r.states).name} :{self.effect(0.4)}")
        return name

    def exit_point(self, s):
        name = self.name("X")
        s.points.append(f"state {name} <<exitPoint>>")
        outside = [o for o in self.near(s.region) if not inside(o, s)]
        target = self.r.choice(outside).name if outside else s.name
        self.arrows.append(f"{name} --> {target} :{self.effect(0.4)}")
        for r in s.regions:
            if self.chance(0.8):
                self.arrows.append(f"{self.r.choice(r.states).name} --> {name} : {self.trigger(True)}{self.effect(0.3)}")
        return name

    def target(self, source):
        kind = self.r.random()
        near = self.near(source.region)
        composite = [s for s in near if s.regions]
        if kind < self.p["choice"] * 0.5:
            return self.choice(source.region if self.chance(0.7) else self.r.choice(near).region)
        if composite and kind > 1 - self.p["history"] * 0.5:
            return self.r.choice(composite).name + self.r.choice(["[H]", "[H*]"])
        outer = [s for s in composite if not inside(source, s)]
        if outer and self.chance(self.p["points"] * 0.5):
            return self.entry_point(self.r.choice(outer))
        return self.r.choice(near).name if self.chance(0.6) else self.r.choice(source.region.states).name

    def trigger(self, always=False):
        if not always and self.chance(self.p["completion"] * 0.5):
            return ""
        return ", ".join(sorted(set(self.r.choice(self.signals) for _ in range(self.r.choice([1, 1, 1, 2])))))

    def transition(self):
        s = self.r.choice(self.states)
        trigger = self.trigger()
        label = f" : {trigger}{self.guard()}{self.effect()}"
        if self.chance(0.12):
            s.region.lines.append(f"{s.name} --> [*]{label}")
            return
        if s.regions and self.chance(0.2):
            inner = [t for t in self.states if t is not s and inside(t, s)]
            self.arrows.append("' <<local>>")
            self.arrows.append(f"{s.name} --> {self.r.choice(inner).name}{label}")
            return
        self.arrows.append(f"{s.name} --> {self.target(s)}{label}")

    def fork(self, s):
        name = self.name("F")
        outside = [o for o in self.near(s.region) if not inside(o, s)]
        region = self.r.choice(outside or [s]).region
        region.lines.append(f"state {name} <<fork>>")
        regions = [r for r in s.regions if self.chance(0.8)] or s.regions[:1]
        for r in regions:
            self.arrows.append(f"{name} --> {self.r.choice(r.states).name} :{self.effect(0.4)}")
        if outside:
            self.arrows.append(f"{self.r.choice(outside).name} --> {name} : {self.trigger(True)}")

    def join(self, s):
        name = self.name("J")
        outside = [o for o in self.near(s.region) if not inside(o, s)]
        region = self.r.choice(outside or [s]).region
        region.lines.append(f"state {name} <<join>>")
        for r in s.regions:
            if self.chance(0.85):
                self.arrows.append(f"{self.r.choice(r.states).name} --> {name} : {self.trigger()}{self.effect(0.4)}")
        self.arrows.append(f"{name} --> {(self.r.choice(outside) if outside else s).name} :{self.effect(0.4)}")

    def initials(self, region):
        if self.chance(0.93):
            via = self.choice(region, 0) if self.chance(self.p["choice"] * 0.15) else self.r.choice(region.states).name
            region.lines.append(f"[*] --> {via}{' :' + self.effect(1) if self.chance(0.25) else ''}")
        for s in region.states:
            for r in s.regions:
                self.initials(r)

    def machine(self, n, objects):
        self.states, self.arrows = [], []
        self.signals = ["e", "f", "g"][:self.r.choice([2, 3, 3])]
        self.sent = self.signals
        self.sends = (["self"] if self.chance(0.3) else []) + (["peer"] if objects > 1 else [])
        tops = self.r.choice([1, 1, 1, 2]) if self.p["regions"] else 1
        self.top = [self.region(None, self.p["depth"]) for _ in range(tops)]
        for r in self.top:
            self.initials(r)
        for s in list(self.states):
            if len(s.regions) > 1 and self.chance(self.p["joins"]):
                self.fork(s)
            if len(s.regions) > 1 and self.chance(self.p["joins"]):
                self.join(s)
            if s.regions and self.chance(self.p["points"] * 0.5):
                self.exit_point(s)
        for _ in range(self.r.choice([2, 3, 4, 5, 6]) + len(self.states) // 2):
            self.transition()
        if self.chance(0.04):
            s = self.r.choice(self.states)
            top(s.region).lines.append("state T <<terminate>>")
            self.arrows.append(f"{s.name} --> T : {self.r.choice(self.signals)}")
        return self.text(n, objects)

    # --- text

    def block(self, region):
        lines = list(region.lines)
        for s in region.states:
            lines.append(f"state {s.name}" + (" {" if s.regions else ""))
            if s.regions:
                lines += ["  " + l for l in s.points]
                for i, r in enumerate(s.regions):
                    lines += (["  --"] if i else []) + ["  " + l for l in self.block(r)]
                lines.append("}")
            lines += s.lines
        return lines

    def text(self, n, objects):
        lines = [f"@startuml K{n}", "' attributes: x: Integer, y: Integer = 1, b: Boolean"]
        if objects > 1:
            lines.append(f"' attributes: peer: K{3 - n if self.classes > 1 else n}")
        for i, r in enumerate(self.top):
            lines += (["--"] if i else []) + self.block(r)
        return lines + self.arrows + ["@enduml"]

    def model(self):
        objects = self.p["objects"]
        self.classes = self.r.choice([1, 2]) if objects > 1 else 1
        lines = [l for n in range(1, self.classes + 1) for l in self.machine(n, objects)]
        head = ["' signals: e, f, g"]
        if objects > 1:
            head.append(f"' objects: a: K1(peer = c), c: K{self.classes}(peer = a)")
            if self.chance(0.8):
                head.append("' environment: e")
        if self.chance(0.3) and not (objects > 1):
            head.append(f"' invariant i: {self.r.choice(['x < 2', '!b || y == 1', 'x != y'])}")
        return "\n".join(head + lines) + "\n"


def inside_region(s, region):
    while s:
        if s.region is region:
            return True
        s = s.around()
    return False


def options(seed):
    r = random.Random(seed * 7 + 1)
    return ["--deferral", r.choice(["pssm", "pssm", "thesis"]), "--pool", str(r.choice([1, 2, 2, 3]))]


def draw(seed, profile=None):
    """The text, the options and the profile of a seed."""
    names = sorted(PROFILES)
    profile = profile or names[seed % len(names)]
    return Drawer(seed, profile).model(), options(seed), profile
