"""Random process programs: trees of tuples, and their text.

Expressions: ("n", 3) ("b", True) ("v", "x") ("a", "a", e) (op, e, f) ("!", e) ("-", e) ("if", c, e, f)
("len", "q") ("full", "q") ("held", "m") ("mine", "m"). Statements: see the methods of Draw. Places are
("v", name) or ("a", name, index).
"""

import random

# name: (kind, low, high, cells); kind is "int" (a range), "byte" (wraps) or "bool"
GLOBALS = {"x": ("int", 0, 3, 0), "y": ("int", -2, 2, 0), "c": ("byte", 0, 255, 0), "b": ("bool", 0, 1, 0),
           "a": ("int", 0, 2, 3)}
LOCALS = {"t": ("int", 0, 3, 0), "u": ("bool", 0, 1, 0)}
PARAMETER = {"p": ("int", 0, 3, 0)}
TYPES = {**GLOBALS, **LOCALS, **PARAMETER}
CHANNELS = {"q": ("int", 0, 2, 2)}  # the last number is the capacity
LOCKS = ["m"]


class Program:
    def __init__(self):
        self.values = {}     # of globals; None: any
        self.body = []       # of each process
        self.daemon = []
        self.function = []   # statements of f(p)
        self.invariant = None


def is_fixed(e):
    """A constant."""
    return e[0] in ("n", "b") or (e[0] not in ("v", "a", "len", "full", "held", "mine")
                                  and all(is_fixed(x) for x in e[1:]))


class Draw:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.local = self.in_function = False
        self.serial = 0      # of assertions

    def visible(self, kind):
        names = list(GLOBALS) + (list(LOCALS) if self.local else []) + (["p"] if self.in_function else [])
        return [n for n in names if (TYPES[n][0] == "bool") == (kind == "bool")]

    def number(self, depth):
        pick = self.r.randrange(12)
        if depth <= 0 or pick < 3:
            return ("n", self.r.randrange(4))
        if pick < 7:
            return self.place(self.r.choice(self.visible("int")), depth - 1)
        if pick < 10:
            return self.arithmetic(depth)
        if pick == 10:
            test = self.truth(depth - 1)
            return ("if", ("v", "b") if is_fixed(test) else test, self.number(depth - 1), self.number(depth - 1))
        return self.r.choice([("len", "q"), ("-", self.number(depth - 1))])

    def arithmetic(self, depth):
        op, left, right = self.r.choice("+-+-*/%"), self.number(depth - 1), self.number(depth - 1)
        if op in "/%" and is_fixed(right):
            right = ("n", self.r.randint(1, 3))  # a divisor that is always 0 is no program
        return (op, left, right)

    def tamed(self, e, low, high):
        """Constants have to be in range, too."""
        return ("n", self.r.randint(max(low, 0), high)) if is_fixed(e) else e

    def truth(self, depth):
        pick = self.r.randrange(10)
        if depth <= 0 or pick < 2:
            return ("v", self.r.choice(self.visible("bool")))
        if pick < 6:
            return (self.r.choice(["==", "!=", "<", "<=", ">", ">="]), self.number(depth - 1), self.number(depth - 1))
        if pick < 8:
            return (self.r.choice(["&&", "||", "->"]), self.truth(depth - 1), self.truth(depth - 1))
        if pick == 8:
            return ("!", self.truth(depth - 1))
        return self.r.choice([("full", "q"), ("held", "m")] + ([("mine", "m")] if self.local else []))

    def place(self, name, depth):
        if not TYPES[name][3]:
            return ("v", name)
        index = ("n", 0) if self.r.random() < 0.6 else self.number(depth)
        return ("a", name, self.tamed(index, 0, 2))

    def target(self):
        kind = self.r.choice(["int", "int", "bool"])
        names = [n for n in self.visible(kind) if n != "p"]
        return self.place(self.r.choice(names), 1)

    def value_for(self, target, depth=2):
        kind, low, high, _ = TYPES[target[1]]
        if kind == "bool":
            return self.truth(depth)
        e = self.tamed(self.number(depth), low, min(high, 3))
        if self.r.random() < 0.5 and kind == "int" and low == 0:
            return ("%", e, ("n", high + 1))  # mostly in range
        return e

    def guard(self):
        pick = self.r.randrange(6)
        if pick < 3:
            return ("await", self.truth(2))
        return [("send", "q", self.message()), ("recv", "q", ("v", self.r.choice(["x", "t"] if self.local else ["x", "c"]))), ("acq", "m")][pick - 3]

    def message(self):
        return self.tamed(self.number(1), 0, 2)

    def block(self, depth, loops, most=3):
        return [self.statement(depth, loops) for _ in range(self.r.randint(1, most))]

    def statement(self, depth, loops):
        pick = self.r.randrange(24)
        if depth > 0 and pick < 3:
            return ("if", self.truth(2), self.block(depth - 1, loops, 2),
                    self.block(depth - 1, loops, 2) if self.r.random() < 0.5 else [])
        if depth > 0 and pick < 5:
            forever = self.r.random() < 0.3
            return ("while", None if forever else self.truth(2), self.block(depth - 1, loops + 1, 2))
        if depth > 0 and pick < 7:
            branches = [(self.guard(), self.block(depth - 1, loops, 2) if self.r.random() < 0.7 else [])
                        for _ in range(self.r.randint(1, 3))]
            other = self.block(depth - 1, loops, 1) if self.r.random() < 0.4 else None
            return ("choose", branches, other)
        if depth > 0 and pick < 10:
            return ("atomic", self.block(depth - 1, loops, 3))
        return self.simple(pick, loops)

    def simple(self, pick, loops):
        if loops and pick == 10:
            return ("break",)
        if pick == 11 and not self.in_function:
            return ("call", self.tamed(self.number(1) if self.r.random() < 0.5 else ("n", 0), 0, 3))
        if pick == 12:
            return ("send", "q", self.message())
        if pick == 13:
            return ("recv", "q", self.r.choice([None, ("v", "x")]))
        if pick == 14:
            return ("acq", "m")
        if pick == 15:
            return ("rel", "m")
        if pick == 16:
            return ("await", self.truth(1))
        if pick == 17:
            self.serial += 1
            return ("assert", self.truth(2), self.serial)
        if pick == 18:
            return ("havoc", ("v", self.r.choice(["x", "b"])))
        if pick == 19:
            return ("assign", [(("v", "x"), self.value_for(("v", "x"))), (("v", "b"), self.truth(1))])
        target = self.target()
        return ("assign", [(target, self.value_for(target))])

    def program(self):
        p = Program()
        self.in_function = True
        self.local = False
        p.function = self.block(1, 0, 2)
        self.in_function = False
        for name, (kind, low, high, cells) in GLOBALS.items():
            p.values[name] = None if self.r.random() < 0.2 and kind != "byte" else self.r.randint(low, min(high, 3))
        self.local = True
        for _ in range(self.r.randint(1, 3)):
            p.body.append(self.block(2, 0, 4))
            p.daemon.append(self.r.random() < 0.2)
        self.local = False
        p.invariant = self.truth(2)
        return p


