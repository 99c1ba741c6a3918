"""Draws random Boolean programs: small, with few threads, but with everything in them.

draw(seed) is a function of the seed alone. The number of threads is bounded by
what the statements say (bp_tree.thread_count), or by a `once` variable where a
thread is started in a loop.
"""

import itertools
import random

from bp_tree import (Expr, Proc, Program, Stmt, Var, all_blocks, inline_size, mark_variables, stars,
                     thread_count, walk)

MOST_THREADS = 4
MOST_INLINED = 60
NAMES = ["a", "b", "c", "d", "x#1", "{x == 1}", "p$q", "_u", "lockword", "T1", "wait"]


def const(b):
    return Expr("const", value=b)


def read(v, primed=False, passive=False):
    return Expr("var", var=v, primed=primed, passive=passive)


class Draw:
    def __init__(self, seed, attempt):
        self.random = random.Random(f"draw {seed} {attempt}")
        self.program = Program(seed)
        self.labels = 0
        self.choose_features()

    def chance(self, p):
        return self.random.random() < p

    def pick(self, items):
        return self.random.choice(items)

    def choose_features(self):
        self.threads = self.pick([1, 2, 2, 2, 3, 3, 4])
        self.size = {1: 9, 2: 6, 3: 4, 4: 3}[self.threads]
        self.focus = self.pick([None, None, "call", "section", "locked", "fork", "enforce", "schoose", "broadcast"])
        self.atomics = self.chance(0.4) or self.focus == "section"
        self.locks = self.chance(0.35) or self.focus == "locked"
        self.jumps = self.chance(0.5)
        self.constrains = self.chance(0.5)
        self.broadcasts = self.threads > 1 and (self.chance(0.25) or self.focus == "broadcast")
        self.open_share = self.pick([0, 0, 0.1, 0.3, 0.7])  # variables without a first value
        self.star_share = self.pick([0, 0, 0.05, 0.12])  # leaves that are a choice
        self.gated = self.threads > 1 and self.chance(0.2)  # threads wait until all are there
        if self.focus == "schoose":
            self.star_share = max(self.star_share, 0.03)

    # --- variables

    def first_value(self):
        if self.chance(self.open_share):
            return self.pick(["open", "open", "any"])
        return self.pick(["0", "0", "1"])

    def declare_globals(self):
        names = self.random.sample(NAMES, len(NAMES))
        g = [Var(names.pop(), "global", self.first_value()) for _ in range(self.random.randint(2, 5))]
        if self.chance(0.25) or self.broadcasts or self.focus == "fork":
            g.append(Var(names.pop(), "thread_local", self.first_value()))
        self.lock_vars = []
        if self.locks:
            self.lock_vars = [Var(f"l{i}", "global", self.pick(["open", "0", "0"]))
                              for i in range(self.random.randint(1, 2))]
        self.program.globals = g + self.lock_vars
        self.once_vars = []
        self.gate = Var("gate", "global", "0")
        if self.gated:
            self.program.globals.append(self.gate)
        self.secret = Var("secret", "global", "0")  # set only where others should not look
        if self.atomics or self.locks:
            self.program.globals.append(self.secret)

    def declare_proc(self, name, main):
        p = Proc(name)
        count = 0 if self.chance(0.4) else self.random.randint(1, 2)
        most = [0, 1, 1, 2] if not main else [0, 0, 0, 1]
        p.params = [Var(f"q{i}", "param") for i in range(self.pick(most))]
        p.locals = [Var(f"{'xyz'[i]}", "local", self.first_value()) for i in range(count)]
        if p.locals and self.chance(0.2):
            p.locals[0].name = self.pick(self.visible_globals()).name
        p.results = 0 if main and self.chance(0.9) else self.pick([0, 0, 1, 1, 2, 3])
        return p

    def visible_globals(self):
        hidden = self.once_vars + [self.secret, self.gate]
        return [v for v in self.program.globals if v not in hidden]

    def visible(self):
        hidden = {v.name for v in self.proc.vars}
        return self.proc.vars + [v for v in self.visible_globals() if v.name not in hidden]

    def assignable(self):
        locks = [] if self.chance(0.05) else self.lock_vars
        return [v for v in self.visible() if v not in locks]

    # --- expressions

    def leaf(self, budget, names):
        k = self.random.random()
        if k < self.star_share and budget[0] > 0:
            budget[0] -= 1
            return Expr("star")
        if k > 0.9:
            return const(self.chance(0.5))
        return self.pick(names)()

    def expr(self, depth, budget, names):
        """budget[0]: choices that may still occur; names: makers of variables."""
        if depth == 0 or self.chance(0.3):
            return self.leaf(budget, names)
        ops = ["not", "not", "and", "and", "or", "or", "eq", "ne", "xor", "implies", "ite"]
        many = 8 if self.focus == "schoose" else 1
        op = self.pick(ops + (["schoose"] * many if budget[0] > 0 and self.star_share else []))
        budget[0] -= op == "schoose"
        n = {"not": 1, "ite": 3, "and": self.pick([2, 2, 3]), "or": 2}.get(op, 2)
        return Expr(op, [self.expr(depth - 1, budget, names) for _ in range(n)])

    def readers(self):
        return [lambda v=v: read(v) for v in self.visible()] or [lambda: const(True)]

    def value(self, choices=1, depth=2):
        return self.expr(self.random.randint(0, depth), [choices], self.readers())

    def condition(self):
        return Expr("star") if self.chance(self.star_share * 2) else self.value(2)

    # --- statements

    def block(self, n, depth):
        out = []
        for _ in range(n):
            out += self.statement(depth)
            if self.chance(0.5):
                out += self.probe(out[-1])
        return out

    def statement(self, depth):
        """A list: some idioms are several statements."""
        menu = [(6, self.assign), (1, self.assume), (1, self.check), (0.7, self.small)]
        if depth:
            menu += [(2, self.branch), (1, self.loop)]
        if self.callable:
            menu += [(2.5, self.call)]
        if self.atomics:
            menu += [(2, self.section if depth else self.assign)]
        if self.lock_vars:
            menu += [(2, self.locked)]
        if self.broadcasts:
            menu += [(3, self.broadcast)]
        if self.proc.results or self.chance(0.2):
            menu += [(0.7, self.leave)]
        weights = [w * (4 if maker.__name__ == self.focus else 1) for w, maker in menu]
        return self.random.choices([maker for _, maker in menu], weights)[0](depth)

    def assign(self, _depth):
        choices = self.assignable()
        targets = self.random.sample(choices, min(len(choices), self.pick([1, 1, 1, 2, 2, 3])))
        targets = [(v, False) for v in targets] or [(None, False)]
        if self.chance(0.05):
            targets.append((None, False))
        values = [Expr("star") if self.chance(self.star_share) else self.value() for _ in targets]
        s = Stmt("assign", targets=targets, values=values, constrain=None)
        if self.constrains and self.chance(0.35):
            s.constrain = self.constraint([v for v, _ in targets if v])
        self.limit_choices(s)
        return [s]

    def constraint(self, targets):
        names = self.readers() + [lambda v=v: read(v, primed=True) for v in targets * 3 + self.visible()]
        return self.expr(2, [1], names)

    def limit_choices(self, s):
        """Constrained steps are spelled out by the Promela writer: few choices."""
        while sum(map(stars, s.values)) + (stars(s.constrain) if s.constrain else 0) > 3:
            i = max(range(len(s.values)), key=lambda i: stars(s.values[i]))
            if stars(s.values[i]) == 0:
                return
            s.values[i] = self.value(0)

    def broadcast(self, depth):
        own = [v for v in self.visible() if v.scope != "global" and not v.name.startswith("{")]
        if not own:
            return self.assign(depth)
        v = self.pick(own)
        names = self.readers() + [lambda: read(v, passive=True)] * 3
        targets, values = [(v, True)], [self.expr(2, [1], names)]
        if self.chance(0.5):
            w = self.pick(self.assignable())
            targets.append((w, False))
            values.append(self.value())
        s = Stmt("assign", targets=targets, values=values, constrain=None)
        if self.chance(0.4):
            s.constrain = self.broadcast_constraint(v, [w for w, p in targets if not p])
        self.limit_choices(s)
        return [s]

    def broadcast_constraint(self, v, assigned):
        """An `or` that reads x$ in one half: not to be split, not to be simplified."""
        other = read(v, primed=self.chance(0.5), passive=True)
        own = [w for w in self.visible() if w is not v] or [v]
        half = read(self.pick(assigned + own), primed=self.chance(0.5))
        half = Expr("not", [half]) if self.chance(0.5) else half
        return Expr("or", [half, Expr("not", [other]) if self.chance(0.5) else other])

    def assume(self, _depth):
        if self.constrains and self.chance(0.2):
            return [Stmt("constrain", value=self.constraint([]) if self.chance(0.3) else self.value(1))]
        return [Stmt("assume", value=self.value(1) if self.chance(0.5) else self.weak_condition())]

    def check(self, _depth):
        if self.chance(0.3):
            return [Stmt(self.pick(["assert", "abortif"]), value=self.value(1))]
        return [self.observer()]

    def observer(self):
        """Fails for one combination of values only: tells much about the reachable states."""
        seen = self.visible()
        seen = self.random.sample(seen, min(len(seen), self.pick([1, 2, 2, 3, 3])))
        return self.refuse([(v, self.chance(0.5)) for v in seen])

    def probe(self, s):
        """Asks for the outcome of an assignment or call, beside another variable."""
        targets = {"assign": lambda: [v for v, other in s.targets if v and not other],
                   "call": lambda: [v for v in s.targets or [] if v]}.get(s.kind, list)()
        if not targets:
            return []
        seen = self.random.sample(targets, min(len(targets), 2))
        others = [v for v in self.visible() if v not in seen]
        seen += self.random.sample(others, min(len(others), 1))
        values = self.random.sample(list(itertools.product((False, True), repeat=len(seen))), self.pick([1, 2]))
        return [self.refuse(list(zip(seen, v))) for v in values]

    def refuse(self, values):
        cube = [read(v) if b else Expr("not", [read(v)]) for v, b in values] or [const(True)]
        cube = cube[0] if len(cube) == 1 else Expr("and", cube)
        return Stmt("abortif", value=cube) if self.chance(0.3) else Stmt("assert", value=Expr("not", [cube]))

    def add_watch(self):
        """A thread that sees every combination of some shared variables, whenever it occurs."""
        watch, main = Proc("watch"), self.program.procs[0]
        seen = [v for v in self.program.shared() if v not in (self.secret, self.gate)]
        seen = self.random.sample(seen, min(len(seen), 4 - self.threads))
        watch.body = [self.refuse(list(zip(seen, values)))
                      for values in itertools.product((False, True), repeat=len(seen))]
        if self.secret in self.program.globals:
            watch.body.append(self.refuse([(self.secret, True)]))
        self.random.shuffle(watch.body)
        if self.lock_vars and self.chance(0.4):
            l = self.pick(self.lock_vars)
            watch.body = [Stmt("lock", var=l)] + watch.body + [Stmt("unlock", var=l)]
        self.program.procs.append(watch)
        main.body.insert(0, Stmt("start", proc=watch, values=[]))

    def small(self, _depth):
        kind = self.pick(["skip", "print", "dead", "end_thread"])
        if kind == "dead" and self.proc.vars:
            return [Stmt("dead", vars=[self.pick(self.proc.vars)])]
        if kind == "print":
            return [Stmt("print", values=[self.value()])]
        return [Stmt("end_thread" if kind == "end_thread" and self.chance(0.4) else "skip")]

    def branch(self, depth):
        arms = [(self.condition(), self.block(self.random.randint(0, 2), depth - 1))
                for _ in range(self.pick([1, 1, 1, 2, 3]))]
        otherwise = self.block(self.random.randint(0, 2), depth - 1) if self.chance(0.4) else None
        return [Stmt("if", arms=arms, otherwise=otherwise)]

    def loop(self, depth):
        return [Stmt("while", value=self.condition(), body=self.block(self.random.randint(0, 2), depth - 1))]

    def section(self, depth):
        inside = self.flipped(self.block(self.random.randint(1, 3), depth - 1))
        end = [] if self.chance(0.08) else [Stmt("atomic_end")]
        return [Stmt("atomic_begin")] + inside + end

    def flipped(self, inside):
        """Often with a call, and with a value that nobody else should see."""
        if self.callable and self.chance(0.4):
            inside = inside + self.call(0)
        if self.chance(0.3):
            return inside
        shared = [v for v in self.visible() if v.scope == "global" and v not in self.lock_vars]
        v = self.secret if self.chance(0.7) or not shared else self.pick(shared)
        flip = [Stmt("assign", targets=[(v, False)], values=[Expr("not", [read(v)])], constrain=None)
                for _ in range(2)]
        return flip[:1] + inside + flip[1:]

    def locked(self, depth):
        locks = [v for v in self.visible() if v in self.lock_vars]
        l = self.pick(self.visible() if not locks or self.chance(0.04) else locks)
        if self.chance(0.15):
            return [Stmt(self.pick(["lock", "unlock"]), var=l)]
        inside = self.flipped(self.block(self.random.randint(0, 2), max(depth - 1, 0)))
        return [Stmt("lock", var=l)] + inside + [Stmt("unlock", var=l)]

    def call(self, _depth):
        f = self.pick(self.callable)
        targets = None
        if f.results and self.chance(0.8):
            free = self.assignable()
            targets = self.random.sample(free, min(f.results, len(free)))
            targets = [None if self.chance(0.1) else v for v in targets] + [None] * (f.results - len(targets))
        return [Stmt("call", proc=f, values=[self.value() for _ in f.params], targets=targets)]

    def leave(self, _depth):
        s = Stmt("return", values=[self.value() for _ in range(self.proc.results)])
        return [Stmt("if", arms=[(self.condition(), [s])], otherwise=None)] if self.chance(0.6) else [s]

    # --- labels and jumps

    def new_label(self):
        self.labels += 1
        return self.pick([f"L{self.labels}", str(self.labels), f"end{self.labels}"])

    def anywhere(self, p, inner=True):
        """A block and an index, not between the test of a `once` and its statement."""
        blocks = list(all_blocks(p.body)) if inner else [p.body]
        block = self.pick(blocks)
        i = self.random.randint(0, len(block))
        return block, i - (i < len(block) and block[i].once)

    def place_label(self, p, inner=True):
        block, i = self.anywhere(p, inner)
        if i == len(block):
            block.append(Stmt("nothing"))
        name = self.new_label()
        block[i].labels.append(name)
        return name

    def add_jumps(self, p):
        names = [self.place_label(p) for _ in range(self.random.randint(1, 3))]
        for _ in range(self.random.randint(1, 2)):
            block, i = self.anywhere(p)
            jumps = self.random.sample(names, self.random.randint(1, len(names)))
            s = Stmt("goto", jumps=jumps)
            if self.chance(0.5):
                s = Stmt("if", arms=[(self.condition(), [s])], otherwise=None)
            block.insert(i, s)

    # --- threads

    def start(self, p):
        """One more start_thread somewhere in p, mostly early in main."""
        self.proc = p
        self.callable = self.program.procs[self.program.procs.index(p) + 1:]
        kinds = ["start"] * 3 if self.starts_procs else []
        kinds += ["fork"] * (6 if self.focus == "fork" else 1)
        kind = self.pick(kinds + ["start_stmt"])
        if kind == "start":
            f = self.pick(self.startable)
            s = Stmt("start", proc=f, values=[self.value() for _ in f.params])
        elif kind == "fork":
            s = self.fork(p)
        else:
            inner = self.pick([self.assign, self.check, self.assume] +
                              ([self.branch, self.loop] if self.chance(0.5) else []) +
                              ([self.call] * 4 if self.callable else []))(1)[0]
            s = Stmt("start_stmt", inner=inner) if inner.kind != "call" or inner.targets else Stmt(
                "start", proc=inner.proc, values=inner.values)
        if self.chance(0.12):
            return self.start_once(p, s)
        p.body.insert(self.random.randint(0, max(1, len(p.body) // 2)), s)

    def fork(self, p):
        """The child runs what lies behind its label, or any place."""
        if self.chance(0.5):
            jumps = [self.place_label(p)]
        else:
            name = self.new_label()
            child = self.block(self.random.randint(1, self.size), 1)
            child[0].labels.append(name)
            if self.chance(0.5):
                p.body.append(Stmt("end_thread"))
            p.body += child
            jumps = [name]
        if self.chance(0.2):
            jumps.append(self.place_label(p))
        return Stmt("fork", jumps=jumps)

    def start_once(self, p, s):
        once = Var(f"once{len(self.program.globals)}", "global", "0")
        self.program.globals.append(once)
        self.once_vars.append(once)
        test = Stmt("assign", targets=[(once, False)], values=[const(True)],
                    constrain=Expr("not", [read(once)]))
        s.once = True
        body = [test, s] + self.block(self.random.randint(0, 1), 0)
        p.body.insert(self.random.randint(0, len(p.body)), Stmt("while", value=self.condition(), body=body))

    # --- the program

    def draw(self):
        self.declare_globals()
        procs = [1, 1, 2] if self.focus == "call" else [0, 1, 1, 2, 3]
        names = self.random.sample(["f", "g", "c$$h", "{k 1}"], self.pick(procs))
        procs = [self.declare_proc("main", True)] + [self.declare_proc(n, False) for n in names]
        self.program.procs = procs
        self.startable = procs[1:]
        self.starts_procs = bool(self.startable) and self.chance(0.7)
        for i, p in enumerate(procs):
            self.draw_body(p, procs[i + 1:])
        self.call_unused()
        for _ in range(self.threads - 1):
            self.start(procs[0] if self.chance(0.8) else self.pick(procs))
        if self.gated:
            self.add_gate(procs)
        if self.jumps and self.chance(0.7):
            self.proc = self.pick(procs)
            self.add_jumps(self.proc)
        for p in procs:
            self.proc = p
            for _ in range(self.random.randint(0, 2)):
                block, i = self.anywhere(p)
                block.insert(i, self.observer())
        if self.threads < 4 and self.chance(0.6):
            self.add_watch()
        if self.chance(0.25):
            self.program.label = self.place_label(self.pick(procs))
        self.program.zero = self.chance(0.2)
        return self.program

    def add_gate(self, procs):
        """What is started waits; main opens the gate when it has started everybody, and sometimes late."""
        for p in procs[1:]:
            if self.chance(0.8):
                p.body.insert(0, Stmt("assume", value=read(self.gate)))
                self.proc = p
                p.body.insert(self.random.randint(1, len(p.body)), self.observer())
        opening = Stmt("assign", targets=[(self.gate, False)], values=[const(True)], constrain=None)
        starts = [i for i, s in enumerate(procs[0].body) if s.kind in ("start", "start_stmt", "fork", "while")]
        after = starts[-1] + 1 if starts else 0
        procs[0].body.insert(after if self.chance(0.8) else len(procs[0].body), opening)

    def call_unused(self):
        main = self.proc = self.program.procs[0]
        called = {s.proc for p in self.program.procs for s in walk(p.body) if s.kind == "call"}
        for p in self.program.procs[1:]:
            if p not in called and self.chance(0.7):
                self.callable = [p]
                i = self.random.randint(0, len(main.body))
                main.body[i:i] = self.call(0)

    def draw_body(self, p, callable_procs):
        self.proc, self.callable = p, callable_procs
        p.body = self.block(self.random.randint(1, self.size), 2)
        if p.results and self.chance(0.8):
            p.body.append(Stmt("return", values=[self.value() for _ in range(p.results)]))
        if self.chance(0.6 if self.focus == "enforce" else 0.1):
            p.enforce = [self.weak_condition() for _ in range(self.pick([1, 1, 2]))]

    def weak_condition(self):
        """True at the start, most often: what is false there keeps everything else away."""
        known = [v for v in self.visible() if v.init in "01"]
        seen = self.random.sample(known, min(len(known), 2))
        literals = [read(v) if v.init == "1" else Expr("not", [read(v)]) for v in seen] + [self.value(0, 1)]
        return literals[0] if self.chance(0.3) else Expr("or", literals) if len(literals) > 1 else literals[0]


def checks(program):
    return program.label or any(s.kind in ("assert", "abortif") for p in program.procs for s in walk(p.body))


def acceptable(program):
    mark_variables(program)
    return (checks(program) and inline_size(program) <= MOST_INLINED and
            thread_count(program) <= MOST_THREADS)


def draw(seed):
    for attempt in range(1000):
        program = Draw(seed, attempt).draw()
        if acceptable(program):
            return program
    raise RuntimeError(f"no program for seed {seed}")
