"""A Promela program as a tree: what the generator draws, the shrinker cuts and both tools read as text.

Expressions and simple statements are templates with holes, so neither the writer nor
the shrinker knows the language: what makes no sense any more is refused by Spin.
"""


class Expr:
    """`form` with one {} for each of `args`."""

    def __init__(self, form, *args):
        self.form, self.args = form, list(args)

    def __str__(self):
        return self.form.format(*self.args)


class Stmt:
    """kind and what it holds:

    plain    form with {} for each of exprs
    decl     form, exprs: a declaration behind a statement
    assert   exprs[0]; numbered by the writer
    call     form, exprs: an inline is called
    if, do   blocks: the options      atomic, d_step, block   blocks[0]
    unless   blocks[0], blocks[1]     for                     form, exprs, blocks[0]
    """

    def __init__(self, kind, form="", exprs=(), blocks=()):
        self.kind, self.form = kind, form
        self.exprs, self.blocks = list(exprs), list(blocks)
        self.labels = []


class Decl:
    """`type name[size] = init`, or an unsigned with `bits`."""

    def __init__(self, kind, name, size=None, init=None, bits=None):
        self.kind, self.name, self.size, self.init, self.bits = kind, name, size, init, bits

    def __str__(self):
        text = f"{self.kind} {self.name}"
        text += f" : {self.bits}" if self.bits else ""
        text += f"[{self.size}]" if self.size else ""
        return text + (f" = {self.init}" if self.init is not None else "")


class Inline:
    def __init__(self, name, params, body):
        self.name, self.params, self.body = name, params, body


class Proc:
    def __init__(self, name):
        self.name = name
        self.active = 0  # number of instances from the start
        self.params, self.decls, self.body = [], [], []
        self.provided = None


class Program:
    def __init__(self, seed, profile):
        self.seed, self.profile = seed, profile
        self.mtypes, self.typedefs, self.globals, self.inlines, self.procs = [], [], [], [], []
        self.formula = None

    def roots(self):
        """Where statements hang: every proctype and every inline."""
        return self.inlines + self.procs


def all_blocks(block):
    yield block
    for s in block:
        for inner in s.blocks:
            yield from all_blocks(inner)


def walk(block):
    for b in all_blocks(block):
        yield from b


def all_statements(program):
    for root in program.roots():
        yield from walk(root.body)


def subterms(e):
    yield e
    for a in e.args:
        yield from subterms(a)


class Text:
    """The program line by line; `asserts` maps a line to the numbers of the assertions that it stands for."""

    def __init__(self, program):
        self.lines, self.asserts, self.count = [], {}, 0
        self.inside = {}  # inline -> numbers of its assertions
        self.program(program)

    def __str__(self):
        return "\n".join(self.lines) + "\n"

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def program(self, p):
        if p.mtypes:
            self.put(0, "mtype = { " + ", ".join(p.mtypes) + " };")
        for name, fields in p.typedefs:
            self.put(0, f"typedef {name} {{ " + "; ".join(map(str, fields)) + " };")
        for d in p.globals:
            self.put(0, f"{d};")
        for i in p.inlines:
            before = self.count
            self.put(0, f"inline {i.name}({', '.join(i.params)}) {{")
            self.block(i.body, 1)
            self.put(0, "}")
            self.inside[i.name] = range(before, self.count)
        for proc in p.procs:
            self.proc(proc)
        if p.formula:
            self.put(0, f"ltl p {{ {p.formula} }}")

    def proc(self, p):
        head = "init" if p.name == "init" else f"proctype {p.name}({'; '.join(map(str, p.params))})"
        if p.active:
            head = ("active " if p.active == 1 else f"active [{p.active}] ") + head
        if p.provided:
            head += f" provided ({p.provided})"
        self.put(0, head + " {")
        for d in p.decls:
            self.put(1, f"{d};")
        self.block(p.body, 1)
        self.put(0, "}")

    def block(self, block, depth):
        for k, s in enumerate(block or [Stmt("plain", "skip")]):
            self.statement(s, depth, ";" if k + 1 < len(block) else "")

    def statement(self, s, depth, end):
        labels = "".join(f"{name}: " for name in s.labels)
        if s.kind in ("if", "do"):
            self.put(depth, labels + s.kind)
            for option in s.blocks:
                self.put(depth, "::")
                self.block(option, depth + 1)
            self.put(depth, {"if": "fi", "do": "od"}[s.kind] + end)
        elif s.kind == "unless":
            self.braces(labels + "{", s.blocks[0], depth, "} unless {")
            self.block(s.blocks[1], depth + 1)
            self.put(depth, "}" + end)
        elif s.blocks:
            head = {"for": s.form.format(*s.exprs) + " ", "block": ""}.get(s.kind, s.kind + " ")
            self.braces(labels + head + "{", s.blocks[0], depth, "}" + end)
        else:
            self.simple(s, depth, labels, end)

    def braces(self, head, block, depth, tail):
        self.put(depth, head)
        self.block(block, depth + 1)
        self.put(depth, tail)

    def simple(self, s, depth, labels, end):
        here = len(self.lines) + 1
        if s.kind == "assert":
            self.asserts[here] = {self.count}
            text = f"assert({self.count} == 1{self.count:03} || {s.exprs[0]})"
            self.count += 1
        else:
            text = s.form.format(*s.exprs)
            if s.kind == "call":
                self.asserts[here] = set(self.inside.get(text.split("(")[0], ()))
        self.put(depth, labels + text + end)
