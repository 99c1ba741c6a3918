"""What a process program means: a small interpreter, written from docs/language-proc.md alone.

A process is its local variables and a continuation: the statements still to come, innermost first, with
marks for the end of an atomic section and for loops. A continuation is brought into a form whose first
statement takes a step; entering an atomic section is part of the first step in it.
"""

import itertools

from proc_draw import CHANNELS, GLOBALS, TYPES, is_fixed

MOST_STATES = 4000
END_ATOMIC = ("end of atomic",)
ERROR = (("error",),)


class Fault(Exception):
    """Something that fails a property which every program has."""


class TooLarge(Exception):
    pass


def euclid(a, b):
    r = a % abs(b)
    return (a - r) // b, r


def store(kind, low, high, value):
    if kind == "byte":
        return value % 256
    if kind == "int" and not low <= value <= high:
        raise Fault("range")
    return value


class State:
    """Of the whole program; frozen into a tuple for comparison."""

    def __init__(self, data, queue, lock, processes, holder):
        self.data, self.queue, self.lock, self.holder = data, queue, lock, holder
        self.processes = processes  # of (locals, continuation)

    def key(self):
        return (tuple(sorted(self.data.items())), self.queue, self.lock, self.holder,
                tuple((tuple(sorted(v.items())), c) for v, c in self.processes))

    def copy(self):
        return State(dict(self.data), self.queue, self.lock, [(dict(v), c) for v, c in self.processes], self.holder)


# --- values

def look(s, who, name):
    return s.processes[who][0][name] if name not in GLOBALS else s.data[name]


def evaluate(s, who, e):
    op = e[0]
    if op in ("n", "b"):
        return e[1]
    if op == "v":
        return look(s, who, e[1])
    if op == "a":
        index = evaluate(s, who, e[2])
        if not 0 <= index < TYPES[e[1]][3]:
            raise Fault("index")
        return look(s, who, e[1])[index]
    if op == "len":
        return len(s.queue)
    if op == "full":
        return len(s.queue) == CHANNELS["q"][3]
    if op == "held":
        return s.lock is not None
    if op == "mine":
        return s.lock == who
    if op == "if":
        return evaluate(s, who, e[2] if evaluate(s, who, e[1]) else e[3])
    if op == "!":
        return not evaluate(s, who, e[1])
    if len(e) == 2:
        return -evaluate(s, who, e[1])
    left = evaluate(s, who, e[1])
    if op in ("&&", "||", "->"):
        if left != (op != "||"):
            return op != "&&"
        return bool(evaluate(s, who, e[2]))
    return binary(op, left, evaluate(s, who, e[2]))


def binary(op, a, b):
    if op in "/%" and b == 0:
        raise Fault("division")
    return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: euclid(a, b)[0],
            "%": lambda: euclid(a, b)[1], "==": lambda: a == b, "!=": lambda: a != b, "<": lambda: a < b,
            "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b}[op]()


def cell(s, who, target):
    """Where a target is: (name, index or None)."""
    if target[0] == "v":
        return (target[1], None)
    index = evaluate(s, who, target[2])
    if not 0 <= index < TYPES[target[1]][3]:
        raise Fault("index")
    return (target[1], index)


def write(s, who, where, value):
    name, index = where
    data = s.data if name in GLOBALS else s.processes[who][0]
    if index is None:
        data[name] = value
    else:
        data[name] = data[name][:index] + (value,) + data[name][index + 1:]


# --- control

def is_forever(e):
    return is_fixed(e) and bool(evaluate(None, None, e))


