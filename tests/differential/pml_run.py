"""Runs both sides on one program: spin, a C compiler and pan; selvage in several ways.

tcc compiles a verifier in a tenth of the time that gcc takes, so it is preferred.
"""

import json
import os
import re
import shutil
import subprocess

from pml_tree import Text

PAN_SECONDS, SELVAGE_SECONDS = 5, 30
MOST_STATES = 50000
SPIN = ["spin", "-o1", "-o2", "-o3", "-a"]
# NOCOMP: pan compresses states by leaving out what it takes for gaps between the variables of a
# process, but it reckons as if bit fields had none, and so leaves out bits of wide `unsigned` ones.
DEFINES = ["-w", "-DNOCOMP", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DNOFAIR", "-DMEMLIM=512", "-DVECTORSZ=4096"]
PAN = ["-m20000", "-c0", "-n", "-w16"]

STORED = re.compile(r"^\s*(\d+) states, stored", re.M)

# What pan's messages begin with, and our properties.
ERRORS = {
    "ref to uninitialized chan": "uninitialised-channel", "ref to unknown chan": "uninitialised-channel",
    "error to poll rendezvous channel": "rendezvous-poll", "polling rv chan": "rendezvous-poll",
    "rv-attempt in d_step": "rendezvous-in-d_step", "block in d_step seq": "d_step-blocks",
}

# The first one is compared in full, the others by what they find.
EXPLICIT = ["--engine", "explicit"]
PLAIN = [*EXPLICIT, "--reduction", "off", "--keep-going"]
MODES = {
    "plain": PLAIN,
    "default": [],
    "keep-going": ["--keep-going"],
    "dfs": [*EXPLICIT, "--search", "dfs"],
    "collapse": [*EXPLICIT, "--store", "collapse"],
    "jobs": [*EXPLICIT, "--jobs", "2"],
    "unmerged": [*EXPLICIT, "--merge", "off", "--jobs", "2", "--keep-going"],
    "one": [*EXPLICIT, "--jobs", "1", "--keep-going"],
}


class Broken(Exception):
    """A tool that does not do its work: never a verdict."""


class Result:
    """What one side says: its state count, the assertions that fail, whether a process gets stuck, other errors."""

    def __init__(self, states=None, asserts=(), stuck=False, other=()):
        self.states, self.asserts, self.stuck, self.other = states, set(asserts), stuck, set(other)
        self.first = None  # the property that Spin's first error of another kind stands for

    def violated(self):
        return bool(self.asserts or self.stuck or self.other)

    def __str__(self):
        words = [f"{self.states} states"] if self.states is not None else []
        words += [f"assertions {sorted(self.asserts)} fail"] if self.asserts else []
        words += ["invalid end state"] if self.stuck else []
        return ", ".join(words + sorted(self.other)) + ("" if self.violated() else ", no errors")


class Trouble:
    def __init__(self, mode, kind, text):
        self.mode, self.kind, self.text = mode, kind, text

    def __str__(self):
        return f"{self.mode}: {self.text}"


def run(command, seconds, where, stderr=subprocess.STDOUT):
    """The finished process, or None if there is no end to it."""
    try:
        return subprocess.run(command, timeout=seconds, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=stderr, text=True, errors="replace", check=False, cwd=where)
    except subprocess.TimeoutExpired:
        return None


def compiler():
    return next((c for c in ("tcc", "gcc", "cc") if shutil.which(c)), None)


def write(program, where):
    text = Text(program)
    with open(os.path.join(where, "x.pml"), "w", encoding="utf-8") as f:
        f.write(str(text))
    return text


# --- Spin

def accepted(output):
    """Two things are called errors, but the model is translated."""
    harmless = ("dubious use of 'else'", "saw 'unless' on a guard")
    return all(any(h in line for h in harmless) for line in output.splitlines() if "rror" in line)


def translate(where):
    for name in ("pan.c", "pan"):
        path = os.path.join(where, name)
        if os.path.exists(path):
            os.remove(path)
    done = run(SPIN + ["x.pml"], 60, where)
    if done is None or done.returncode or not accepted(done.stdout) or not os.path.exists(os.path.join(where, "pan.c")):
        raise Broken(f"spin: {done.stdout[:1500] if done else 'no end'}")


def named(message):
    return next((name for begin, name in ERRORS.items() if message.startswith(begin)), None)


def first_error(where):
    """The first error that is neither a failed assertion nor an invalid end state: (message, property). What pan
    does behind it is not defined, so it has to stop there."""
    done = run(["./pan", *PAN, "-c1", "-A", "-E"], PAN_SECONDS, where)
    found = re.search(r"^pan:1: (.*?)(?: \(at depth -?\d+\))?$", done.stdout if done else "", re.M)
    return (found[1], named(found[1])) if found else (None, None)


def run_spin(where):
    """A Result, or a reason why there is none."""
    translate(where)
    done = run([compiler()] + (["-O0"] if compiler() != "tcc" else []) + DEFINES + ["-o", "pan", "pan.c"], 120, where)
    if done is None or done.returncode:
        raise Broken(f"{compiler()}: {done.stdout[:1500] if done else 'no end'}")
    done = run(["./pan"] + PAN, PAN_SECONDS, where)
    if done is None:
        return "no end"
    message, name = first_error(where)
    result = Result(other=[message]) if name and is_broken(done) else read_pan(done)
    if isinstance(result, Result):
        result.first = name
    return result


def is_broken(done):
    return done.returncode < 0 or not STORED.search(done.stdout)


def read_pan(done):
    if "max search depth too small" in done.stdout:
        return "too deep"
    if "VECTORSZ" in done.stdout:
        return "too wide"
    if "too many processes" in done.stdout:
        return "too many processes"
    if is_broken(done):
        for word in ("out of memory", "unconditional self-loop", "'else' stmnts"):
            if word in done.stdout:
                return word
        raise Broken(f"pan: status {done.returncode}: {done.stdout[:1500]}")
    result = Result(int(STORED.search(done.stdout)[1]))
    for message in re.findall(r"^pan:\d+: (.*?)(?: \(at depth -?\d+\))?$", done.stdout, re.M):
        number = re.match(r"assertion violated \(+(\d+)==1\d\d\d\)", message)
        if number:
            result.asserts.add(int(number[1]))
        elif message.startswith("invalid end state"):
            result.stuck = True
        else:
            result.other.add(message)
    return result if result.states <= MOST_STATES else "too many states"


# --- Selvage

def run_selvage(binary, options, where, asserts):
    """A Result, a Trouble's (kind, text), or None where this selvage has no such option."""
    command = [binary, "check", "--claims", "off", *options, "--time", str(SELVAGE_SECONDS - 5), "--format", "json", "x.pml"]
    done = run(command, SELVAGE_SECONDS, where, stderr=subprocess.PIPE)
    if done is None:
        return "time", f"no answer in {SELVAGE_SECONDS} seconds"
    if done.returncode == 64:
        return None
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return "crash", f"status {done.returncode}: {(done.stdout + done.stderr)[:600]}"
    if done.returncode not in (0, 1, 2):
        said = "; ".join(d["message"] for d in answer.get("diagnostics", []) if d["severity"] == "error")
        return "status", f"status {done.returncode}: {said or answer.get('reason') or done.stderr[:300]}"
    if answer["answer"] == "unknown":
        unsupported = [d["message"] for d in answer.get("diagnostics", []) if d["severity"] == "unsupported"]
        return ("unsupported", "; ".join(unsupported)) if unsupported else ("unknown", str(answer.get("reason")))
    return read_answer(answer, asserts)


def read_answer(answer, asserts):
    """`asserts`: line -> numbers of the assertions there."""
    result = Result(int(answer["states"]) if answer.get("states") is not None else None)
    for p in answer["properties"]:
        if p["answer"] != "violated":
            continue
        if p["kind"] == "deadlock":
            result.stuck = True
        elif asserts.get(p["line"]):
            result.asserts |= asserts[p["line"]]
        else:
            result.other.add(p["name"])
    if answer["answer"] == "violated" and not result.violated():
        result.other.add("violated, but no property is")
    return result


def differ(mode, options, spin, ours):
    """(kind, text) of the disagreement, or None. Errors of other kinds leave Spin's later states
    undefined, so they are compared by verdict and by the first of them only."""
    if isinstance(ours, tuple):
        return ours
    said = f"spin: {spin}; selvage: {ours}"
    if spin.violated() != ours.violated():
        return "verdict", said
    if spin.first and "--keep-going" in options and spin.first not in ours.other:
        return "error", said
    if spin.other:
        return None
    if ours.other:
        return "other", said
    if "--keep-going" in options:
        if spin.asserts != ours.asserts:
            return "assertions", said
        if spin.stuck != ours.stuck:
            return "end states", said
    elif not (ours.asserts <= spin.asserts and ours.stuck <= spin.stuck):
        return "found", said
    if mode == "plain" and spin.states != ours.states:
        return "states", said
    if (ours.states or 0) > spin.states:
        return "more states", said
    return None


def compare(binary, program, where, only=None):
    """(Spin's result or reason, Trouble or None, modes that do not exist)."""
    text = write(program, where)
    spin = run_spin(where)
    if isinstance(spin, str):
        return spin, None, []
    missing = []
    for mode, options in MODES.items():
        if only and mode != only:
            continue
        ours = run_selvage(binary, options, where, text.asserts)
        if ours is None:
            missing.append(mode)
            continue
        trouble = differ(mode, options, spin, ours)
        if trouble:
            return spin, Trouble(mode, *trouble), missing
    return spin, None, missing
