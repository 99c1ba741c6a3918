"""Runs both sides: spin, gcc and pan for a batch of programs, selvage for each."""

import itertools
import json
import os
import random
import subprocess

from bp_promela import write_models
from bp_text import write_text

PAN_SECONDS = 20
SELVAGE_SECONDS = 20

# Options of selvage; those of `every` are asked about every assertion.
PLAIN = [[], ["--reduction", "off"], ["--search", "dfs"], ["--reduction", "off", "--search", "dfs"]]
EVERY = [["--keep-going"], ["--keep-going", "--reduction", "off"]]
# Other engines, one of them for each program beside `threads`. They may say unknown.
THREADS = ["--engine", "threads", "--time", "5"]
OTHERS = [["--engine", e, "--time", "5"] for e in ("bdd", "boppo", "bmc", "ic3")] + [
    ["--engine", "bdd", "--search", "improviso", "--time", "5"],
    ["--engine", "threads", "--approximate", "--time", "5"], ["--engine", "threads", "--repr", "pairs", "--time", "5"]]


class Broken(Exception):
    """A tool that does not do its work: never a verdict."""


def run(command, seconds, stderr=subprocess.STDOUT, **more):
    try:
        return subprocess.run(command, timeout=seconds, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=stderr, text=True, errors="replace", check=False, **more)
    except subprocess.TimeoutExpired:
        return None


def must(command, where):
    done = run(command, 300, cwd=where)
    if done is None or done.returncode or "rror:" in done.stdout:
        raise Broken(f"{' '.join(command)}: {done.stdout[:2000] if done else 'no end'}")


def build_pan(programs, where):
    """The assertions per program, as bp_promela numbers them."""
    text, fails = write_models(programs)
    with open(os.path.join(where, "model.pml"), "w", encoding="utf-8") as f:
        f.write(text)
    must(["spin", "-a", "model.pml"], where)
    must(["gcc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=400", "-DVECTORSZ=4096",
          "-o", "pan", "pan.c"], where)
    return fails


def run_pan(number, fails, where):
    """The assertions that fail, or None if the search was not complete."""
    done = run(["./pan", "-E", "-n", "-w18", "-m200000"], PAN_SECONDS, cwd=where,
               env={**os.environ, "BP": str(number)})
    if done is None or any(w in done.stdout for w in ("max search depth", "out of memory", "-DMEMLIM")):
        return None
    if "errors: 0" not in done.stdout or done.returncode:
        raise Broken(f"pan: {done.stdout[:2000]}")
    return {fails[int(line.split()[1])] for line in done.stdout.splitlines() if line.startswith("FAIL ")}


def selvage_options(program):
    return (["--init", "zero"] if program.zero else []) + (["--label", program.label] if program.label else [])


def ask_selvage(binary, path, options):
    limit = [] if "--time" in options else ["--time", str(SELVAGE_SECONDS)]
    command = [binary, "check", "--quiet", "--format", "json", *limit]
    done = run(command + options + [path], SELVAGE_SECONDS * 3, subprocess.PIPE)
    if done is None:
        return "no end", {}
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {(done.stdout + done.stderr)[:1000]}", {}
    answer = json.loads(done.stdout)
    return answer["answer"], {p["name"]: p["answer"] for p in answer["properties"]}


def expected(names, failing, name):
    return "violated" if names[name] in failing else "holds"


def compare_all(binary, path, program, names, failing):
    """All properties at once; what is wrong or None, and the properties that the model has."""
    want, properties = "violated" if failing else "holds", {}
    for options in PLAIN + EVERY:
        options = selvage_options(program) + options
        answer, properties = ask_selvage(binary, path, options)
        title = "selvage " + " ".join(["check"] + options)
        if answer == "unknown":
            return answer, {}
        if answer != want:
            return f"{title}: {answer}, but spin: {want}", {}
        for name, got in properties.items() if "--keep-going" in options else []:
            if got != expected(names, failing, name):
                return f"{title}: {name} {got}, but spin: {expected(names, failing, name)}", {}
    return None, properties


def compare_single(binary, path, program, names, failing, properties):
    """Alone, a property leaves the reduction more freedom."""
    some = sorted(properties)
    for name in random.Random(program.seed).sample(some, min(3, len(some))):
        options = selvage_options(program) + ["--property", name]
        answer, _ = ask_selvage(binary, path, options)
        if answer != expected(names, failing, name):
            return f"selvage check {' '.join(options)}: {answer}, but spin: {expected(names, failing, name)}"
    return None


def compare_others(binary, path, program, names, failing, properties):
    """One property at a time: something is violated in most programs."""
    some = sorted(properties)
    asked = random.Random(program.seed + 1).sample(some, min(2, len(some)))
    for name, engine in itertools.product(asked, (THREADS, OTHERS[program.seed % len(OTHERS)])):
        options = selvage_options(program) + engine + ["--property", name]
        answer, _ = ask_selvage(binary, path, options)
        if answer not in (expected(names, failing, name), "unknown"):
            return f"selvage check {' '.join(options)}: {answer}, but spin: {expected(names, failing, name)}"
    return None


def compare(binary, path, program, failing):
    """None if all answers agree with pan, "unknown", or what is wrong."""
    text, names = write_text(program)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    verdict, properties = compare_all(binary, path, program, names, failing)
    verdict = verdict or compare_single(binary, path, program, names, failing, properties)
    return verdict or compare_others(binary, path, program, names, failing, properties)