class Machine:
    def __init__(self, program):
        self.p = program

    def settle(self, values, cont):
        """The continuation with a step first."""
        for tries in itertools.count():
            if not cont:
                break
            if tries > MOST_STATES:
                raise TooLarge  # a loop without any step
            first, rest = cont[0], cont[1:]
            if first == END_ATOMIC:
                cont = rest
            elif first[0] == "loop":
                cont = (first[1],) + rest
            elif first[0] == "if" and is_fixed(first[1]):
                cont = (first[2] if evaluate(None, None, first[1]) else first[3]) + rest
            elif first[0] == "while" and (first[1] is None or is_forever(first[1])):
                cont = (first[2]) + (("loop", first),) + rest
            elif first[0] == "break":
                while cont[0][0] != "loop":
                    cont = cont[1:]
                cont = cont[1:]
            elif first[0] == "call" and is_fixed(first[1]):
                values["p"] = evaluate(None, None, first[1])
                cont = (self.p.function) + rest
            else:
                break
        return cont

    def inside(self, cont):
        return any(x == END_ATOMIC for x in cont)

    def enter(self, values, cont):
        """Opens atomic sections until a statement that takes a step is first."""
        while cont and cont[0][0] == "atomic":
            cont = self.settle(values, (cont[0][1]) + (END_ATOMIC,) + cont[1:])
        return cont

    def steps(self, s, who):
        """All (next state, failed assertion or fault) of one process."""
        values, cont = s.processes[who]
        s = s.copy()
        cont = self.enter(s.processes[who][0], cont)
        if not cont or cont == ERROR:
            return
        first, rest = cont[0], cont[1:]
        for action in self.choices(s, who, first):
            n = s.copy()
            failed = None
            try:
                result = action(n)
                if result is None:
                    continue
                more, failed = result
                after = self.settle(n.processes[who][0], more + rest)
            except Fault as f:
                n, after, failed = s.copy(), ERROR, str(f)
            n.processes[who] = (n.processes[who][0], after)
            n.holder = who if self.inside(after) else None
            yield n, failed

    def choices(self, s, who, stmt):
        """The ways to take a statement: functions that change a state and give (statements, failed)."""
        kind = stmt[0]
        if kind == "havoc":
            _, low, high, _ = TYPES[stmt[1][1]]
            return [self.set_to(who, stmt[1], v if TYPES[stmt[1][1]][0] != "bool" else bool(v))
                    for v in range(low, high + 1)]
        if kind == "choose":
            return self.branches(s, who, stmt)
        return [lambda n: self.take(n, who, stmt)]

    def set_to(self, who, target, value):
        def action(n):
            write(n, who, cell(n, who, target), value)
            return (), None
        return action

    def branches(self, s, who, stmt):
        def through(guard, body):
            def action(n):
                done = self.take(n, who, guard)
                return None if done is None else ((body), done[1])
            return action

        def otherwise(n):
            return (stmt[2]), None
        ways = [through(g, b) for g, b in stmt[1]]
        if stmt[2] is None:
            return ways
        for way in ways:
            try:
                if way(s.copy()) is not None:
                    return ways
            except Fault:
                return ways
        return ways + [otherwise]

    def take(self, n, who, stmt):
        """None where it has to wait."""
        kind = stmt[0]
        if kind == "skip":
            return (), None
        if kind == "await":
            return ((), None) if evaluate(n, who, stmt[1]) else None
        if kind == "assert":
            return (), None if evaluate(n, who, stmt[1]) else stmt[2]
        if kind == "if":
            return (stmt[2] if evaluate(n, who, stmt[1]) else stmt[3]), None
        if kind == "while":
            return ((stmt[2]) + (("loop", stmt),) if evaluate(n, who, stmt[1]) else ()), None
        return getattr(self, "take_" + kind)(n, who, stmt)

    def take_assign(self, n, who, stmt):
        writes = []
        for target, e in stmt[1]:
            where = cell(n, who, target)
            kind, low, high, _ = TYPES[where[0]]
            writes.append((where, store(kind, low, high, evaluate(n, who, e))))
        for where, value in writes:
            write(n, who, where, value)
        return (), None

    def take_call(self, n, who, stmt):
        n.processes[who][0]["p"] = store(*TYPES["p"][:3], evaluate(n, who, stmt[1]))
        return (self.p.function), None

    def take_send(self, n, who, stmt):
        kind, low, high, room = CHANNELS["q"]
        if len(n.queue) == room:
            return None
        n.queue = n.queue + (store(kind, low, high, evaluate(n, who, stmt[2])),)
        return (), None

    def take_recv(self, n, who, stmt):
        if not n.queue:
            return None
        value, n.queue = n.queue[0], n.queue[1:]
        if stmt[2]:
            write(n, who, cell(n, who, stmt[2]), value)
        return (), None

    def take_acq(self, n, who, stmt):
        if n.lock == who:
            raise Fault("locks")
        if n.lock is not None:
            return None
        n.lock = who
        return (), None

    def take_rel(self, n, who, stmt):
        if n.lock != who:
            raise Fault("locks")
        n.lock = None
        return (), None

    # --- the whole program

    def initial(self):
        axes = []
        for name, (kind, low, high, cells) in GLOBALS.items():
            value = self.p.values[name]
            values = range(low, high + 1) if value is None else [value]
            values = [bool(v) for v in values] if kind == "bool" else list(values)
            if cells:
                values = [v for v in itertools.product(values, repeat=cells)] if value is None else [(value,) * cells]
            axes.append([(name, v) for v in values])
        for pairs in itertools.product(*axes):
            processes = []
            for body in self.p.body:
                local = {"t": 0, "u": False, "p": 0}
                processes.append((local, self.settle(local, (body))))
            yield State(dict(pairs), (), None, processes, None)

    def moves(self, s):
        each = [list(self.steps(s, who)) for who in range(len(s.processes))]
        passing = s.holder is not None and bool(each[s.holder])
        return (each[s.holder] if passing else [m for ms in each for m in ms]), passing

    def check_state(self, s, moves, passing, violated):
        if not passing:
            try:
                if not evaluate(s, None, self.p.invariant):
                    violated.add("invariant")
            except Fault:
                violated.add("invariant")
        waits = [c for i, (_, c) in enumerate(s.processes) if c and c != ERROR and not self.p.daemon[i]]
        if not moves and waits:
            violated.add("deadlock")

    def explore(self):
        """The properties that are violated: names, or numbers of assertions."""
        violated, seen, work = set(), set(), []
        def visit(s):
            key = s.key()
            if key not in seen:
                seen.add(key)
                work.append(s)
                if len(seen) > MOST_STATES:
                    raise TooLarge
        for s in self.initial():
            visit(s)
        while work:
            s = work.pop()
            moves, passing = self.moves(s)
            self.check_state(s, moves, passing, violated)
            for n, failed in moves:
                if failed:
                    violated.add(failed)
                visit(n)
        return violated
