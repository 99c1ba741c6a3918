"""Five classes of programs, after Table 3 of the BOPPO paper (2005), each of any size, and each written
both as a Boolean program and as Promela.

  spread      n variables, most of whose values can be reached
  multiply    two numbers of n bits, multiplied bit by bit: the product is no given prime
  small       a small sequential program, drawn from a seed
  driver      a long sequential program: n routines that share locks, flags and a status
  threads     n routines in each of three threads (or t), with much chosen freely

A program is (globals, threads); a thread is a list of statements:
  ("set", [(variable, expression)…])     at once; `*` is a free choice
  ("wait", condition)   ("assert", condition)
  ("take", lock)        waits until it is free      ("give", lock)
  ("if", condition or None, [statement…], [statement…])
  ("loop", [statement…])                 any number of times
Expressions are texts with ! & | ^ and parentheses, so that both languages read them alike.
"""
import random


# --- writing

class Boolprog:
    def __init__(self, program):
        names, threads = program
        self.out = ["decl " + ", ".join(f"{n} := 0" for n in names) + ";"]
        for number, body in enumerate(threads):
            if len(threads) > 1:
                self.procedure(f"thread{number}", body)
        main = threads[0] if len(threads) == 1 else []
        starts = [f"start_thread thread{i}();" for i in range(len(threads))] if not main else []
        self.procedure("main", main, starts)

    def procedure(self, name, body, first=()):
        self.out += [f"void {name}() begin", *first]
        self.block(body)
        self.out.append("end")

    def block(self, body):
        for statement in body or [("skip",)]:
            getattr(self, statement[0])(*statement[1:])

    def skip(self):
        self.out.append("skip;")

    def set(self, pairs):
        self.out.append(", ".join(n for n, _ in pairs) + " := " + ", ".join(e for _, e in pairs)
                        + ";")

    def wait(self, condition):
        self.out.append(f"assume({condition});")

    def take(self, lock):
        self.out.append(f"{lock} := T constrain (!{lock});")

    def give(self, lock):
        self.out.append(f"{lock} := F;")

    def __getattr__(self, name):     # `assert` and `if` cannot be names of functions
        return {"assert": self.claim, "if": self.branch}[name]

    def claim(self, condition):
        self.out.append(f"assert({condition});")

    def branch(self, condition, then, other):
        self.out.append(f"if ({condition or '*'}) then")
        self.block(then)
        self.out.append("else")
        self.block(other)
        self.out.append("fi;")

    def loop(self, body):
        self.out.append("while (*) do")
        self.block(body)
        self.out.append("od;")


class Promela(Boolprog):
    def __init__(self, program):
        names, threads = program
        self.out = ["bit " + ", ".join(names) + ";"]
        for number, body in enumerate(threads):
            self.out.append(f"active proctype thread{number}() {{")
            at, self.most = len(self.out), 0
            self.block(body)
            if self.most:
                self.out.insert(at, "bit " + ", ".join(f"t{i}" for i in range(self.most)) + ";")
            self.out.append("}")

    def skip(self):
        self.out.append("skip;")

    def set(self, pairs):
        chosen = any("*" in e for _, e in pairs)
        if len(pairs) == 1 and not chosen:
            self.out.append(f"{pairs[0][0]} = {pairs[0][1]};")
            return
        lines = []
        self.most = max(self.most, len(pairs) + 1 if chosen else len(pairs))
        for i, (_, e) in enumerate(pairs):
            choice = f"t{len(pairs)}"
            if e == "*":
                lines.append(f"if :: t{i} = 0 :: t{i} = 1 fi;")
            elif "*" in e:
                lines.append(f"if :: {choice} = 0 :: {choice} = 1 fi;")
                lines.append(f"t{i} = {e.replace('*', choice)}; {choice} = 0;")
            else:
                lines.append(f"t{i} = {e};")
        lines += [f"{n} = t{i}; t{i} = 0;" for i, (n, _) in enumerate(pairs)]
        self.out += ["atomic {" if chosen else "d_step {", *lines, "}"]

    def wait(self, condition):
        self.out.append(f"({condition});")

    def take(self, lock):
        self.out.append(f"atomic {{ !{lock}; {lock} = 1 }}")

    def give(self, lock):
        self.out.append(f"{lock} = 0;")

    def branch(self, condition, then, other):
        self.out.append(f"if :: {condition or 'true'} ->")
        self.block(then)
        self.out.append(f":: {'else' if condition else 'true'} ->")
        self.block(other)
        self.out.append("fi;")

    def loop(self, body):
        self.out.append("do :: true ->")
        self.block(body)
        self.out.append(":: break od;")


