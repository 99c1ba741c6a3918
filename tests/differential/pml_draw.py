"""Draws a random Promela program: declarations, processes, then jumps and remote references.

The same seed gives the same program on every machine. Processes refer (`P[0]@L`,
`P[0]:v`) to older ones only, and only the youngest can die, so they never look at a
process that is gone.
"""

from pml_claim import draw_formula
from pml_expr import Chan, Var
from pml_profile import PROFILES, profile_of
from pml_stmt import StmtDraw, plain
from pml_tree import Decl, Expr, Inline, Proc, Program, Stmt, all_blocks, walk

MOST_STATEMENTS = 45


class Draw(StmtDraw):
    def __init__(self, seed, attempt, profile):
        weights, traits = PROFILES[profile]
        super().__init__(seed, attempt, weights)
        self.traits = dict(traits)
        self.program = Program(seed, profile)
        self.typedefs, self.pids = [], 0

    def trait(self, name):
        value = self.traits[name]
        return self.chance(value) if isinstance(value, float) or value in (0, 1) else self.pick(value)

    # --- declarations

    def declare_types(self):
        if self.trait("mtypes"):
            self.mtypes = [f"m{k}" for k in range(self.pick([2, 3]))]
            self.program.mtypes = self.mtypes
        if self.trait("typedefs"):
            fields = [self.draw_var("f") for _ in range(self.length())]
            for f in fields:
                f.initial = None
            self.typedefs = [("T", fields)]
            self.program.typedefs = [("T", [f.decl() for f in fields])]

    def declare_globals(self):
        self.globals = [self.draw_var("g", self.typedefs) for _ in range(self.trait("globals"))]
        self.program.globals += [v.decl() for v in self.globals]

    def draw_channel(self, prefix):
        kinds = ["bit", "bit", "bool", "byte"] + ["mtype"] * len(self.mtypes) + ["int", "short"]
        fields = [self.pick(kinds) for _ in range(self.trait("fields"))]
        size = 2 if self.trait("channel_arrays") else None
        return Chan(self.name(prefix), self.trait("capacities"), fields, size, narrow=self.chance(0.6))

    def declare_channels(self):
        self.channels = [self.draw_channel("q") for _ in range(self.trait("channels"))]
        if self.channels and self.trait("passing"):
            first = self.channels[0]
            fields = (["bit"] if self.chance(0.3) else []) + ["chan"]
            self.channels.append(Chan(self.name("m"), self.pick([0, 1]), fields, carries=first, narrow=True))
        if self.channels and self.traits["faults"] and self.chance(0.4):
            self.channels += [self.unset_channel("u") for _ in range(self.length())]
        self.program.globals += [c.decl() for c in self.channels]

    def unset_channel(self, prefix):
        """A variable for channels like one that there is, without a value."""
        c = self.pick([c for c in self.channels if not c.carries]).alias(self.name(prefix), private=False)
        c.unset, c.size = True, 2 if self.chance(0.2) else None
        return c

    def bindings(self):
        """Mostly, variables for channels get one before anything else happens."""
        unset = [c for c in self.channels_here() if c.unset and not c.size]
        found = [plain("{} = {}", self.channel_ref(c), self.channel_ref(self.pick(self.like(c))))
                 for c in unset if self.chance(0.8)]
        return [Stmt("atomic", blocks=[found])] if found and self.chance(0.5) else found

    def declare_inlines(self):
        if not self.trait("inlines"):
            return
        for _ in range(self.pick([1, 1, 2])):
            self.locals, kinds = [], []
            for _ in range(self.pick([0, 1, 1, 2])):
                kinds.append(self.pick(["target", "value"]))
                v = Var(self.name("a"), "any")
                v.writable = kinds[-1] == "target"
                self.locals.append(v)
            params = [v.name for v in self.locals]
            simple = self.chance(0.4)
            self.in_inline = True
            body = self.block(self.length(3), 1, in_d_step=simple)
            self.in_inline = False
            self.keep_one_check(body)
            i = Inline(self.name("i"), params, body)
            i.simple = simple
            self.inlines.append((i, kinds))
        self.program.inlines = [i for i, _ in self.inlines]
        self.locals = []

    def keep_one_check(self, body):
        """A place in an inline is a place of its call: one assertion, so that it has a name."""
        checks = [s for s in walk(body) if s.kind == "assert"]
        for s in checks[1:]:
            s.kind, s.form = "plain", "skip"
            s.exprs = []

    # --- processes

    def declare_proc(self, name):
        p = Proc(name)
        p.formal, p.locals, p.server = [], [], False
        return p

    def draw_proc(self, p):
        """Parameters, locals and a body."""
        if p.server:
            self.serve(p)
            return
        own = [self.draw_var("v", self.typedefs) for _ in range(self.trait("locals"))]
        formal_vars = [q for q in p.formal if not isinstance(q, Chan)]
        self.own_channels = [q for q in p.formal if isinstance(q, Chan)]
        p.params = [Decl("chan", q.name) if isinstance(q, Chan) else Decl(q.kind, q.name, bits=q.bits)
                    for q in p.formal]
        p.decls = [v.decl() for v in own]
        self.declare_own_channels(p)
        self.locals, self.in_proc = own + formal_vars, True
        p.body = self.bindings() + self.block(self.trait("size"), self.traits["depth"])
        if self.trait("jumps"):
            self.add_jumps(p)
        if self.trait("provided"):
            p.provided = self.provided()
        p.locals = own + formal_vars
        self.own_channels, self.locals, self.in_proc = [], [], False

    def provided(self):
        keep = self.locals, self.own_channels, self.remotes
        self.locals, self.own_channels, self.remotes = [], [], []
        found = Expr("{} || {}", self.compare(), self.compare()) if self.chance(0.5) else self.compare()
        if self.chance(0.6):
            found = Expr("{} || " + self.pick(["_nr_pr < 2", "_pid == 1", "_pid == 0"]), found)
        self.locals, self.own_channels, self.remotes = keep
        return found

    def declare_own_channels(self, p):
        carried = [c.carries for c in self.channels if c.carries]
        for c in carried[:1]:
            mine = c.alias(self.name("r"), private=False)
            self.own_channels.append(mine)
            p.decls.append(Decl("chan", mine.name, init=c.name + ("[1]" if c.size else "")))
        if self.trait("local_channels"):
            mine = self.draw_channel("l")
            mine.private = True
            self.own_channels.append(mine)
            p.decls.append(mine.decl())
        if self.channels and self.traits["faults"] and self.chance(0.3):
            mine = self.unset_channel("w")
            self.own_channels.append(mine)
            p.decls.append(mine.decl())

    # --- labels and jumps

    def places(self, p):
        """(block, index) where a label may stand: not in a d_step, not before a first statement."""
        sealed = [b for s in walk(p.body) if s.kind == "d_step" for b in all_blocks(s.blocks[0])]
        for b in all_blocks(p.body):
            if not any(b is c for c in sealed):
                yield from ((b, i) for i in range(0 if b is p.body else 1, len(b))
                            if b[i].kind not in ("decl", "unless") and b[i].form != "break"
                            and not begins_with_d_step(b[i]))

    def add_jumps(self, p):
        names = []
        for _ in range(self.pick([1, 1, 2, 3])):
            where = list(self.places(p))
            if not where:
                return
            block, i = self.pick(where)
            kind = self.pick(["L", "L", "L", "end", "progress", "accept"])
            names.append(self.name("L" if self.traits["formula"] and kind == "accept" else kind))
            if self.chance(0.1):
                block.append(Stmt("plain", ""))
                i = len(block) - 1
            block[i].labels.append(names[-1])
        for _ in range(self.pick([1, 1, 2])):
            self.add_jump(p, self.pick(names))
        gotos = [b[i] for b, i in self.places(p) if b[i].form.startswith("goto ")]
        if gotos and self.chance(0.4):
            name = self.name(self.pick(["L", "end"]))
            self.pick(gotos).labels.append(name)
            self.add_jump(p, name)

    def add_jump(self, p, name):
        where = list(self.places(p))
        block, i = self.pick(where)
        jump = plain("goto " + name)
        r = self.random.random()
        if r < 0.5:
            block.insert(i + 1, Stmt("if", blocks=[[plain("{}", self.condition()), jump], [plain("else")]]))
        elif r < 0.65:
            block.insert(i, jump)
            if jump is not block[0] and self.chance(0.4):
                jump.labels, block[i + 1].labels = block[i + 1].labels, []
        elif r < 0.8:
            options = [s for s in walk(p.body) if s.kind in ("if", "do") and any(b is block for b in s.blocks)]
            for s in options[:1]:
                s.blocks.append([jump])
            if not options:
                block.append(jump)
        else:
            block.append(jump)

    def add_remotes(self, p):
        """What younger processes may say about p."""
        labels = [l for s in walk(p.body) for l in s.labels]
        if not labels:
            where = [(b, i) for b, i in self.places(p) if b is p.body]
            if where:
                block, i = self.pick(where)
                labels = [self.name("L")]
                block[i].labels += labels
        numbers = range(self.pids, self.pids + p.active)
        self.remotes += [f"{p.name}[{k}]@{l}" for k in numbers for l in labels]
        self.remotes += [f"{p.name}[{k}]:{v.name} == {self.pick('01')}" for k in numbers for v in p.locals
                         if not v.size and not v.fields]
        if p.active == 1:
            self.remotes += [f"{p.name}@{l}" for l in labels]

    # --- the program

    def draw(self):
        self.traits["uses_last"] = self.trait("last")
        self.declare_types()
        self.declare_globals()
        self.declare_channels()
        self.declare_inlines()
        self.most_processes = self.trait("processes")
        names = ["P", "Q", "R"][:self.trait("procs")]
        by_init = self.trait("init")
        procs = [self.declare_proc(n) for n in names]
        started = procs if by_init and self.chance(0.7) else procs[1:] if by_init else []
        self.startable = started
        for p in started:
            if self.trait("params"):
                p.formal = [self.parameter("p") for _ in range(self.length())]
        active = [p for p in procs if p not in started]
        if self.channels and self.chance(0.55):
            active.append(self.server())
        self.draw_procs(active, started)
        if self.traits["formula"]:
            self.program.formula = draw_formula(self)
        return self.program

    def server(self):
        """A process that keeps channels moving: without it much is blocked soon."""
        p = self.declare_proc("S")
        p.server = True
        return p

    def serve(self, p):
        self.in_proc = True
        options = []
        for c in self.channels:
            kinds = [self.send_on, self.receive_on] if self.chance(0.6) else [self.pick([self.send_on, self.receive_on])]
            options += [[kind(c)] + (self.block(1, 0) if self.chance(0.3) else []) for kind in kinds]
        if self.chance(0.4):
            options.append([plain("{}", self.condition()), plain("break")])
        loop = Stmt("do", blocks=options)
        if self.chance(0.5):
            loop.labels.append(self.name("end"))
        p.body = [loop]
        self.in_proc = False

    def draw_procs(self, active, started):
        remote, room = self.trait("remote"), self.most_processes
        for k, p in enumerate(active):
            later = len(active) - k - 1 + bool(started)
            p.active = max(1, min(room - later, self.pick([1, 1, 2])))
            if k + 1 == len(active) and not started:
                p.active = 1 if p.server else max(1, min(room, 3))
            room -= p.active
            self.draw_proc(p)
            if remote:
                self.add_remotes(p)
            self.pids += p.active
            self.program.procs.append(p)
        for p in started:
            self.draw_proc(p)
        if started:
            self.program.procs.append(self.draw_init(started, max(room - 1, 1)))
        self.program.procs += started

    def draw_init(self, started, room):
        init = self.declare_proc("init")
        self.in_proc = True
        self.declare_own_channels(init)
        runs = [self.run_of(self.pick(started)) for _ in range(room)]
        runs = [r for r in runs if r] or [plain("skip")]
        if self.chance(0.4):
            runs = [Stmt("atomic", blocks=[runs])]
        if self.trait("respawn"):
            runs = self.respawn(init, started, runs)
        init.body = runs + self.block(self.pick([0, 1, 1, 2]), 2)
        if self.chance(0.3):
            init.body.append(plain("_nr_pr == 1"))
            init.body += self.check()
        self.in_proc, self.own_channels = False, []
        return init

    def respawn(self, init, started, runs):
        """Processes are started in a loop; numbers are used again."""
        k = Var(self.name("k"), "byte", small=False)
        init.decls.append(k.decl())
        k.writable = False
        self.locals.append(k)
        run = self.run_of(self.pick(started)) or plain("skip")
        body = [plain(f"{k.name} < {self.pick('1223')}"), run, plain(f"{k.name}++")]
        if self.chance(0.6):
            body.insert(1, plain(f"_nr_pr < {self.most_processes + 1}"))
        if self.chance(0.3):
            body = [Stmt("atomic", blocks=[body])]
        loop = Stmt("do", blocks=[body, [plain("else"), plain("break")]])
        return [loop] if self.chance(0.6) else runs + [plain(f"_nr_pr <= {self.pids + 2}"), loop]


