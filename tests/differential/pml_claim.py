"""Random formulas, and both sides on a program with one.

Spin makes the claim of the negated formula and looks for it with `pan -a`, and with
`pan -a -f` for Selvage's `--fair`. The answers must be the same. There is no X: Spin is
built without it. Programs of the profile `cycles` have no formula: there accept labels
(`pan -a`) and progress labels (`-DNP`, `pan -l`) are asked about.
"""

import json
import os
import re
import subprocess

from pml_run import EXPLICIT, PAN_SECONDS, SELVAGE_SECONDS, Broken, Result, Trouble, compiler, run, translate
from pml_tree import Expr, Text

DEFINES = ["-w", "-DNOREDUCE", "-DMEMLIM=512", "-DVECTORSZ=4096"]
PAN = ["-E", "-m100000", "-c0", "-n", "-w16"]
BITS = [*EXPLICIT, "--store", "bitstate", "--bits", "16"]  # violations only
MODES = {
    "default": [],
    "plain": [*EXPLICIT, "--reduction", "off"],
    "dfs": [*EXPLICIT, "--search", "dfs"],
    "jobs": [*EXPLICIT, "--jobs", "3"],
    "unmerged": [*EXPLICIT, "--merge", "off"],
    "bits": BITS,
}
FAIR = {"fair": ["--fair"], "bits, fair": BITS + ["--fair"]}
# What is asked: (options of the compiler, of pan, Selvage's modes)
FORMULA = [([], ["-a"], MODES), ([], ["-a", "-f"], FAIR)]
ACCEPT, PROGRESS = ["--property", "accept"], ["--nonprogress", "--property", "progress"]
CYCLES = [([], ["-a"], {"accept": ACCEPT}), ([], ["-a", "-f"], {"accept, fair": ACCEPT + ["--fair"]}),
          (["-DNP"], ["-l"], {"progress": PROGRESS}), (["-DNP"], ["-l", "-f"], {"progress, fair": PROGRESS + ["--fair"]})]

# --- drawing

class FormulaDraw:
    """Draws formulas over the globals, channels and labels of a program that is drawn."""

    def __init__(self, draw):
        self.draw, self.pick, self.chance = draw, draw.pick, draw.chance

    def place(self, v):
        """(a scalar in v, its type)"""
        text = v.name + (f"[{self.draw.random.randrange(v.size)}]" if v.size else "")
        if not v.fields:
            return text, v.kind
        inner, kind = self.place(self.pick(v.fields))
        return f"{text}.{inner}", kind

    def atom(self):
        labels = [r for r in self.draw.remotes if "@" in r]
        buffers = [c for c in self.draw.channels if c.capacity and not c.size]
        if labels and self.chance(0.2):
            return Expr(f"({self.pick(labels)})")
        if buffers and self.chance(0.15):
            return Expr(f"(len({self.pick(buffers).name}) {self.pick(['<', '==', '!='])} {self.pick('12')})")
        text, kind = self.place(self.pick(self.draw.globals))
        if kind == "mtype":
            return Expr(f"({text} {self.pick(['==', '!='])} {self.pick(self.draw.mtypes)})")
        return Expr(f"({text} {self.pick(['==', '!=', '!=', '<=', '>'])} {self.pick('00112')})")

    def state(self):
        if self.chance(0.3):
            return Expr(self.pick(["({} && {})", "({} || {})", "({} -> {})"]), self.atom(), self.atom())
        return Expr("!({})", self.atom()) if self.chance(0.15) else self.atom()

    def safety(self, depth):
        if not depth:
            return self.state()
        a, s = self.state, lambda: self.safety(depth - 1)
        makers = [
            lambda: Expr("[] {}", s()), lambda: Expr("[] {}", Expr("({} -> {})", a(), s())),
            lambda: Expr("({} W {})", a(), s()), lambda: Expr("({} W {})", s(), a()),
            lambda: Expr("({} V {})", a(), s()), lambda: Expr("({} -> {})", a(), s()),
            lambda: Expr("!({})", self.ending(depth - 1)), lambda: Expr("({} && {})", s(), s()),
            lambda: Expr("({} || {})", s(), s()),
        ]
        return self.pick(makers)()

    def ending(self, depth):
        """The opposite: its violations do not show after finitely many states."""
        if not depth:
            return Expr("<> {}", self.state()) if self.chance(0.5) else Expr("({} U {})", self.state(), self.state())
        return self.pick([lambda: Expr("({} U {})", self.state(), self.ending(depth - 1)),
                          lambda: Expr("<> {}", Expr("({} && {})", self.state(), self.ending(depth - 1))),
                          lambda: Expr("!({})", self.safety(depth - 1))])()

    def formula(self):
        depth = self.pick([1, 1, 2, 2, 3])
        if self.chance(0.5):
            return self.safety(depth)
        return self.pick([lambda: self.ending(depth - 1), lambda: Expr("[] {}", self.ending(0)),
                          lambda: Expr("<> {}", self.safety(1)), lambda: Expr("<> {}", Expr("[] {}", self.state())),
                          lambda: Expr("[] {}", Expr("({} -> {})", self.state(), self.ending(0))),
                          lambda: Expr("({} -> {})", Expr("[] {}", self.ending(0)), Expr("[] {}", self.ending(0))),
                          lambda: Expr("({} U {})", self.safety(1), self.ending(0)),
                          lambda: Expr("({} && {})", self.safety(depth), self.ending(0))])()