def boolprog(program):
    return "\n".join(Boolprog(program).out) + "\n"


def promela(program):
    return "\n".join(Promela(program).out) + "\n"


# --- the classes

def spread(n):
    names = [f"v{i}" for i in range(n)]
    body = [("set", [("v0", "(* & !v1)")]), ("set", [("v1", "(* & !v0)")])]
    body += [("set", [(v, "*")]) for v in names[2:]]
    some = " | ".join(names[2:])       # everything is read, else it need not be kept
    return names, [[("loop", body + [("assert", f"!((v0 & v1) & ({some}))")])]]


def prime_below(n):
    while any(n % k == 0 for k in range(2, int(n**0.5) + 1)):
        n -= 1
    return n


def multiply(n):
    """The carry c goes along the row; all of p is known when the last row is done."""
    a, b, p = ([f"{w}{i}" for i in range(k)] for w, k in (("a", n), ("b", n), ("p", 2 * n)))
    body = [("set", [(v, "*")]) for v in a + b]
    for row in range(n):
        for i in range(n):
            x, y = p[row + i], f"({a[i]} & {b[row]})"
            carry = "(" + " | ".join([f"({x} & {y})", f"({x} & c)", f"({y} & c)"]) + ")"
            body.append(("set", [(x, f"({x} ^ ({y} ^ c))"), ("c", carry)]))
        body.append(("set", [(p[row + n], "c"), ("c", "0")] if row + n < 2 * n else [("c", "0")]))
    prime = prime_below(4**n * 3 // 5)     # too large for a factor of n bits, and a possible product
    same = " & ".join(v if prime >> i & 1 else f"!{v}" for i, v in enumerate(p))
    return a + b + p + ["c"], [body + [("assert", f"!({same})")]]


def condition(draw, names):
    a, b = draw.choice(names), draw.choice(names)
    return draw.choice([a, f"!{a}", f"({a} & {b})", f"({a} | !{b})", f"({a} ^ {b})"])


def routine(draw, flags, lock, busy):
    """Some work under a lock; `busy` says that somebody is inside."""
    inside = [("assert", f"!{busy}"), ("set", [(busy, "1")])]
    for _ in range(draw.randint(2, 4)):
        v = draw.choice(flags)
        inside.append(draw.choice([
            ("set", [(v, "*")]), ("set", [(v, f"({condition(draw, flags)} & *)")]),
            ("if", draw.choice([None, condition(draw, flags)]), [("set", [(v, "*")])],
             [("set", [(v, condition(draw, flags))])])]))
    inside += [("set", [(busy, "0")])]
    return [("take", lock), *inside, ("give", lock)]


def rest(draw, flags, status):
    """A status that says whether the last request failed, and a retry."""
    v = draw.choice(flags)
    return [("set", [(status[0], "*")]), ("set", [(status[1], f"(* & !{status[0]})")]),
            ("if", status[0], [("set", [(v, "*")])], [("set", [(v, f"!{v}")])]),
            ("assert", f"!({status[0]} & {status[1]})")]


def small(seed):
    draw = random.Random(f"small {seed}")
    flags, status = [f"f{i}" for i in range(draw.randint(2, 5))], ["s0", "s1"]
    body = []
    for _ in range(draw.randint(1, 3)):
        part = routine(draw, flags, "l", "b") + rest(draw, flags, status)
        body += draw.choice([part, [("loop", part)], [("if", None, part, [])]])
    return ["l", "b"] + status + flags, [body]


def driver(n, flags=24):
    draw = random.Random(f"driver {n}")
    names, status = [f"f{i}" for i in range(flags)], ["s0", "s1"]
    body = [("set", [(v, "*")]) for v in names]
    for i in range(n):
        part = routine(draw, names, "l", "b") + rest(draw, names, status)
        body += [("loop", part)] if i % 4 == 0 else part
    return ["l", "b"] + status + names, [body]


def threads(n, count=3, flags=8):
    draw = random.Random(f"threads {n}")
    names, shared = ["l", "b"], [f"g{i}" for i in range(flags // 2)]
    bodies = []
    for t in range(count):
        own = [f"o{t}_{i}" for i in range(flags)]
        status = [f"s{t}_0", f"s{t}_1"]
        names += own + status
        body = []
        for _ in range(n):
            body += rest(draw, own, status) + routine(draw, shared + own, "l", "b")
        bodies.append(body)
    return names + shared, bodies


CLASSES = {"spread": spread, "multiply": multiply, "small": small, "driver": driver,
           "threads": threads}
