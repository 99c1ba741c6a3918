"""Draws variables, channels and expressions for random Promela programs.

State spaces stay small because only `small` variables (few values) feed the others:
a `wild` one (byte, short, int) is read only where its values are folded to a few.
Divisors, shifts and indices are drawn so that C defines them.
"""

import random
import re

from pml_tree import Decl, Expr

SMALL = ["bit", "bool", "unsigned", "unsigned"]
WILD = ["byte", "byte", "short", "int", "unsigned", "pid"]
ODD = ["7", "100", "127", "128", "255", "256", "300", "32767", "40000", "65537", "2147483647", "(-1)", "(-200)"]

NAMES = "gvpzak"  # how names of variables begin: global, local, parameter, late, of an inline, counter


class Var:
    def __init__(self, name, kind, bits=None, size=None, fields=None, small=True, initial=None):
        self.name, self.kind, self.bits, self.size, self.fields = name, kind, bits, size, fields
        self.small, self.initial = small, initial
        self.writable = True

    def decl(self):
        return Decl(self.kind, self.name, self.size, self.initial, self.bits)


class Chan:
    """A name for a channel.

    When pan takes a receive back, it puts the values of the variables into the message
    again: what did not fit into them is lost for good. So either all that is sent is 0
    or 1 (`narrow`), or the variables that receive are as wide as the fields.
    """

    def __init__(self, name, capacity, fields, size=None, carries=None, private=False, narrow=False):
        self.name, self.capacity, self.fields, self.size = name, capacity, fields, size
        self.unset = False  # a variable that holds no channel until one is assigned
        self.carries = carries  # what the channels in its last field look like
        self.private = private  # goes away with its process: never sent
        self.narrow = narrow

    def shape(self):
        return self.capacity, self.fields, self.carries, self.narrow

    def alike(self, other):
        return self.shape() == other.shape()

    def alias(self, name, private):
        return Chan(name, self.capacity, self.fields, carries=self.carries, private=private, narrow=self.narrow)

    def decl(self):
        made = f"[{self.capacity}] of {{ {', '.join(self.fields)} }}"
        return Decl("chan", self.name, self.size, None if self.unset else made)


