"""A Boolean program as a tree: what the generator draws and both writers read.

Nothing here comes from Selvage: the tree is written as .bp text by bp_text and,
with the meaning that docs/language-boolprog.md gives it, as Promela by bp_promela.
"""

INFINITE = 1000


class Var:
    def __init__(self, name, scope, init="open"):
        self.name = name
        self.scope = scope  # global, thread_local, param, local
        self.init = init  # open, any, 0, 1
        self.locked = False  # some lock or unlock names it
        self.broadcast = False  # some x$ names it


class Expr:
    def __init__(self, op, args=(), var=None, value=None, primed=False, passive=False):
        self.op = op  # const var star not and or xor eq ne implies ite schoose
        self.args = list(args)
        self.var, self.value = var, value
        self.primed, self.passive = primed, passive


class Stmt:
    """kind and its fields:

    skip, nothing, end_thread, atomic_begin, atomic_end
    assign      targets [(Var or None, passive)], values, constrain
    constrain   value            assume, assert, abortif   value
    call        proc, values, targets or None
    return      values           print      values         dead   vars
    goto        jumps            fork       jumps (start_thread goto)
    if          arms [(Expr, block)], otherwise (block or None)
    while       value, body
    start       proc, values     start_stmt inner
    lock, unlock  var
    """

    def __init__(self, kind, **fields):
        self.kind = kind
        self.labels = []
        self.once = False  # start, fork: taken at most once in a run
        self.__dict__.update(fields)


class Proc:
    def __init__(self, name):
        self.name = name
        self.params, self.locals = [], []
        self.results = 0
        self.enforce = []
        self.body = []

    @property
    def vars(self):
        return self.params + self.locals


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.globals = []  # shared and thread_local
        self.procs = []  # procs[0] is main
        self.label = None  # of --label
        self.zero = False  # --init zero

    def shared(self):
        return [v for v in self.globals if v.scope == "global"]

    def thread_locals(self):
        return [v for v in self.globals if v.scope == "thread_local"]


# --- walks


def blocks_of(stmt):
    """The lists of statements inside a statement."""
    if stmt.kind == "if":
        return [b for _, b in stmt.arms] + ([stmt.otherwise] if stmt.otherwise is not None else [])
    return [stmt.body] if stmt.kind == "while" else []


def walk(block):
    """Every statement, inner ones of start_stmt included."""
    for s in block:
        yield s
        for b in blocks_of(s):
            yield from walk(b)
        if s.kind == "start_stmt":
            yield from walk([s.inner])


def all_blocks(block):
    yield block
    for s in block:
        for b in blocks_of(s):
            yield from all_blocks(b)
        if s.kind == "start_stmt":
            for b in blocks_of(s.inner):
                yield from all_blocks(b)


def exprs_of(s):
    """(expression, setter) for every expression at the top of a statement."""
    for field in ("value", "constrain"):
        e = getattr(s, field, None)
        if isinstance(e, Expr):
            yield e, lambda new, f=field: setattr(s, f, new)
    for i, e in enumerate(getattr(s, "values", None) or []):
        yield e, lambda new, i=i: s.values.__setitem__(i, new)
    for i, (e, b) in enumerate(getattr(s, "arms", None) or []):
        yield e, lambda new, i=i, b=b: s.arms.__setitem__(i, (new, b))


def subterms(e):
    yield e
    for a in e.args:
        yield from subterms(a)


def stars(e):
    """Independent choices in an expression."""
    return sum(t.op in ("star", "schoose") for t in subterms(e))


def mentions_other(e):
    return any(t.passive for t in subterms(e))


def mark_variables(program):
    """Sets Var.locked and Var.broadcast from the statements."""
    for v in program.globals + [v for p in program.procs for v in p.vars]:
        v.locked = v.broadcast = False
    for p in program.procs:
        for s in walk(p.body):
            if s.kind in ("lock", "unlock"):
                s.var.locked = True
            for target, passive in (s.targets or []) if s.kind == "assign" else []:
                if passive:
                    target.broadcast = True
            for e, _ in exprs_of(s):
                for t in subterms(e):
                    if t.passive:
                        t.var.broadcast = True


# --- control flow, for counting threads


class Flow:
    """Successors of every statement of a procedure. None is the end."""

    def __init__(self, proc):
        self.after = {}
        self.labels = {l: s for s in walk(proc.body) for l in s.labels}
        self.entry = self.block(proc.body, None)

    def block(self, block, then):
        for s in reversed(block):
            then = self.statement(s, then)
        return then

    def statement(self, s, then):
        if s.kind == "goto":
            self.after[s] = [self.labels[j] for j in s.jumps]
        elif s.kind in ("return", "end_thread"):
            self.after[s] = []
        elif s.kind == "if":
            ends = [self.block(b, then) for b in blocks_of(s)]
            self.after[s] = ends + ([then] if s.otherwise is None else [])
        elif s.kind == "while":
            self.after[s] = [then, self.block(s.body, s)]
        else:
            self.after[s] = [then]
        if s.kind == "start_stmt":
            self.statement(s.inner, None)
        return s

    def reach(self, sources):
        seen, todo = set(), [s for s in sources if s]
        while todo:
            s = todo.pop()
            if s not in seen:
                seen.add(s)
                todo += [t for t in self.after[s] if t]
        return seen

    def on_cycle(self, s):
        return s in self.reach(self.after[s])


class ThreadCount:
    """The most threads that a program can start, itself included."""

    def __init__(self, program):
        self.flows = {p: Flow(p) for p in program.procs}
        self.known, self.once = {}, []
        total = 1 + self.entry(program.procs[0], self.flows[program.procs[0]].entry)
        counted = 0
        while counted < len(self.once) and total < INFINITE:
            proc, s = self.once[counted]
            counted += 1
            total += 1 + self.child(proc, s)
        self.total = min(total, INFINITE)

    def child(self, proc, s):
        if s.kind == "start":
            return self.entry(s.proc, self.flows[s.proc].entry)
        if s.kind == "fork":
            return max(self.entry(proc, self.flows[proc].labels[j]) for j in s.jumps)
        return self.entry(proc, s.inner)

    def entry(self, proc, stmt):
        """Threads started by a thread, or call, that enters proc at stmt."""
        key = (proc, stmt)
        if key not in self.known:
            self.known[key] = INFINITE
            self.known[key] = self.count(proc, stmt)
        return self.known[key]

    def count(self, proc, stmt):
        flow, total = self.flows[proc], 0
        for s in flow.reach([stmt]):
            if s.once:
                if (proc, s) not in self.once:
                    self.once.append((proc, s))
                continue
            if s.kind == "call":
                n = self.entry(s.proc, self.flows[s.proc].entry)
            elif s.kind in ("start", "fork", "start_stmt"):
                n = 1 + self.child(proc, s)
            else:
                continue
            total += INFINITE if n and flow.on_cycle(s) else n
        return min(total, INFINITE)


def thread_count(program):
    return ThreadCount(program).total


def inline_size(program):
    """Statements after calls are replaced by bodies, over all kinds of threads."""
    size = {}
    for p in reversed(program.procs):
        size[p] = sum(1 + (size[s.proc] if s.kind == "call" else 0) for s in walk(p.body))
    starts = [p for q in program.procs for s in walk(q.body)
              for p in ([s.proc] if s.kind == "start" else [q] if s.kind in ("fork", "start_stmt") else [])]
    return size[program.procs[0]] + sum(size[p] for p in starts)
