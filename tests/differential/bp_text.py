"""Boolean programs as .bp text, in a mixture of all dialects.

Spellings are drawn from the program's seed. Parentheses are left out where the
precedence of docs/language-boolprog.md allows it, now and then even where
Selvage warns. Every assertion stands on a line of its own: its property is
called after the line.
"""

import random

from bp_tree import mark_variables

LEVEL = {"ite": 0, "implies": 1, "eq": 1, "ne": 1, "xor": 2, "or": 3, "and": 4, "not": 5}
SIGNS = {"and": ["&", "&&"], "or": ["|", "||"], "xor": ["^"], "eq": ["=", "=="], "ne": ["!=", "<>"],
         "implies": ["=>", "->"]}


class Writer:
    def __init__(self, program):
        mark_variables(program)
        self.program = program
        self.draw = random.Random(f"text {program.seed}")
        self.out = []
        self.depth = 0
        self.asserts = {}  # Stmt -> line

    def chance(self, p):
        return self.draw.random() < p

    # --- expressions

    def name(self, v, primed=False, passive=False):
        name = v.name + "$" * passive
        if not primed:
            return name
        return "'" + name if self.chance(0.5) else name + "'"

    def expr(self, e, level=0):
        mine = LEVEL.get(e.op, 6)
        t = self.bare(e)
        if mine < level or (mine < 6 and self.chance(0.3)):
            return f"({t})"
        return t

    def bare(self, e):
        if e.op == "const":
            return self.draw.choice(["T", "1"] if e.value else ["F", "0"])
        if e.op == "var":
            return self.name(e.var, e.primed, e.passive)
        if e.op == "star":
            return "?" if self.chance(0.2) else "*"
        if e.op == "not":
            return self.draw.choice("!~") + self.expr(e.args[0], 5)
        if e.op == "schoose":
            return f"schoose[{self.expr(e.args[0])}, {self.expr(e.args[1])}]"
        if e.op == "ite":
            c, a, b = e.args
            return f"{self.expr(c, 1)} ? {self.expr(a)} : {self.expr(b)}"
        return self.binary(e)

    def binary(self, e):
        """=> = != group to the right; the others are chains."""
        level, sign = LEVEL[e.op], self.draw.choice(SIGNS[e.op])
        if level == 1:
            a, b = e.args
            return f"{self.expr(a, 2)} {sign} {self.expr(b, 1 if self.chance(0.3) else 2)}"
        return f" {sign} ".join(self.expr(a, level + 1) for a in e.args)

    def exprs(self, values):
        return ", ".join(self.expr(e) for e in values)

    def condition(self, e):
        return f"({self.expr(e)})" if self.chance(0.5) else self.expr(e)

    # --- lines

    def line(self, s):
        if self.chance(0.05):
            s += self.draw.choice([" // remark", " /* remark */", " //"])
        self.out.append("  " * self.depth + s)

    def block(self, block):
        self.depth += 1
        for i, s in enumerate(block):
            self.statement(s, last=i + 1 == len(block))
        self.depth -= 1

    def statement(self, s, last):
        labels = "".join(f"{l}: " for l in s.labels)
        if s.labels and self.chance(0.2):
            labels += f"{s.labels[0]}: "
        if labels and self.chance(0.3):
            self.line(labels)
            labels = ""
        self.core(s, labels, self.end_of(s, last))

    def end_of(self, s, last):
        inner = s.inner if s.kind == "start_stmt" else s
        optional = last or inner.kind in ("if", "while")
        if s.kind == "nothing" and last:
            return "" if self.chance(0.5) else ";"
        if optional and self.chance(0.5):
            return ""
        return ";;" if self.chance(0.03) else ";"

    def core(self, s, prefix, end):
        self.note(s)
        if s.kind in ("if", "while"):
            getattr(self, "do_" + s.kind)(s, prefix, end)
        elif s.kind == "start_stmt":
            word = "start_thread "
            if self.chance(0.3) and s.inner.kind != "nothing":
                word = f"ASYNC_{len(self.out)}: "
            self.core(s.inner, prefix + word, end)
        else:
            self.line(prefix + self.simple(s) + end)

    def note(self, s):
        if s.kind in ("assert", "abortif"):
            self.asserts[s] = len(self.out) + 1

    def do_if(self, s, prefix, end):
        word = "if"
        for e, body in s.arms:
            self.line(f"{prefix}{word} {self.condition(e)} then")
            self.block(body)
            prefix, word = "", self.draw.choice(["elsif", "elif"])
        if s.otherwise is not None:
            self.line("else")
            self.block(s.otherwise)
        self.line("fi" + end)

    def do_while(self, s, prefix, end):
        self.line(f"{prefix}while {self.condition(s.value)} do")
        self.block(s.body)
        self.line("od" + end)

    # --- statements of one line

    def targets(self, targets):
        return ", ".join(self.name(v, False, passive) if v else "_" for v, passive in targets)

    def call(self, s):
        return f"{s.proc.name}({self.exprs(s.values)})"

    def simple(self, s):
        kind = s.kind
        if kind in ("skip", "end_thread", "atomic_begin", "atomic_end"):
            return kind
        if kind == "nothing":
            return ""
        if kind == "assign":
            t = f"{self.targets(s.targets)} := {self.exprs(s.values)}"
            return t + (f" constrain {self.condition(s.constrain)}" if s.constrain else "")
        if kind in ("assume", "assert", "abortif", "constrain"):
            return f"{kind}({self.expr(s.value)})" if self.chance(0.6) else f"{kind} {self.expr(s.value)}"
        if kind == "call":
            word = "call " if self.chance(0.2) else ""
            to = self.targets([(v, False) for v in s.targets]) + " := " if s.targets else ""
            return to + word + self.call(s)
        if kind == "return":
            return f"return {self.exprs(s.values)}".rstrip()
        if kind == "print":
            return f"print({self.exprs(s.values)})"
        if kind == "dead":
            return "dead " + ", ".join(v.name for v in s.vars)
        return self.thread_statement(s)

    def thread_statement(self, s):
        if s.kind == "goto":
            return "goto " + ", ".join(s.jumps)
        if s.kind == "fork":
            word = f"ASYNC_{len(self.out)}:" if self.chance(0.2) else "start_thread"
            return f"{word} goto " + ", ".join(s.jumps)
        if s.kind == "start":
            if self.chance(0.2):
                return f"ASYNC_{len(self.out)}: {self.call(s)}"
            bare = not s.values and self.chance(0.3)
            return "start_thread " + (s.proc.name if bare else self.call(s))
        assert s.kind in ("lock", "unlock")
        return f"{s.kind}({s.var.name})" if self.chance(0.4) else f"{s.kind} {s.var.name}"

    # --- declarations

    def value(self, init):
        return {"0": ["0", "F"], "1": ["1", "T"], "any": ["*", "?"]}[init][self.chance(0.4)]

    def declare(self, variables, may_assign):
        """A `decl` per variable, with or without its first value."""
        for v in variables:
            word = "decl thread_local" if v.scope == "thread_local" else "decl"
            if v.init == "open":
                self.line(f"{word} {v.name};")
            elif may_assign and self.chance(0.3):
                self.line(f"{word} {v.name};")
                self.line(f"{v.name} := {self.value(v.init)};")
            else:
                self.line(f"{word} {v.name} := {self.value(v.init)};")

    def procedure(self, p):
        kinds = {0: ["void ", "void ", "dfs void ", ""], 1: ["bool ", "bool<1> "]}
        kind = self.draw.choice(kinds.get(p.results, [f"bool<{p.results}> "]))
        self.line(f"{kind}{p.name}({', '.join(v.name for v in p.params)})")
        self.line("begin")
        self.depth += 1
        late = self.chance(0.1) and not p.enforce
        if not late:
            self.declare(p.locals, False)
        for e in p.enforce:
            self.line(f"enforce {self.condition(e)};")
        self.depth -= 1
        self.block(p.body)
        if late and p.locals:
            self.depth += 1
            self.line(";")
            self.declare(p.locals, False)
            self.depth -= 1
        self.line("end")
        self.out.append("")

    def write(self):
        late = self.chance(0.1)
        if not late:
            self.declare(self.program.globals, True)
        procs = list(self.program.procs)
        self.draw.shuffle(procs)
        for p in procs:
            self.procedure(p)
        if late:
            self.declare(self.program.globals, True)
        return "\n".join(self.out) + "\n"


def write_text(program):
    """The text, and {property name: Stmt or "label"}."""
    writer = Writer(program)
    body = writer.write()
    names = {f"assert:{line}": s for s, line in writer.asserts.items()}
    if program.label:
        names[f"label:{program.label}"] = "label"
    return body, names
