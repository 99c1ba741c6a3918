#!/usr/bin/env python3
"""Families of Boolean programs that start threads for ever.

usage: families.py FAMILY N      prints the program
       families.py               lists the families

ART-PC-n and ART-V-n are reconstructed from the descriptions in Cook, Kroening,
Sharygina 2007, section 5; the others are ours. Each says whether its assertions
hold and whether states of single threads are enough to see it.
"""
import argparse


def program(globals_, bodies, main):
    text = "".join(f"decl {g};\n" for g in globals_)
    for name, body in bodies.items():
        text += f"\nvoid {name}() begin\n" + "".join(f"  {line}\n" for line in body) + "end\n"
    return text + "\nvoid main() begin\n" + "".join(f"  {line}\n" for line in main) + "end\n"


def forever(*names):
    return ["while * do", *[f"  start_thread {n}();" for n in names], "od"]


def art(n, v, initialised):
    """n assignments by every thread to v globals; the assertion is about a variable that nobody else writes."""
    names = [f"g{i}" for i in range(v)]
    body = [f"{names[i % v]} := *;" for i in range(n)] + ["assert(!safe);"]
    begin = [f"{g} := *;" for g in names] + ["safe := 0;"] if initialised else []
    return program(names + ["safe"], {"f": body}, begin + forever("f"))


def art_pc(n):
    """n nondeterministic assignments to two globals by every thread, after main has initialised them."""
    return art(n, 2, True)


def art_v(n):
    """n global variables, each assigned once by every thread, after main has initialised them."""
    return art(n, n, True)


def zero_pc(n):
    """ART-PC with three globals that are zero when the threads begin (with --init zero)."""
    return art(n, 3, False)


def zero_v(n):
    """ART-V with globals that are zero when the threads begin (with --init zero): every location has a
    set of its own until changes are passed."""
    return art(n, n, False)


def locks(n):
    """n variables, each behind a lock of its own."""
    names = [f"l{i} := 0, g{i} := 0" for i in range(n)]
    body = []
    for i in range(n):
        body += [f"lock l{i};", f"assert(!g{i});", f"g{i} := 1;", f"g{i} := 0;", f"unlock l{i};"]
    return program(names, {"f": body}, forever("f"))


def nested(n):
    """n locks, one inside the other, protecting one variable."""
    names = ["g := 0"] + [f"l{i} := 0" for i in range(n)]
    body = [f"lock l{i};" for i in range(n)] + ["assert(!g);", "g := 1;", "g := 0;"]
    body += [f"unlock l{i};" for i in reversed(range(n))]
    return program(names, {"f": body}, forever("f"))


def satabs_locks(n):
    """n locks without holders, as SATABS writes them: the abstraction is too coarse."""
    names = [f"l{i} := 0, g{i} := 0" for i in range(n)]
    body = []
    for i in range(n):
        body += ["atomic_begin;", f"assume(!l{i});", f"l{i} := 1;", "atomic_end;", f"assert(!g{i});",
                 f"g{i} := 1;", f"g{i} := 0;", f"l{i} := 0;"]
    return program(names, {"f": body}, forever("f"))


def readers(n):
    """A writer with a lock, n kinds of readers that take it, too."""
    bodies = {"writer": ["lock l;", "busy := 1;", "busy := 0;", "unlock l;"]}
    for i in range(n):
        bodies[f"reader{i}"] = ["lock l;", "assert(!busy);", "unlock l;"]
    return program(["l := 0", "busy := 0"], bodies, forever(*bodies))


def workers(n):
    """A pool of workers for n kinds of jobs: taking a job is one step, and nobody does a job that
    was not asked for."""
    names = [f"job{i} := 0, done{i} := 0" for i in range(n)]
    bodies = {"listener": [], "worker": ["decl k;"]}
    for i in range(n):
        bodies["listener"] += [f"if * then job{i} := 1; fi"]
        bodies["worker"] += [f"if * then job{i}, done{i} := 0, 1 constrain job{i}; fi"]
    bodies["worker"] += ["assert(!never);"]
    return program(names + ["never := 0"], bodies, forever("listener", "worker"))


def counter(n):
    """Every thread climbs one of n rungs and ends: the assertion fails with n threads, no fewer."""
    names = [f"c{i} := 0" for i in range(n)]
    body = ["if * then c0 := 1;"]
    body += [f"elsif * then assume(c{i - 1}); c{i} := 1;" for i in range(1, n)]
    return program(names, {"f": body + ["fi", f"assert(!c{n - 1});"]}, forever("f"))