def draw_formula(draw):
    return FormulaDraw(draw).formula()


# --- running

def write(text, where, for_spin):
    """To Spin the claim is one more process."""
    if for_spin:
        text = re.sub(r"\b_nr_pr\b", "(_nr_pr - 1)", text)
    with open(os.path.join(where, "x.pml"), "w", encoding="utf-8") as f:
        f.write(text)


CLAIM = r"assertion violated\s+!\s*\(|acceptance cycle|accept stutter|non-progress cycle|end state in claim"
OWN = r"assertion violated \(+\d+==1\d\d\d\)"  # of the program


def compile_pan(where, defines):
    done = run([compiler()] + (["-O0"] if compiler() != "tcc" else []) + DEFINES + defines + ["-o", "pan", "pan.c"],
               120, where)
    if done is None or done.returncode:
        raise Broken(f"{compiler()}: {done.stdout[:1500] if done else 'no end'}")


def make_pan(where, defines):
    """Generates and compiles a verifier."""
    translate(where)
    compile_pan(where, defines)


def finds_in_another_order(where, defines, options):
    """Does pan find an error if it takes processes or transitions in reverse? With -f that matters."""
    for order in (["-DREVERSE"], ["-DT_REVERSE"], ["-DREVERSE", "-DT_REVERSE"]):
        compile_pan(where, defines + order)
        spin = run_pan(where, options)
        if not isinstance(spin, str) and spin.other:
            return True
    return False


def run_pan(where, options):
    """A Result whose `other` are the errors of the claim, or a reason why there is none."""
    done = run(["./pan"] + PAN + options, PAN_SECONDS, where)
    if done is None:
        return "no end"
    for word in ("VECTORSZ", "too many processes", "out of memory", "unconditional self-loop", "'else' stmnts"):
        if word in done.stdout:
            return word
    stored = re.search(r"^\s*(\d+) states, stored", done.stdout, re.M)
    if done.returncode < 0 or not stored:
        raise Broken(f"pan: status {done.returncode}: {done.stdout[:1500]}")
    messages = re.findall(r"^pan:\d+: (.*?)(?: \(at depth -?\d+\))?$", done.stdout, re.M)
    others = [m for m in messages if not re.search(CLAIM, m) and not re.match(OWN, m)]
    if others:
        return others[0]
    errors = [re.search(CLAIM, m)[0] for m in messages if re.search(CLAIM, m)]
    if not errors and "max search depth too small" in done.stdout:
        return "too deep"
    return Result(int(stored[1]), other=errors)


def kind_of_run(trace, text):
    """What excuses may be about: how a counterexample ends, and who waits in its loop."""
    steps, loop = trace.get("steps", ()), trace.get("loop")
    if loop is None:
        return "a run that goes on somehow"
    if loop == len(steps):
        return "a run that ends"
    count = trace["initial"].get("_nr_pr")
    for step in steps[:loop]:
        count = step["changes"].get("_nr_pr", count)
    kinds = {step["pid"]: step["processes"][0] for step in steps if step.get("processes")}
    waiting = set(range(int(count or 0))) - {step.get("pid") for step in steps[loop:]}
    conditional = re.findall(r"\bproctype\s+(\w+)[^{]*\bprovided\b", text)
    return "provided" if any(kinds.get(pid, conditional[:1] and conditional[0]) in conditional for pid in waiting) else None


