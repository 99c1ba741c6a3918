"""Boolean programs as Promela, several in one model.

One statement of the Boolean program is one indivisible step:

  * `mx` is the thread inside an atomic section (its _pid + 1), or 0. Every step
    is guarded by OK, so a blocked section blocks everybody.
  * A step whose constraint depends on choices is spelled out, one option per
    outcome; elsewhere choices are made inside the step, where nothing blocks.
  * Calls are replaced by bodies with variables of their own. What a thread owns
    are variables of its proctype, except those that some x$ names: these are
    arrays over the _pid, together with `alive` and, for locals, with one that
    tells in which threads the procedure is active.
  * `start_thread goto l` runs a proctype that begins with a jump to l and gets the
    parent's variables as parameters; it has lock flags of its own, all 0.
  * A failing assertion prints its number and goes on, so that one run tells
    everything about a program. Which program is run: the environment's BP.
"""

import itertools

from bp_tree import Expr, mark_variables, mentions_other, stars, subterms, thread_count

HEAD = """c_code {
  static void fail(int n) {
    static char seen[10000];
    if (!seen[n]) printf("FAIL %d\\n", n);
    seen[n] = 1;
  }
};
#define OK (mx == 0 || mx == _pid + 1)
byte which, mx, p;
bit alive[16];
"""


def bits(n):
    return itertools.product("01", repeat=n)


# --- expressions


def text(e, name, choice):
    """name(Var, primed, passive) and choice() give the text of leaves."""
    def go(e):
        return text(e, name, choice)

    if e.op == "const":
        return str(int(e.value))
    if e.op == "var":
        return name(e.var, e.primed, e.passive)
    if e.op == "star":
        return choice()
    if e.op == "not":
        return f"(!{go(e.args[0])})"
    args = [go(a) for a in e.args]
    if e.op == "schoose":
        return f"({args[0]} || (!{args[1]} && {choice()}))"
    if e.op == "ite":
        return f"({args[0]} -> {args[1]} : {args[2]})"
    if e.op == "implies":
        return f"(!{args[0]} || {args[1]})"
    sign = {"and": " && ", "or": " || ", "xor": " != ", "eq": " == ", "ne": " != "}[e.op]
    joined = args[0]
    for a in args[1:]:
        joined = f"({joined}{sign}{a})"
    return joined


class Frame:
    """One activation of a procedure within a proctype."""

    def __init__(self, proc, number, caller=None, call=None):
        self.proc, self.number = proc, number
        self.caller, self.call = caller, call

    def label(self, name):
        return f"L{self.number}_{name}"

    def back(self):
        return f"R{self.number}" if self.caller else "ENDT"


class Step:
    """What one step does: parallel updates, given the texts of its choices."""

    def __init__(self, writer, choices):
        self.writer, self.left = writer, list(choices)
        self.pairs = []

    def choice(self):
        return self.left.pop(0)

    def set(self, target, value):
        self.pairs.append((target, value))

    def lines(self):
        if len(self.pairs) == 1:
            return ["{} = {}".format(*self.pairs[0])]
        temps = [self.writer.temp("t", i) for i in range(len(self.pairs))]
        return ([f"{t} = {v}" for t, (_, v) in zip(temps, self.pairs)] +
                [f"{x} = {t}" for t, (x, _) in zip(temps, self.pairs)] + [f"{t} = 0" for t in temps])