def handshake(n):
    """A token goes through n stages, each in one step with its test; holds, but not by
    thread states alone."""
    names = [f"s{i} := 0" for i in range(n)] + ["g := 0"]
    free = " & ".join(f"!s{i}" for i in range(n))
    body = [f"s0 := 1 constrain {free};", "assert(!g);", "g := 1;"]
    body += [f"s{i} := 1;" for i in range(1, n)] + ["g := 0;"]
    body += [", ".join(f"s{i}" for i in range(n)) + " := " + ", ".join("0" for _ in range(n)) + ";"]
    return program(names, {"f": body}, forever("f"))


def plus_one(bits):
    """The bits of a number, lowest first, plus one."""
    return [f"!{bits[0]}"] + [f"{b} != ({' & '.join(bits[:i])})" for i, b in enumerate(bits) if i]


def ticket(n):
    """A ticket lock with tickets of n bits; who takes one makes sure that they do not run out. Tickets
    are different, which no single thread knows: holds, but not by thread states alone."""
    next_, now, mine = ([f"{name}{i}" for i in range(n)] for name in ("next", "now", "mine"))
    full = " & ".join(f"(({e}) = {b})" for e, b in zip(plus_one(next_), now))
    turn = " & ".join(f"({m} = {b})" for m, b in zip(mine, now))
    body = ["decl " + ", ".join(mine) + ";",
            f"{', '.join(mine + next_)} := {', '.join(next_ + plus_one(next_))} constrain !({full});",
            f"assume({turn});", "assert(!g);", "g := 1;", "g := 0;",
            f"{', '.join(now)} := {', '.join(plus_one(now))};"]
    return program([f"{b} := 0" for b in next_ + now] + ["g := 0"], {"f": body}, forever("f"))


def buffer(n, holder=True):
    """Producers and consumers of n slots; who works on a slot has marked it as busy and knows so."""
    names = [f"busy{i} := 0, full{i} := 0, data{i} := 0" for i in range(n)]
    put, get = [], []
    for i in range(n):
        take, leave = (f", h{i} := 1, 1", f", h{i} := 0, 0 constrain h{i}") if holder else (" := 1", " := 0")
        names += [f"thread_local h{i} := 0"] if holder else []
        put += ["if * then", f"  busy{i}{take} constrain !busy{i} & !full{i};", f"  assert(!data{i});",
                f"  data{i} := 1;", f"  full{i} := 1;", f"  busy{i}{leave};", "fi"]
        get += ["if * then", f"  busy{i}{take} constrain !busy{i} & full{i};", f"  assert(data{i});",
                f"  data{i} := 0;", f"  full{i} := 0;", f"  busy{i}{leave};", "fi"]
    return program(names, {"put": put, "get": get}, forever("put", "get"))


def bare_buffer(n):
    """The same without a local mark: holds, but not by thread states alone."""
    return buffer(n, holder=False)


def pool(n):
    """A pool of workers as in a server: a listener fills n slots with connections, workers take them, both
    with the lock of the queue; a worker never gets a slot without a connection."""
    names = ["q := 0"] + [f"waits{i} := 0, socket{i} := 0" for i in range(n)]
    accept, work = ["lock q;"], ["lock q;"]
    for i in range(n):
        word = "if" if not i else "elsif"
        accept += [f"{word} (!waits{i}) then socket{i} := 1; waits{i} := 1;"]
        work += [f"{word} (waits{i}) then assert(socket{i}); waits{i} := 0; socket{i} := 0;"]
    return program(names, {"listener": accept + ["fi", "unlock q;"], "worker": work + ["fi", "unlock q;"]},
                   forever("listener", "worker"))


FAMILIES = {  # name: (function, answer, the abstraction suffices)
    "ART-PC": (art_pc, "holds", True), "ART-V": (art_v, "holds", True),
    "zero-PC": (zero_pc, "holds", True), "zero-V": (zero_v, "holds", True),
    "locks": (locks, "holds", True), "nested": (nested, "holds", True),
    "readers": (readers, "holds", True), "workers": (workers, "holds", True),
    "satabs-locks": (satabs_locks, "holds", False), "handshake": (handshake, "holds", False),
    "counter": (counter, "violated", False), "ticket": (ticket, "holds", False),
    "buffer": (buffer, "holds", True), "bare-buffer": (bare_buffer, "holds", False),
    "pool": (pool, "holds", True),
}


def main():
    parser = argparse.ArgumentParser(description="A program of a family; without arguments: what families there are.")
    parser.add_argument("family", nargs="?", choices=list(FAMILIES))
    parser.add_argument("size", nargs="?", type=int, default=2)
    options = parser.parse_args()
    if options.family:
        print(FAMILIES[options.family][0](options.size), end="")
        return
    for name, (function, answer, suffices) in FAMILIES.items():
        print(f"{name:14}{answer:10}{'abstraction' if suffices else 'exactly':13}{' '.join(function.__doc__.split())}")


if __name__ == "__main__":
    main()
