"""Makes a program on which the tools disagree smaller, as long as they disagree.

Candidates are copies of the tree with one thing taken out; the first that still
disagrees is taken, until none does.
"""

import copy

from bp_draw import acceptable, const
from bp_tree import Stmt, all_blocks, blocks_of, exprs_of, subterms, walk


def statements(program):
    return [(b, i) for p in program.procs for b in all_blocks(p.body) for i in range(len(b))]


def jumps_fit(program):
    for p in program.procs:
        labels = {l for s in walk(p.body) for l in s.labels}
        for s in walk(p.body):
            if s.kind in ("goto", "fork") and not set(s.jumps) <= labels:
                return False
    every = {l for p in program.procs for s in walk(p.body) for l in s.labels}
    return program.label is None or program.label in every


def drop_statement(program, n):
    block, i = statements(program)[n]
    labels = block[i].labels
    if i + 1 < len(block) and block[i + 1].once:
        return False
    if labels and block[i].kind == "nothing":
        return False
    block[i:i + 1] = [Stmt("nothing")] if labels else []
    if labels:
        block[i].labels = labels
    return True


def unwrap(program, n):
    """A statement becomes one of the blocks inside it, or loses an arm."""
    block, i = statements(program)[n]
    s = block[i].inner if block[i].kind == "start_stmt" else block[i]
    if not blocks_of(s) or block[i].labels:
        return False
    block[i:i + 1] = [t for b in blocks_of(s) for t in b]
    return True


def start_plainly(program, n):
    """What a new thread would do is done by this one."""
    block, i = statements(program)[n]
    s = block[i]
    if s.kind == "start_stmt":
        s.inner.labels = s.labels
        block[i] = s.inner
    elif s.kind == "start":
        s.kind, s.targets = "call", None
    return s.kind in ("start_stmt", "call")


def thin(program, n):
    """Fewer targets, jumps or arms, no constraint."""
    block, i = statements(program)[n]
    s = block[i].inner if block[i].kind == "start_stmt" else block[i]
    if getattr(s, "constrain", None):
        s.constrain = None
    elif s.kind == "assign" and len(s.targets) > 1:
        s.targets.pop()
        s.values.pop()
    elif s.kind in ("goto", "fork") and len(s.jumps) > 1:
        s.jumps.pop()
    elif s.kind == "if" and len(s.arms) > 1:
        s.arms.pop()
    elif s.kind == "call" and s.targets and s is block[i]:
        s.targets = None
    else:
        return False
    return True


def simplify_expression(program, n, k):
    """The n-th expression becomes a constant or one of its parts."""
    every = [(e, put) for p in program.procs for s in walk(p.body) for e, put in exprs_of(s)]
    e, put = every[n]
    if e.op == "const":
        return False
    options = [const(False), const(True)] + list(subterms(e))[1:]
    if k >= len(options):
        return False
    put(options[k])
    return True


def drop_label(program, n):
    held = [(s, l) for p in program.procs for s in walk(p.body) for l in s.labels]
    s, label = held[n]
    s.labels.remove(label)
    return True


def drop_procedure(program, n):
    p = program.procs[n]
    if n == 0 or any(s.kind in ("call", "start") and s.proc is p for q in program.procs for s in walk(q.body)):
        return False
    del program.procs[n]
    return True


def uses(program, v):
    found = []
    for p in program.procs:
        found += [t.var for e in p.enforce for t in subterms(e)]
        for s in walk(p.body):
            found += [t.var for e, _ in exprs_of(s) for t in subterms(e)]
            found += [t[0] for t in s.targets] if s.kind == "assign" else []
            found += s.targets or [] if s.kind == "call" else []
            found += getattr(s, "vars", []) + [getattr(s, "var", None)]
    return v in found


def drop_variable(program, n):
    lists = [program.globals] + [p.locals for p in program.procs]
    held = [(where, v) for where in lists for v in where]
    where, v = held[n]
    if uses(program, v):
        return False
    where.remove(v)
    return True


def fix_variable(program, n):
    held = program.globals + [v for p in program.procs for v in p.locals]
    if held[n].init == "0":
        return False
    held[n].init = "0"
    return True


def drop_enforce(program, n):
    if not program.procs[n].enforce:
        return False
    program.procs[n].enforce.pop()
    return True


def edits(program):
    """(function, arguments) of everything that could be tried."""
    n = len(statements(program))
    for f in (drop_statement, unwrap, start_plainly, thin):
        yield from ((f, (i,)) for i in range(n))
    yield from ((drop_procedure, (i,)) for i in range(1, len(program.procs)))
    yield from ((drop_enforce, (i,)) for i in range(len(program.procs)))
    variables = len(program.globals) + sum(len(p.locals) for p in program.procs)
    yield from ((drop_variable, (i,)) for i in range(variables))
    yield from ((drop_label, (i,)) for i in range(sum(len(s.labels) for p in program.procs for s in walk(p.body))))
    every = [e for p in program.procs for s in walk(p.body) for e, _ in exprs_of(s)]
    yield from ((simplify_expression, (i, k)) for i, e in enumerate(every) for k in range(1 + len(list(subterms(e)))))
    yield from ((fix_variable, (i,)) for i in range(variables))


def candidates(program):
    for f, arguments in edits(program):
        smaller = copy.deepcopy(program)
        if f(smaller, *arguments) and jumps_fit(smaller) and acceptable(smaller):
            yield smaller


def shrink(program, disagrees, patience=600):
    """disagrees(program) is asked at most `patience` times."""
    again = True
    while again:
        again = False
        for smaller in candidates(program):
            patience -= 1
            if patience < 0:
                return program
            if disagrees(smaller):
                program, again = smaller, True
                break
    return program