class Writer:
    """One program. `first_fail` is the number of its first assertion."""

    def __init__(self, program, number, first_fail, temps):
        mark_variables(program)
        self.program, self.number = program, number
        self.temps = temps
        self.fails = {}
        self.first_fail = first_fail
        self.types = {}  # key of a kind of thread -> name; in the order of discovery
        self.inners = {}  # start_stmt -> number
        self.todo = []
        self.out = []
        self.pids = range(1, thread_count(program) + 1)
        self.shown = {p: i for i, p in enumerate(program.procs) if any(v.broadcast for v in p.vars)}
        self.home = {v: p for p in program.procs for v in p.vars}
        self.index = {v: i for i, v in enumerate(program.globals)}
        for proc in program.procs:
            for v in proc.vars:
                self.index[v] = len(self.index)

    # names

    def temp(self, letter, i):
        self.temps.add(f"{letter}{i}")
        return f"{letter}{i}"

    def place(self, frame, v):
        """Where the acting thread finds its variable."""
        if v.broadcast:
            return f"b{self.number}_{self.index[v]}[_pid]"
        if v.scope == "global":
            return f"g{self.number}_{self.index[v]}"
        if v.scope == "thread_local":
            return f"own_{self.index[v]}"
        return f"v{frame.number}_{self.index[v]}"

    def flag(self, frame, v):
        """Set while the thread holds the lock."""
        return f"h_{self.index[v]}" if v.scope in ("global", "thread_local") else f"h{frame.number}_{self.index[v]}"

    def reader(self, frame, new=None, other=None, new_other=None):
        """new: values after the step; other: the _pid that x$ means."""
        new, new_other = new or {}, new_other or {}

        def name(v, primed, passive):
            if passive:
                if primed and v in new_other:
                    return new_other[v]
                return f"b{self.number}_{self.index[v]}[{other}]"
            return new[v] if primed and v in new else self.place(frame, v)
        return name

    def active(self, proc, pid):
        return f"act{self.number}_{self.shown[proc]}[{pid}]"

    def not_meant(self, v, pid):
        """The thread is none of the others of v$."""
        here = f" || !{self.active(self.home[v], pid)}" if v in self.home else ""
        return f"(_pid == {pid} || !alive[{pid}]{here})"

    def fail(self, key):
        if key not in self.fails:
            self.fails[key] = self.first_fail + len(self.fails)
        return f"c_code {{ fail({self.fails[key]}); }}"

    # steps

    def line(self, s):
        self.out.append(s)

    def step(self, choices, build, constrained=False):
        """build(Step) adds updates and returns (guard, further lines)."""
        options = []
        for values in bits(choices) if constrained else [[self.temp("c", i) for i in range(choices)]]:
            step = Step(self, values)
            guard, more = build(step)
            chosen = [] if constrained else values
            body = ([f"if :: {c} = 0 :: {c} = 1 fi" for c in chosen] + step.lines() + more +
                    [f"{c} = 0" for c in chosen])
            head = f"(OK && {guard})" if guard else "(OK)"
            options.append("atomic { " + head + " -> " + "; ".join(body or ["skip"]) + " }")
        if len(options) == 1:
            self.line(options[0] + ";")
        else:
            self.line("if\n:: " + "\n:: ".join(options) + "\nfi;")

    def possible(self, frame, e, want):
        """Some choices give e the wanted value."""
        some = []
        for values in bits(stars(e)):
            left = list(values)
            t = text(e, self.reader(frame), lambda: left.pop(0))
            some.append(t if want else f"(!{t})")
        return "(" + " || ".join(some) + ")"

    def enforced(self, frame, new):
        return [text(e, lambda v, _p, _o: self.reader(frame, new)(v, True, False), None)
                for e in frame.proc.enforce]

    # statements

    def block(self, frame, block):
        for s in block:
            self.labels(frame, s)
            getattr(self, "do_" + s.kind)(frame, s)
        if not block:
            self.line("skip;")

    def labels(self, frame, s):
        for name in s.labels:
            self.line(f"{frame.label(name)}: skip;")
            if name == self.program.label:
                self.line(self.fail("label") + ";")

    def plain(self, _frame, _s):
        self.line("(OK);")

    do_skip = do_nothing = do_print = do_dead = plain

    def do_assume(self, frame, s):
        self.line(f"(OK && {self.possible(frame, s.value, True)});")

    do_constrain = do_assume

    def do_assert(self, frame, s):
        def build(step):
            e = text(s.value, self.reader(frame), step.choice)
            e = e if s.kind == "assert" else f"(!{e})"
            return None, [f"if :: {e} :: else -> {self.fail(s)} fi"]
        self.step(stars(s.value), build)

    do_abortif = do_assert

    def do_goto(self, frame, s):
        self.line("if " + " ".join(f":: (OK) -> goto {frame.label(j)}" for j in s.jumps) + " fi;")

    def do_if(self, frame, s):
        self.line("if")
        before = []
        for e, body in s.arms:
            yes = before + [self.possible(frame, e, True)]
            self.line(f":: (OK && {' && '.join(yes)}) ->")
            self.block(frame, body)
            before.append(self.possible(frame, e, False))
        self.line(f":: (OK && {' && '.join(before)}) ->")
        self.block(frame, s.otherwise or [])
        self.line("fi;")

    def do_while(self, frame, s):
        self.line(f"do\n:: (OK && {self.possible(frame, s.value, True)}) ->")
        self.block(frame, s.body)
        self.line(f":: (OK && {self.possible(frame, s.value, False)}) -> break\nod;")

    def do_atomic_begin(self, _frame, _s):
        self.line("atomic { (OK) -> mx = _pid + 1 };")

    def do_atomic_end(self, _frame, _s):
        self.line("atomic { (OK) -> mx = 0 };")

    def do_lock(self, frame, s):
        l, h = self.place(frame, s.var), self.flag(frame, s.var)
        self.line(f"atomic {{ (OK && !{l}) -> {l} = 1; {h} = 1 }};")

    def do_unlock(self, frame, s):
        l, h = self.place(frame, s.var), self.flag(frame, s.var)
        self.line(f"atomic {{ (OK && {h}) -> {l} = 0; {h} = 0 }};")

    def do_end_thread(self, _frame, _s):
        self.line("goto ENDT;")

    # assignments

    def do_assign(self, frame, s):
        if any(passive for _, passive in s.targets) or (s.constrain and mentions_other(s.constrain)):
            return self.broadcast(frame, s)
        assigns = any(v for v, _ in s.targets)
        choices = sum(stars(e) for e in s.values) + (stars(s.constrain) if s.constrain else 0)
        enforce = assigns and frame.proc.enforce

        def build(step):
            new = self.assign(frame, frame, [v for v, _ in s.targets], s.values, step)
            guards = [text(s.constrain, self.reader(frame, new), step.choice)] if s.constrain else []
            guards += self.enforced(frame, new) if enforce else []
            return " && ".join(guards), []
        self.step(choices, build, bool(s.constrain or enforce))

    def assign(self, to, frame, targets, values, step):
        """Evaluates in `frame`, assigns in `to`; the values after the step."""
        new = {}
        for v, e in zip(targets, values):
            value = text(e, self.reader(frame), step.choice)
            if v:
                new[v] = value
                step.set(self.place(to, v), value)
        return new

    def broadcast(self, frame, s):
        """Choices: those of the thread itself, then for every _pid those of that thread."""
        passive = [(v, e) for (v, other), e in zip(s.targets, s.values) if other]
        active = [(v, e) for (v, other), e in zip(s.targets, s.values) if not other]
        all_read = s.constrain is not None and mentions_other(s.constrain)
        own = sum(stars(e) for _, e in active)
        per_pid = sum(stars(e) for _, e in passive)
        if s.constrain:
            own, per_pid = (own, per_pid + stars(s.constrain)) if all_read else (own + stars(s.constrain), per_pid)

        def build(step):
            new = self.assign(frame, frame, [v for v, _ in active], [e for _, e in active], step)
            guards = self.enforced(frame, new)
            if s.constrain and not all_read:
                guards.append(text(s.constrain, self.reader(frame, new), step.choice))
            for pid in self.pids:
                new_other = {}
                for v, e in passive:
                    new_other[v] = text(e, self.reader(frame, new, pid), step.choice)
                    cell = f"b{self.number}_{self.index[v]}[{pid}]"
                    step.set(cell, self.kept(self.not_meant(v, pid), pid, cell, new.get(v), new_other[v]))
                if all_read:
                    v = next(t.var for t in subterms(s.constrain) if t.passive)
                    guards.append(f"({self.not_meant(v, pid)} || " + text(
                        s.constrain, self.reader(frame, new, pid, new_other), step.choice) + ")")
            return " && ".join(guards), []
        self.step(own + per_pid * len(self.pids), build, bool(s.constrain or frame.proc.enforce))

    @staticmethod
    def kept(skip, pid, cell, own_value, value):
        """The passive update comes after the thread's own one, so it must not undo it."""
        old = cell if own_value is None else f"(_pid == {pid} -> {own_value} : {cell})"
        return f"({skip} -> {old} : {value})"

    # calls

    def first_value(self, v, step):
        """Of a variable that is no parameter of a call."""
        if v.init in "01":
            return v.init
        if v.init == "open" and (v.locked or self.program.zero):
            return "0"
        return step.choice()

    def open_choices(self, variables):
        return sum(v.init == "any" or (v.init == "open" and not v.locked and not self.program.zero)
                   for v in variables)

    def do_call(self, frame, s):
        inner = Frame(s.proc, self.new_frame(), frame, s)
        self.declare(inner)

        def build(step):
            for v, e in zip(s.proc.params, s.values):
                step.set(self.place(inner, v), text(e, self.reader(frame), step.choice))
            for v in s.proc.locals:
                step.set(self.place(inner, v), self.first_value(v, step))
            return None, [f"{self.active(s.proc, '_pid')} = 1"] if s.proc in self.shown else []
        self.step(sum(map(stars, s.values)) + self.open_choices(s.proc.locals), build)
        self.body(inner)
        self.line(f"{inner.back()}: skip;")

    def body(self, frame):
        """The procedure, then the step at its end."""
        for e in frame.proc.enforce:
            self.line(f"(OK && {self.possible(frame, e, True)});")
        self.block(frame, frame.proc.body)
        self.leave(frame, [Expr("star")] * frame.proc.results)

    def do_return(self, frame, s):
        self.leave(frame, s.values)

    def leave(self, frame, values):
        if frame.caller:
            self.results(frame, values)
        self.line(f"goto {frame.back()};")

    def results(self, frame, values):
        caller, targets = frame.caller, frame.call.targets or []
        used = values if targets else []
        enforce = any(targets) and caller.proc.enforce

        def build(step):
            new = self.assign(caller, frame, targets, used, step)
            for v in frame.proc.vars:
                step.set(self.place(frame, v), "0")
            clear = [f"{self.flag(frame, v)} = 0" for v in frame.proc.vars if v.locked]
            clear += [f"{self.active(frame.proc, '_pid')} = 0"] if frame.proc in self.shown else []
            return " && ".join(self.enforced(caller, new)) if enforce else None, clear
        self.step(sum(map(stars, used)), build, bool(enforce))

    # threads

    def thread_type(self, key):
        if key not in self.types:
            self.types[key] = f"T{self.number}_{len(self.types)}"
            self.todo.append(key)
        return self.types[key]

    def run(self, key, frame_values, own_values):
        """Lines that start a thread; values by variable."""
        proc = key[1]
        values = {**frame_values, **own_values}
        args = [values[v] for v in proc.vars + self.program.thread_locals() if not v.broadcast]
        lines = [f"p = run {self.thread_type(key)}({', '.join(args)})", "alive[p] = 1"]
        lines += [f"b{self.number}_{self.index[v]}[p] = {t}" for v, t in values.items() if v.broadcast]
        lines += [f"{self.active(proc, 'p')} = 1"] if proc in self.shown else []
        return lines + ["p = 0"]

    def do_start(self, frame, s):
        own = self.program.thread_locals()

        def build(step):
            values = {v: text(e, self.reader(frame), step.choice) for v, e in zip(s.proc.params, s.values)}
            values.update({v: self.first_value(v, step) for v in s.proc.locals})
            return None, self.run(("proc", s.proc), values, {v: self.first_value(v, step) for v in own})
        self.step(sum(map(stars, s.values)) + self.open_choices(s.proc.locals + own), build)

    def copy_thread(self, frame, key):
        frame_values = {v: self.place(frame, v) for v in frame.proc.vars}
        own = {v: self.place(frame, v) for v in self.program.thread_locals()}
        self.step(0, lambda step: (None, self.run(key, frame_values, own)))

    def do_fork(self, frame, s):
        self.copy_thread(frame, ("fork", frame.proc, tuple(s.jumps)))

    def inner_number(self, s):
        return self.inners.setdefault(s, len(self.inners))

    def do_start_stmt(self, frame, s):
        self.copy_thread(frame, ("inner", frame.proc, s))
        after, inner = f"A{len(self.out)}_{frame.number}", f"S{frame.number}_{self.inner_number(s)}"
        self.line(f"goto {after};\n{inner}: skip;")
        self.block(frame, [s.inner])
        self.line(f"goto ENDT;\n{after}: skip;")

    # a kind of thread

    def new_frame(self):
        self.frames += 1
        return self.frames

    def declare(self, frame):
        names = [self.place(frame, v) for v in frame.proc.vars if not v.broadcast]
        names += [self.flag(frame, v) for v in frame.proc.vars if v.locked]
        self.declared += names

    def proctype(self, key):
        kind, proc, *rest = key
        self.frames, self.declared, self.out = 0, [], []
        frame = Frame(proc, 0)
        params = [self.place(frame, v) for v in proc.vars + self.program.thread_locals() if not v.broadcast]
        self.declared = [self.flag(frame, v) for v in self.program.globals + proc.vars if v.locked]
        if kind == "fork":
            self.line("if " + " ".join(f":: goto {frame.label(j)}" for j in rest[0]) + " fi;")
        if kind == "inner":
            self.line(f"goto S0_{self.inner_number(rest[0])};")
        self.body(frame)
        head = f"proctype {self.types[key]}({'; '.join('bit ' + x for x in params)}) {{\n"
        head += "".join(f"bit {x};\n" for x in self.declared)
        gone = ["alive[_pid] = 0"] + [f"{self.active(p, '_pid')} = 0" for p in self.shown]
        end = ("ENDT: atomic { (OK) -> if :: mx == _pid + 1 -> mx = 0 :: else fi; " +
               "; ".join(gone) + " }\n}\n")
        return head + "\n".join(self.out) + "\n" + end

    def write(self):
        """The declarations and proctypes, and the lines that start main."""
        main = self.program.procs[0]
        all_vars = self.program.globals + main.vars
        step = Step(self, [self.temp("c", i) for i in range(self.open_choices(all_vars))])
        chosen = list(step.left)
        values = {v: self.first_value(v, step) for v in all_vars}
        lines = [f"if :: {c} = 0 :: {c} = 1 fi" for c in chosen]
        lines += [f"{self.place(None, v)} = {values[v]}" for v in self.program.shared()]
        lines += self.run(("proc", main), {v: values[v] for v in main.vars},
                          {v: values[v] for v in self.program.thread_locals()})
        lines += [f"{c} = 0" for c in chosen]
        types = []
        while self.todo:
            types.append(self.proctype(self.todo.pop(0)))
        declared = [f"bit {self.place(None, v)};" for v in self.program.shared()]
        every = self.program.thread_locals() + [v for q in self.program.procs for v in q.vars]
        declared += [f"bit b{self.number}_{self.index[v]}[16];" for v in every if v.broadcast]
        declared += [f"bit act{self.number}_{i}[16];" for i in self.shown.values()]
        return "\n".join(declared) + "\n" + "\n".join(types), "atomic { " + ";\n  ".join(lines) + " }"


def write_models(programs):
    """The Promela text, and per program its assertions {number: Stmt or "label"}."""
    temps, texts, starts, fails, used = set(), [], [], [], 0
    for k, program in enumerate(programs):
        writer = Writer(program, k, used, temps)
        body, start = writer.write()
        texts.append(body)
        starts.append(f":: which == {k} -> {start}")
        fails.append({n: key for key, n in writer.fails.items()})
        used += len(writer.fails)
    init = "init {\nc_code { now.which = atoi(getenv(\"BP\")); };\nif\n" + "\n".join(starts) + "\nfi\n}\n"
    declared = "".join(f"bit {t};\n" for t in sorted(temps))
    return HEAD + declared + "\n".join(texts) + init, fails