class ExprDraw:
    def __init__(self, seed, attempt):
        self.random = random.Random(f"{seed}/{attempt}")
        self.names = 0
        self.globals, self.locals = [], []  # Var
        self.channels, self.own_channels = [], []  # Chan
        self.mtypes, self.frozen = [], []
        self.remotes = []  # text of remote references that are allowed here
        self.in_proc = self.in_d_step = self.in_inline = False
        self.traits = {}

    def chance(self, p):
        return self.random.random() < p

    def pick(self, choices):
        return self.random.choice(choices)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # --- variables

    def draw_var(self, prefix, typedefs=()):
        """A scalar, an array or a structure."""
        if typedefs and self.chance(0.35):
            name, fields = self.pick(typedefs)
            return Var(self.name(prefix), name, size=2 if self.chance(0.2) else None, fields=fields)
        v = self.draw_scalar(prefix)
        if v.kind != "unsigned" and self.chance(self.traits["arrays"]):
            v.size = self.pick([2, 2, 3])
            if v.initial and self.chance(0.4):
                v.initial = "{ " + ", ".join(str(self.constant()) for _ in range(v.size)) + " }"
        return v

    def draw_scalar(self, prefix):
        small = not self.chance(self.traits["wild"])
        kind = self.pick(SMALL if small else WILD)
        if small and self.mtypes and self.chance(0.3):
            kind = "mtype"
        bits = None if kind != "unsigned" else self.pick([1, 2, 2, 3] if small else [5, 9, 16])
        most = 1 if kind in ("bit", "bool") or bits == 1 else 3
        initial = None
        if self.chance(0.35):
            initial = self.pick(self.mtypes) if kind == "mtype" else str(self.random.randint(1, most))
        if kind in ("short", "int", "byte") and self.chance(0.1):
            initial = self.pick(["200", "100", "255"])
        if kind != "mtype" and prefix == "v" and self.chance(0.1):
            initial = self.pick(["3", "5", "256", "70000"])
        name = self.name(prefix) + ("_" if self.chance(0.15) else "")  # matters to `select`
        return Var(name, kind, bits, small=small, initial=initial)

    def visible(self):
        return self.locals + self.globals

    def ref(self, v):
        """(expression for a scalar in v, the Var that tells its type)"""
        text = v.name + ("[{}]" if v.size else "")
        args = [self.index(v.size)] if v.size else []
        if not v.fields:
            return Expr(text, *args), v
        inner, field = self.ref(self.pick(v.fields))
        return Expr(text + "." + inner.form, *args, *inner.args), field

    def index(self, size):
        plain = [v for v in self.visible() if not v.size and not v.fields and v.small and v.kind in SMALL]
        if not plain or self.chance(0.4):
            return Expr(str(self.random.randrange(size)))
        v = self.pick(plain)
        if size >= 2 and v.kind in ("bit", "bool"):
            return Expr(v.name)
        if self.in_proc and self.chance(0.15):
            return Expr(f"_pid % {size}")
        return Expr(f"{v.name} % {size}")

    def scalar(self, good=lambda v: True):
        """A readable scalar whose Var is good, or None."""
        for _ in range(6):
            if self.visible():
                e, v = self.ref(self.pick(self.visible()))
                if good(v):
                    return e, v
        return None

    def target(self, good=lambda v: True):
        return self.scalar(lambda v: good(v) and v.writable and v not in self.frozen)

    # --- expressions

    def constant(self):
        return Expr(self.pick(["0", "0", "1", "1", "2", "3"]))

    def leaf(self, wild):
        r = self.random.random()
        if r < 0.7:
            found = self.scalar(lambda v: (v.small or wild) and v.kind != "mtype")
            if found:
                return found[0]
        if r < 0.76 and self.in_proc:
            return Expr("_pid")
        if r < 0.80:
            return Expr("_nr_pr")
        if r < 0.88 and self.buffers():
            return Expr(f"len({self.channel_ref(self.pick(self.buffers()))})")
        return self.constant()

    def value(self, depth=2, wild=False):
        """A number; with few values unless `wild`."""
        if depth <= 0 or self.chance(0.35):
            return self.leaf(wild)
        a = lambda w=wild: self.value(depth - 1, w)
        makers = [
            (4, lambda: Expr(self.pick(["{} + {}", "({} + {})", "{} - {}", "({} - {})"]), a(), a())),
            (2, lambda: Expr(self.pick(["{} * {}", "({} * {})"]), a(), a())),
            (2, lambda: Expr(f"({{}}) % {self.pick('234')}", a(True))),
            (1.5, lambda: Expr(f"(({{}}) / {self.pick('237')})", a())),
            (2, lambda: Expr(f"(({{}}) & {self.pick('1235')})", a(True))),
            (1, lambda: Expr(self.pick(["{} | {}", "({} ^ {})"]), a(), a())),
            (1, lambda: Expr(f"(({{}}) {self.pick(['<<', '>>'])} {self.pick('1234')})", a())),
            (0.7, lambda: Expr(self.pick(["(-{})", "(~{})", "(!{})"]), a())),
            (1, lambda: Expr("({} -> {} : {})", self.compare(), a(), a())),
            (1, lambda: Expr("({})", self.compare())),
            (0.6, lambda: Expr(self.pick(["{} + %s", "({} * %s)", "({} - %s)"]) % self.pick(ODD), a())),
        ]
        return self.random.choices([m for _, m in makers], [w for w, _ in makers])[0]()

    def compare(self):
        if self.mtypes and self.chance(0.15):
            found = self.scalar(lambda v: v.kind == "mtype")
            if found:
                return Expr("{} " + self.pick(["==", "!="]) + " " + self.pick(self.mtypes), found[0])
        if self.remotes and not self.in_d_step and self.chance(0.3):
            return Expr(self.pick(self.remotes))
        if self.traits["asks"] and self.in_proc and self.chance(self.traits["asks"]):
            return Expr(f"pc_value({self.pick('0012')}) % {self.pick('2345')} == {self.pick('01')}")
        if self.traits["enabled"] and self.in_proc and self.chance(self.traits["enabled"]):
            return Expr(f"enabled((_pid + {self.pick('12')}) % 3)" if self.chance(0.5) else f"enabled(_pid + 1)")
        if self.traits.get("uses_last") and self.chance(0.2):
            return Expr("_last == " + self.pick("012"))
        op = self.pick(["==", "!=", "!=", "<", "<=", "<=", ">", ">=", ">="])
        return Expr("{} " + op + " {}", self.value(1, True), self.constant() if self.chance(0.7) else self.value(1, True))

    def condition(self, depth=1):
        """What may stand alone as a guard; also asks channels."""
        r = self.random.random()
        if depth and r < 0.2:
            return Expr(self.pick(["{} && {}", "{} || {}", "({} || {})"]), self.condition(0), self.condition(0))
        channels = self.askable() if r < 0.3 and (not self.in_d_step or self.traits["faults"]) else []
        if channels:
            return self.ask(self.pick(channels))
        if r < 0.4:
            return Expr("({})", self.value(2, True))
        if r < 0.45:
            return Expr("!({})", self.compare())
        return Expr("({})", self.compare()) if self.chance(0.3) else self.compare()

    def ask(self, c):
        if c.carries or self.chance(0.6 if c.capacity else 0.2):
            return Expr(f"{self.pick(['full', 'empty', 'nfull', 'nempty'])}({self.channel_ref(c)})")
        channel = self.channel_ref(c)
        fields = self.patterns(c, channel, poll=True)
        return Expr("{}" + self.pick(["?", "??"]) + "[" + ",".join(["{}"] * len(fields)) + "]", channel, *fields)

    # --- channels

    def channels_here(self):
        return self.channels + self.own_channels

    def buffers(self):
        return [c for c in self.channels_here() if c.capacity]

    def askable(self):
        """Channels that a condition may ask about: a rendezvous channel only where errors are wanted."""
        return self.channels_here() if self.traits["faults"] and self.chance(0.5) else self.buffers()

    def channel_ref(self, c):
        return Expr(f"{c.name}[{{}}]", self.index(c.size)) if c.size else Expr(c.name)

    def patterns(self, c, channel, poll=False):
        """The fields of a receive. What is received decides neither the channel nor another field:
        pan takes it back in the wrong way."""
        found, used, written = [], set(re.findall(r"\w+", str(channel))), set()
        for kind in c.fields[:-1] if c.carries else c.fields:
            e, target = self.pattern(kind, c.narrow, poll)
            names = {n for n in re.findall(r"[a-z]\w*", str(e)) if n[0] in NAMES}
            if names & written or (target and names & used) or (names and written and self.in_inline):
                e, names, target = Expr("_"), set(), False
            used |= names
            written |= names if target else set()
            found.append(e)
        return found

    def wide_enough(self, kind, v):
        """Does v keep every value that a field of this type can have? Fields are bytes at least."""
        if kind == "int":
            return v.kind == "int"
        if kind == "short":
            return v.kind in ("short", "int")
        return v.kind in ("byte", "pid", "short", "int") or (v.bits or 0) >= 8 or bool(v.size)

    def pattern(self, kind, narrow, poll=False):
        """One field of a receive, and whether it is a variable."""
        r = self.random.random()
        if r < 0.2:
            return (Expr(self.pick(self.mtypes)) if kind == "mtype" else self.constant()), False
        if r < 0.32:
            asked = self.value(1)  # not a length, which the receive changes
            return Expr("eval({})", self.constant() if "len" in str(asked) else asked), False
        if kind == "mtype":
            found = self.target(lambda v: v.kind == "mtype")
        else:
            found = self.target(lambda v: v.kind != "mtype" and (narrow or self.wide_enough(kind, v)))
        if found and r < 0.92 and (not poll or self.chance(0.3)):
            return found[0], True
        return Expr("_"), False

    def sent(self, kind, narrow):
        if kind == "mtype":
            found = self.scalar(lambda v: v.kind == "mtype")
            return found[0] if found and self.chance(0.3) else Expr(self.pick(self.mtypes))
        if narrow:
            found = self.scalar(lambda v: not v.size and (v.kind in ("bit", "bool") or v.bits == 1))
            makers = [lambda: Expr(self.pick("01")), lambda: Expr("(({}) & 1)", self.value(1, True)),
                      lambda: Expr("(!({}))", self.compare())] + ([lambda: found[0]] * 3 if found else [])
            return self.pick(makers)()
        if kind in ("byte", "int", "short") and self.chance(0.06):
            return Expr(self.pick(ODD))
        return self.value(1)
