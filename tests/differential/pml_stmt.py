"""Draws statements for random Promela programs; the names of the makers are the weights of pml_profile."""

from pml_expr import ODD, Chan, ExprDraw
from pml_tree import Expr, Stmt

INSIDE_D_STEP = ("assign", "step", "nothing", "check", "branch", "select", "counted", "block", "call")
DEEP = ("branch", "loop", "atomic", "d_step", "block", "unless", "counted")


def plain(form, *exprs):
    return Stmt("plain", form, exprs)


class StmtDraw(ExprDraw):
    def __init__(self, seed, attempt, weights):
        super().__init__(seed, attempt)
        self.weights = weights
        self.in_loop = self.in_atomic = False
        self.inlines, self.startable, self.most_processes = [], [], 4

    # --- sequences

    def block(self, count, depth, **flags):
        """`count` statements, with names and flags of their own."""
        keep = (self.locals[:], self.in_loop, self.in_atomic, self.in_d_step)
        self.__dict__.update(flags)
        found = []
        for _ in range(count):
            found += self.statement(depth)
        self.locals, self.in_loop, self.in_atomic, self.in_d_step = keep
        return found

    def length(self, most=2):
        return self.random.randint(1, most)

    def statement(self, depth):
        menu = dict(self.weights)
        for name in list(menu):
            if (depth <= 0 and name in DEEP) or (self.in_d_step and name not in self.inside_d_step()):
                del menu[name]
        if self.in_atomic and "loop" in menu:
            menu["loop"] *= 0.4
        return self.maker(self.random.choices(list(menu), list(menu.values()))[0])(depth)

    def inside_d_step(self):
        """A rendezvous in a d_step is an error, and what is blocked there is another."""
        return INSIDE_D_STEP + (("send", "bind") if self.traits["faults"] and self.chance(0.6) else ())

    def maker(self, name):
        """`condition` and `block` are drawn under other names: those are an expression and a sequence."""
        return getattr(self, {"condition": "guard_condition", "block": "braces"}.get(name, name))

    # --- simple statements

    def assign(self, _depth=0):
        found = self.target()
        if not found:
            return [plain("skip")]
        e, v = found
        return [plain("{} = {}", e, self.value_for(v))]

    def value_for(self, v):
        if v.kind == "mtype":
            return Expr(self.pick(self.mtypes))
        if not v.small and self.chance(0.2):
            return Expr(self.pick(ODD))
        if not v.small:
            return self.value(2)
        return self.value(self.pick([0, 1, 2, 2]), True)

    def step(self, _depth=0):
        found = self.target(lambda v: v.kind != "mtype" and (v.small or self.chance(0.3)))
        if not found:
            return self.assign()
        e, v = found
        if v.small:
            return [plain("{}" + self.pick(["++", "--"]), e)]
        if self.in_d_step:
            return [plain("{} = {} % 5 + 1", e, e)]
        return [Stmt("if", blocks=[[plain("{} < 3", e), plain("{}++", e)], [plain("else")]])]

    def guard_condition(self, _depth=0):
        return [plain("{}", self.condition())]

    def nothing(self, _depth=0):
        r = self.random.random()
        if r < 0.55:
            return [plain("skip")] if self.chance(0.6) else [plain("skip"), plain("skip")]
        if r < 0.9:
            return [plain('printf("%d\\n", {})', self.value(1))]
        return [plain("true")]

    def check(self, _depth=0):
        found = [f for f in (self.scalar(), self.scalar()) if f]
        if not found or self.chance(0.3):
            return [Stmt("assert", exprs=[self.condition() if not self.in_d_step else self.compare()])]
        parts = []
        for e, v in found:
            wanted = self.pick(self.mtypes) if v.kind == "mtype" else self.pick("0012")
            parts.append(Expr("{} == " + wanted, e))
        form = " && ".join(["{}"] * len(parts))
        return [Stmt("assert", exprs=[Expr(f"!({form})", *parts)])]

    def wait(self, _depth=0):
        return [plain("timeout") if self.chance(0.7) else plain("timeout && {}", self.compare())]

    # --- channels

    def send(self, _depth=0):
        if not self.channels_here():
            return self.assign()
        return [self.send_on(self.pick(self.channels_here()))]

    def send_on(self, c):
        op = "!!" if c.capacity and not c.carries and self.chance(0.15) else "!"
        fields = [self.sent(kind, c.narrow) for kind in (c.fields[:-1] if c.carries else c.fields)]
        if c.carries:
            fields.append(self.channel_ref(self.pick(self.like(c.carries))))
        form = "{}" + op + ",".join(["{}"] * len(fields))
        if len(fields) == 2 and self.chance(0.2):
            form = "{}" + op + "{}({})"
        return plain(form, self.channel_ref(c), *fields)

    def like(self, wanted):
        return [c for c in self.channels_here() if c.alike(wanted) and not c.private]

    def receive(self, _depth=0):
        if not self.channels_here():
            return self.assign()
        return [self.receive_on(self.pick(self.channels_here()))]

    def receive_on(self, c):
        channel = self.channel_ref(c)
        fields = self.patterns(c, channel)
        if c.carries:
            mine = [d for d in self.own_channels if d.alike(c.carries) and not d.private]
            fields.append(self.channel_ref(self.pick(mine)) if mine and self.chance(0.85) else Expr("_"))
        op, left, right = "?", "", ""
        if c.capacity or (self.traits["faults"] and self.chance(0.15)):
            op = "??" if self.chance(0.2) else "?"
            left, right = (" <", ">") if self.chance(0.12) and not self.in_d_step else ("", "")
        return plain("{}" + op + left + ",".join(["{}"] * len(fields)) + right, channel, *fields)

    def bind(self, _depth=0):
        """A channel for a variable that may have none yet, or another variable's lack of one."""
        unset = [c for c in self.channels_here() if c.unset]
        if not unset:
            return self.assign()
        c = self.pick(unset)
        return [plain("{} = {}", self.channel_ref(c), self.channel_ref(self.pick(self.like(c))))]

    # --- compound statements

    def guard(self, depth):
        """The first statements of an option."""
        makers = [(5, self.guard_condition), (1, self.assign), (0.6, self.nothing), (0.3, self.check)]
        if self.channels_here() and not self.in_d_step:
            io = self.weights["send"] / 1.5
            makers += [(io, self.send), (io * 1.2, self.receive)]
        if depth > 0 and not self.in_d_step:
            names = ("branch", "loop", "atomic", "d_step", "block", "unless")
            makers += [(0.15 * min(self.weights[n], 3), lambda n=n: self.maker(n)(depth - 1)) for n in names]
        if self.in_loop:
            makers.append((0.3, lambda: [plain("break")]))
        if not self.in_d_step:
            makers.append((0.15 * self.weights["wait"], self.wait))
            makers.append((0.1 * self.weights["late"], self.late))
        return self.random.choices([m for _, m in makers], [w for w, _ in makers])[0]()

    def options(self, depth):
        found = []
        for _ in range(self.pick([1, 2, 2, 3])):
            keep = self.locals[:]
            found.append(self.guard(depth) + self.block(self.pick([0, 1, 1, 2]), depth - 1))
            self.locals = keep
        return found

    def otherwise(self, depth):
        return [plain("else")] + self.block(self.pick([0, 0, 1, 1]), depth - 1)

    def branch(self, depth):
        found = self.options(depth)
        if self.in_d_step or self.chance(0.65):
            found.insert(self.random.randint(0, len(found)), self.otherwise(depth))
        return [Stmt("if", blocks=found)]

    def loop(self, depth):
        keep, self.in_loop = self.in_loop, True
        found = self.options(depth)
        if self.in_atomic and self.chance(0.7):
            found = [option + [plain("break")] for option in found]
        elif self.chance(0.75):
            leave = self.pick(found)
            leave += [plain("break")]
        if self.chance(0.35):
            leave = self.otherwise(depth)
            found.append(leave + ([plain("break")] if self.chance(0.7) else []))
        self.in_loop = keep
        return [Stmt("do", blocks=found)]

    def atomic(self, depth):
        return [Stmt("atomic", blocks=[self.block(self.length(3), depth - 1, in_atomic=True)])]

    def d_step(self, depth):
        self.in_d_step = True
        first = self.guard_condition() if self.chance(0.4) else self.assign()
        if self.channels_here() and self.chance(0.2):
            first = self.receive()
        rest = self.block(self.length(3), depth - 1, in_loop=False)
        if self.chance(0.03):
            rest += self.guard_condition()
        self.in_d_step = False
        return [Stmt("d_step", blocks=[first + rest])]

    def braces(self, depth):
        return [Stmt("block", blocks=[self.block(self.length(3), depth - 1)])]

    def unless(self, depth):
        body = self.block(self.length(3), depth - 1)
        if self.chance(0.2):
            body = [Stmt(self.pick(["atomic", "d_step"]), blocks=[self.assign() + self.assign()])]
        if self.chance(0.12):
            escape = [plain("else")]
        else:
            escape = self.pick([self.guard_condition, self.guard_condition, self.receive, self.guard_condition, self.wait])()
        return [Stmt("unless", blocks=[body, escape + self.block(self.pick([0, 0, 1, 2]), depth - 1)])]

    def counters(self):
        """Scalars that can count to 3."""
        return [v for v in self.visible() if v.writable and v not in self.frozen and not v.size and not v.fields
                and v.name[0] != "a" and (v.kind in ("byte", "short", "int") or (v.bits or 0) > 2)]

    def counted(self, depth):
        """for, over a range or an array."""
        if not self.counters():
            return self.select(depth)
        v = self.pick(self.counters())
        arrays = [w for w in self.visible() if w.size and w.size <= 3 and w is not v]
        if arrays and self.chance(0.3):
            form, exprs = f"for ({v.name} in {self.pick(arrays).name})", []
        else:
            form, exprs = f"for ({v.name} : {{}} .. {{}})", list(map(Expr, self.pick(["00", "01", "02", "12", "11"])))
        self.frozen.append(v)
        body = self.block(self.length(), depth - 1, in_loop=not self.in_d_step)
        self.frozen.pop()
        return [Stmt("for", form, exprs, [body])]

    def select(self, _depth=0):
        found = [v for v in self.visible() if v.writable and v not in self.frozen and not v.size and not v.fields
                 and v.name[0] != "a" and v.kind not in ("mtype", "bool")]
        if not found or (self.in_inline and self.in_d_step):  # a loop, maybe without end: pan gives up silently
            return self.assign()
        v = self.pick(found)
        low, high = self.pick([("0", "1"), ("0", "2"), ("1", "3"), ("2", "2")])
        if not self.in_d_step and not v.small and self.chance(0.1):
            high = "36"
        elif not self.in_d_step and v in self.counters() and self.chance(0.2):
            high = str(self.pick([w for w in self.visible() if w.small and not w.size and not w.fields] or [v]).name)
        return [plain(f"select ({v.name} : {{}} .. {{}})", Expr(low), Expr(high))]

    # --- names that come late

    def late(self, _depth=0):
        v = self.draw_scalar("z")
        if v.kind == "mtype":
            v.initial = self.pick(self.mtypes + [None])
        elif self.chance(0.5):
            v.initial = "{}"
        exprs = [self.value(1)] if v.initial == "{}" else []
        if not v.initial and not v.bits and self.chance(0.2):
            v.size = 2
        s = Stmt("decl", str(v.decl()), exprs)
        self.locals = self.locals + [v]
        return [s] + self.assign()

    def call(self, depth):
        if not self.inlines or self.in_inline:
            return self.assign()
        i, kinds = self.pick(self.inlines)
        if self.in_d_step and not i.simple:
            return self.assign()
        arguments = []
        for kind in kinds:
            found = self.target(lambda v: v.kind not in ("mtype",) and v.small)
            arguments.append(found[0] if kind == "target" and found else self.value(1))
            if (kind == "target" and not found) or "->" in str(arguments[-1]):
                return self.assign()
        return [Stmt("call", f"{i.name}(" + ", ".join(["{}"] * len(kinds)) + ")", arguments)]

    # --- processes

    def start(self, _depth=0):
        if not self.startable or self.in_inline:
            return self.assign()
        run = self.run_of(self.pick(self.startable))
        if run is None:
            return self.assign()
        room = plain(f"_nr_pr < {self.most_processes}")
        if self.chance(0.5):
            return [Stmt("if", blocks=[[room, run], [plain("else")]])]
        return [Stmt("atomic", blocks=[[room, run]])]

    def run_of(self, p):
        """`run p(…)`, or None if there is no channel for one of its parameters."""
        arguments = []
        for q in p.formal:
            if isinstance(q, Chan):
                fitting = [c for c in self.channels_here() if c.alike(q)]
                if not fitting:
                    return None
                arguments.append(self.channel_ref(self.pick(fitting)))
            else:
                arguments.append(Expr(self.pick(self.mtypes)) if q.kind == "mtype" else self.value(1))
        form = f"run {p.name}(" + ", ".join(["{}"] * len(arguments)) + ")"
        found = self.target(lambda v: v.kind != "mtype")
        if found and self.chance(0.15):
            return plain("{} = " + form, found[0], *arguments)
        return plain(form, *arguments)

    def parameter(self, prefix):
        """A number or, if there are channels, one of those."""
        if self.channels and self.chance(0.4):
            return self.pick(self.channels).alias(self.name("c"), private=True)
        v = self.draw_scalar(prefix)
        v.initial = None
        return v