def guarding_elses(s):
    """How many `else` are among the first steps of a statement."""
    if s.kind == "plain":
        return s.form == "else"
    firsts = s.blocks if s.kind in ("if", "do", "unless") else s.blocks[:1] if s.kind != "for" else []
    return sum(guarding_elses(b[0]) for b in firsts if b)


def jumps_in_circles(p):
    """A goto whose target is a goto, and so on for ever: Spin refuses it."""
    marked = {l: s for s in walk(p.body) for l in s.labels}
    for s in walk(p.body):
        for _ in range(len(marked) + 1):
            if s is None or not s.form.startswith("goto "):
                break
            s = marked.get(s.form[5:])
        else:
            return True
    return False


def begins_with_d_step(s):
    return s.kind == "d_step" or any(begins_with_d_step(b[0]) for b in s.blocks if b and s.kind != "for")


def keep_from_d_steps(program):
    """Spin refuses jumps to a d_step, and the break of a loop before it is one."""
    for b in [b for root in program.roots() for b in all_blocks(root.body)]:
        for i in range(len(b) - 1, 0, -1):
            before = b[i - 1]
            if begins_with_d_step(b[i]) and (before.blocks or before.kind == "call" or before.form.startswith("select")):
                b.insert(i, plain("skip"))


def acceptable(program):
    """Not what Spin refuses, nor too little or too much."""
    statements = [s for root in program.roots() for s in walk(root.body)]
    return (4 <= len(statements) <= MOST_STATEMENTS and not any(map(jumps_in_circles, program.procs))
            and all(guarding_elses(s) <= 1 for s in statements))


def draw(seed, profile=None):
    profile = profile or profile_of(seed)
    for attempt in range(1000):
        program = Draw(seed, attempt, profile).draw()
        keep_from_d_steps(program)
        if acceptable(program):
            return program
    raise RuntimeError(f"no program for seed {seed}")
