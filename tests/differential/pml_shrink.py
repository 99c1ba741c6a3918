"""Makes a program on which the tools disagree smaller, as long as they disagree in the same way.

An edit takes one thing out of a copy of the tree. Whether the rest still is a program
is for Spin to say. Edits run from large to small and go round until none helps or the time is over.
"""

import copy
import time

from pml_tree import Expr, all_blocks, all_statements, subterms

PATIENCE, SECONDS = 1500, 120


def blocks(program):
    return [b for root in program.roots() for b in all_blocks(root.body)]


def statements(program):
    return [(b, i) for b in blocks(program) for i in range(len(b))]


def declarations(program):
    lists = [program.globals] + [p.decls for p in program.procs]
    return [(where, d) for where in lists for d in where]


def holes(program):
    """(list, index) of every expression that stands in a statement or is a part of one."""
    found = []
    for s in all_statements(program):
        for i, e in enumerate(s.exprs):
            found.append((s.exprs, i))
            found += [(t.args, k) for t in subterms(e) for k in range(len(t.args))]
    if program.formula:
        found += [(t.args, k) for t in subterms(program.formula) for k in range(len(t.args))]
    return found


def labels(program):
    return [(s, l) for s in all_statements(program) for l in s.labels]


def drop_proc(program, n):
    del program.procs[n]


def drop_inline(program, n):
    del program.inlines[n]


def drop_rest(program, n):
    """All that follows a statement in its block."""
    block, i = statements(program)[n]
    if i + 2 > len(block) - 1:
        return False
    del block[i + 1:]
    return True


def drop_statement(program, n):
    block, i = statements(program)[n]
    if block[i].labels and i + 1 < len(block):
        block[i + 1].labels += block[i].labels
    del block[i]


def drop_option(program, n):
    block, i = statements(program)[n // 8]
    s = block[i]
    if s.kind not in ("if", "do") or len(s.blocks) < 2 or n % 8 >= len(s.blocks):
        return False
    del s.blocks[n % 8]
    return True


def unwrap(program, n):
    block, i = statements(program)[n]
    if not block[i].blocks:
        return False
    inside = [t for b in block[i].blocks for t in b]
    if inside:
        inside[0].labels += block[i].labels
    block[i:i + 1] = inside
    return True


def fewer_instances(program, n):
    if program.procs[n].active < 2:
        return False
    program.procs[n].active -= 1
    return True


def drop_provided(program, n):
    if not program.procs[n].provided:
        return False
    program.procs[n].provided = None
    return True


def drop_declaration(program, n):
    where, d = declarations(program)[n]
    where.remove(d)


def drop_initial(program, n):
    _, d = declarations(program)[n]
    if d.init is None or d.kind == "chan":
        return False
    d.init = None
    return True


def drop_label(program, n):
    s, name = labels(program)[n]
    s.labels.remove(name)


def simplify(program, n):
    """An expression becomes 0, 1 or one of its own parts."""
    where, i = holes(program)[n // 6]
    old, k = where[i], n % 6
    options = [Expr("0"), Expr("1")] + list(old.args)
    if k >= len(options) or (not old.args and old.form in "01"):
        return False
    where[i] = options[k]
    return True


def cut_formula(program, n):
    if not program.formula or n >= len(program.formula.args):
        return False
    program.formula = program.formula.args[n]
    return True


def drop_typedef(program, n):
    del program.typedefs[n]


def drop_mtypes(program, _n):
    if not program.mtypes:
        return False
    program.mtypes = []
    return True


EDITS = [
    (drop_proc, lambda p: len(p.procs)),
    (drop_rest, lambda p: len(statements(p))),
    (drop_statement, lambda p: len(statements(p))),
    (drop_inline, lambda p: len(p.inlines)),
    (drop_option, lambda p: 8 * len(statements(p))),
    (unwrap, lambda p: len(statements(p))),
    (fewer_instances, lambda p: len(p.procs)),
    (drop_provided, lambda p: len(p.procs)),
    (drop_declaration, lambda p: len(declarations(p))),
    (drop_label, lambda p: len(labels(p))),
    (cut_formula, lambda p: 2),
    (simplify, lambda p: 6 * len(holes(p))),
    (drop_initial, lambda p: len(declarations(p))),
    (drop_typedef, lambda p: len(p.typedefs)),
    (drop_mtypes, lambda p: 1),
]


def shrink(program, disagrees):
    patience, again, end = PATIENCE, True, time.monotonic() + SECONDS
    while again:
        again = False
        for edit, places in EDITS:
            n = places(program) - 1
            while n >= 0:
                smaller = copy.deepcopy(program)
                if edit(smaller, n) is not False:
                    patience -= 1
                    if patience < 0 or time.monotonic() > end:
                        return program
                    if disagrees(smaller):
                        program, again = smaller, True
                n = min(n, places(program)) - 1
    return program