def ask_selvage(binary, options, where, name="x.pml"):
    """(answer, reason)"""
    limits = ["--time", str(SELVAGE_SECONDS - 5), "--format", "json"]
    if "--property" not in options:
        limits += ["--property", "ltl:p"]
    command = [binary, "check", *options, *limits, name]
    done = run(command, SELVAGE_SECONDS, where, stderr=subprocess.PIPE)
    if done is None:
        return "time", f"no answer in {SELVAGE_SECONDS} seconds"
    try:
        answer = json.loads(done.stdout)
        reason = str(answer.get("reason"))
        said = " ".join(d["message"] for d in answer["diagnostics"])
        if "no property is named 'accept'" in said:
            return "holds", "no label"
        if answer["answer"] == "violated":
            with open(os.path.join(where, name), encoding="utf-8") as f:
                reason = kind_of_run(answer["trace"], f.read()) or reason
        return answer["answer"], reason
    except (ValueError, KeyError):
        return "crash", f"status {done.returncode}: {(done.stdout + done.stderr)[:600]}"


def seen_by_spin(text):
    """The program without `accept` labels in atomic sections, of which Spin sees those at the last statement only."""
    names = set()
    for begin in re.finditer(r"\batomic\s*\{", text):
        depth, end = 1, begin.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        names |= set(re.findall(r"\b(accept\w*)\s*:", text[begin.end():end]))
    for name in names:
        text = re.sub(rf"\b{name}\b", f"in_{name}", text)
    return text if names else None


def every_fair_run_ends(binary, text, where):
    """No run is without progress where there are no labels: those that end do not count."""
    with open(os.path.join(where, "y.pml"), "w", encoding="utf-8") as f:
        f.write(text.replace("progress", "prgs"))
    return ask_selvage(binary, [*EXPLICIT, "--fair", *PROGRESS], where, "y.pml")[0] == "holds"


def excused(binary, spin, said, unfair, text, where):
    """What is known of pan -f (docs/promela-meaning.md): where a run ends it knows only cycles of the
    claim that are one step long, a process that only its `provided` keeps from moving is not blocked,
    and `accept stutter` may be said of an end that pan without -f does not object to."""
    answer, reason = said
    if answer == "violated" and not spin.other and unfair:
        if reason == "a run that goes on somehow":
            return every_fair_run_ends(binary, text, where)
        return reason in ("a run that ends", "provided")
    return answer == "holds" and spin.other == {"accept stutter"} and "accept stutter" not in unfair


def judge(spin, said, mode):
    """The kind of a disagreement, or None. Spin's claim ends paths that it has nothing to say
    about; the time limit is for those that Selvage follows to no end."""
    answer, reason = said
    if answer == "time" or reason.startswith("time limit"):
        return None
    if answer == "unknown" and mode.startswith("bits"):
        return None
    if answer == "holds" or answer == "violated":
        return "verdict" if (answer == "violated") != bool(spin.other) else None
    return answer


def compare_claim(binary, program, where, only=None):
    text = str(Text(program))
    last, trouble = compare_text(binary, program, text, where, only)
    spoken_of = seen_by_spin(text) if trouble and "accept" in trouble.mode else None
    if spoken_of and ": violated" in trouble.text:
        return last, compare_text(binary, program, spoken_of, where, only)[1], []
    return last, trouble, []


def compare_text(binary, program, text, where, only):
    """(Spin's result or reason, Trouble or None)"""
    last = made = unfair = None
    for defines, options, modes in FORMULA if program.formula else CYCLES:
        if made != defines:
            write(text, where, bool(program.formula) or "-DNP" in defines)
            make_pan(where, defines)
            write(text, where, False)
            made, unfair = defines, None
        spin = run_pan(where, options)
        if isinstance(spin, str):
            last = last or spin
            continue
        last = spin
        for mode, given in modes.items():
            if only and mode != only:
                continue
            said = ask_selvage(binary, given, where)
            kind = judge(spin, said, mode)
            if kind and unfair is not None and excused(binary, spin, said, unfair, text, where):
                continue
            if kind and "-f" in options and said[0] == "violated":
                made = None
                if finds_in_another_order(where, defines, options):
                    continue
            if kind:
                found = ", ".join(sorted(spin.other)) or "no error of the claim"
                return spin, Trouble(mode, kind, f"spin: {found}; selvage: {said[0]}: {said[1]}")
        unfair = spin.other
    return last, None