def freeze(x):
    return tuple(freeze(y) for y in x) if isinstance(x, (list, tuple)) else x


def draw(seed):
    p = Draw(seed).program()
    p.function, p.body = freeze(p.function), freeze(p.body)
    return p


# --- text

def show(e):
    op = e[0]
    if op == "n":
        return str(e[1])
    if op == "b":
        return "true" if e[1] else "false"
    if op == "v":
        return e[1]
    if op == "a":
        return f"{e[1]}[{show(e[2])}]"
    if op in ("len", "full", "held", "mine"):
        return f"{op}({e[1]})"
    if op == "if":
        return f"(if {show(e[1])} then {show(e[2])} else {show(e[3])})"
    if len(e) == 2:
        return f"{op}({show(e[1])})"
    return f"({show(e[1])} {op} {show(e[2])})"


class Writer:
    """Writes a program; lines[n] is where assertion number n stands."""

    def __init__(self):
        self.out = []
        self.lines = {}

    def line(self, depth, text):
        self.out.append("  " * depth + text)

    def plain(self, s):
        kind = s[0]
        if kind == "assign":
            return ", ".join(show(t) for t, _ in s[1]) + " = " + ", ".join(show(e) for _, e in s[1])
        if kind in ("await", "assert", "havoc"):
            return f"{kind} {show(s[1])}"
        if kind == "send":
            return f"{s[1]} ! {show(s[2])}"
        if kind == "recv":
            return f"{s[1]} ? {show(s[2]) if s[2] else '_'}"
        if kind == "call":
            return f"f({show(s[1])})"
        return {"acq": "acquire(m)", "rel": "release(m)", "break": "break", "skip": "skip"}[kind]

    def block(self, depth, body):
        for s in body:
            self.statement(depth, s)

    def choose(self, depth, s):
        self.line(depth, "choose {")
        for guard, body in s[1]:
            text = show(guard[1]) if guard[0] == "await" else self.plain(guard)
            self.line(depth + 1, f"when {text} {{")
            self.block(depth + 2, body)
            self.line(depth + 1, "}")
        if s[2] is not None:
            self.line(depth + 1, "else {")
            self.block(depth + 2, s[2])
            self.line(depth + 1, "}")
        self.line(depth, "}")

    def statement(self, depth, s):
        kind = s[0]
        if kind == "choose":
            self.choose(depth, s)
        elif kind in ("if", "while"):
            self.line(depth, f"{kind} {show(s[1]) if s[1] else 'true'} {{")
            self.block(depth + 1, s[2])
            if kind == "if" and s[3]:
                self.line(depth, "} else {")
                self.block(depth + 1, s[3])
            self.line(depth, "}")
        elif kind == "atomic":
            self.line(depth, "atomic {")
            self.block(depth + 1, s[1])
            self.line(depth, "}")
        else:
            self.line(depth, self.plain(s) + ";")
            if kind == "assert":
                self.lines[s[2]] = len(self.out)

    def variable(self, depth, name, value):
        kind, low, high, cells = TYPES[name]
        text = f"int[{low}..{high}]" if kind == "int" else kind
        if kind == "bool" and value is not None:
            value = "true" if value else "false"
        self.line(depth, f"{text} {name}" + (f"[{cells}]" if cells else "") +
                  ("" if value is None else f" = {value}") + ";")

    def program(self, p):
        for name in GLOBALS:
            self.variable(0, name, p.values[name])
        self.line(0, "chan q[2] of {int[0..2]};")
        self.line(0, "lock m;")
        self.line(0, "function f(int[0..3] p) {")
        self.block(1, p.function)
        self.line(0, "}")
        for i, body in enumerate(p.body):
            self.line(0, ("daemon " if p.daemon[i] else "") + f"process p{i} {{")
            self.variable(1, "t", 0)
            self.variable(1, "u", 0)
            self.block(1, body)
            self.line(0, "}")
        self.line(0, f"property invariant: {show(p.invariant)};")
        return "\n".join(self.out) + "\n"
