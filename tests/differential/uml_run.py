"""Runs all readings of one state machine: compact, flattened, Spin; and other engines.

Selvage's own answers come as JSON. Where a pool overflows or something cannot be evaluated the
readings stop in different states, so only their verdicts are compared then.
"""

import json
import os
import re
import shutil
import signal
import subprocess

DEFINES = ["-w", "-DNOCOMP", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DNOFAIR", "-DMEMLIM=1024", "-DVECTORSZ=16384"]
PAN = ["-m200000", "-c0", "-n", "-w18"]
PLAIN = ["--engine", "explicit", "--reduction", "off", "--keep-going"]
READINGS = ("flat", "spin", "engines", "interleaved")
STOPS = ("overflow", "division", "nil", "loop", "stuck choice")
OTHERS = [["--engine", "explicit"], ["--engine", "explicit", "--flatten"], ["--engine", "bdd"], ["--engine", "bmc"],
          ["--engine", "ic3"], ["--engine", "bdd", "--flatten"], ["--engine", "bmc", "--semantics", "serial"],
          ["--engine", "bmc", "--flatten", "--semantics", "parallel"], ["--engine", "auto"],
          ["--engine", "bmc", "--solver", "smt"], ["--engine", "explicit", "--search", "dfs"]]


class Refused(Exception):
    """The machine is not valid, or too large."""


def run(command, seconds, where=None, processor=None):
    """What the command said, None if it takes longer or, where that is given, more seconds of processor time."""
    limit = processor and (lambda: signal.setitimer(signal.ITIMER_PROF, processor))
    try:
        done = subprocess.run(command, timeout=seconds, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False, cwd=where, preexec_fn=limit)
        return None if processor and done.returncode == -signal.SIGPROF else done
    except subprocess.TimeoutExpired:
        return None


def compiler():
    return next((c for c in ("tcc", "gcc", "cc") if shutil.which(c)), None)


class Answer:
    def __init__(self, states, verdicts, remarks):
        self.states, self.verdicts = states, verdicts
        self.remarks = remarks  # of a complete search, or None

    def violated(self):
        return {name for name, v in self.verdicts.items() if v == "violated"}

    def stops(self):
        return bool(self.violated() & set(STOPS))


def check(selvage, path, options, limit="20", processor=None):
    command = [selvage, "check", "--quiet", "--format", "json", "--time", limit, "--memory", "2000", *options, path]
    done = run(command, 120, processor=processor)
    if done is None and processor:
        return None
    if done is None:
        raise Refused("no end")
    if done.returncode == 65:
        raise Refused(done.stderr.splitlines()[0] if done.stderr else "refused")
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[:1500]}{done.stderr[:2500]}")
    answer = json.loads(done.stdout)
    if "properties" not in answer:
        raise Refused("unsupported")
    late = {answer.get("cause")} | {p.get("cause") for p in answer["properties"]}
    if "--keep-going" in options and late & {"time", "memory"}:
        raise Refused("too slow")
    states = int(answer["states"]) if answer.get("states") is not None and done.returncode != 2 else None
    complete = done.returncode == 0 or "--keep-going" in options
    remarks = sorted({r["text"] for r in answer.get("remarks", [])}) if complete and done.returncode != 2 else None
    return Answer(states, {p["name"]: p["answer"] for p in answer["properties"]}, remarks)


def spin(selvage, path, options, where):
    """(states, an assertion fails, a deadlock), or None if it takes too long."""
    done = run([selvage, "show", "--promela", *options, path], 60)
    if done is None or done.returncode:
        raise RuntimeError(f"--promela: {done.stderr[:1500] if done else 'no end'}")
    with open(os.path.join(where, "x.pml"), "w", encoding="utf-8") as f:
        f.write(done.stdout)
    flags = ["-O0"] if compiler() != "tcc" else []
    for command in (["spin", "-Pcat", "-o1", "-o2", "-o3", "-a", "x.pml"],
                    [compiler()] + flags + DEFINES + ["-o", "pan", "pan.c"]):
        done = run(command, 120, where)
        if done is None:
            return None
        if done.returncode or (command[0] == "spin" and "rror" in done.stdout):
            raise RuntimeError(f"{command[0]}: {(done.stdout + done.stderr)[:1500]}")
    done = run(["./pan"] + PAN, 20, where)
    if done is None or "max search depth too small" in done.stdout:
        return None
    found = re.search(r"(\d+) states, stored", done.stdout)
    if not found:
        raise RuntimeError(f"pan: {done.stdout[:1500]}")
    return int(found.group(1)), "assertion violated" in done.stdout, "invalid end state (" in done.stdout


def compare_spin(plain, found):
    states, fails, stuck = found
    violated = plain.violated() - {"deadlock", "race"}
    if fails != bool(violated):
        return f"spin: assertions {'fail' if fails else 'hold'}, but violated are {sorted(violated)}"
    if plain.stops():
        return None
    if "deadlock" in plain.verdicts and stuck != ("deadlock" in plain.violated()):
        return f"spin: deadlock {stuck}, but violated are {sorted(plain.violated())}"
    if states != plain.states:
        return f"spin: {states} states, compact {plain.states}"
    return None


def compare_engine(plain, options, answer):
    for name, verdict in answer.verdicts.items():
        if verdict != "unknown" and verdict != plain.verdicts.get(name) and plain.verdicts.get(name) != "unknown":
            return f"{' '.join(options)}: {name} {verdict}, explicit search {plain.verdicts.get(name)}"
    return None


def compare_remarks(plain, options, answer):
    """A complete search by states tells the same; other engines tell nothing."""
    searches = "--engine" not in options or options[1] in ("explicit", "bdd")
    if not searches or plain.remarks is None or answer.remarks is None or plain.stops():
        return None
    if plain.remarks == answer.remarks:
        return None
    return f"{' '.join(options)}: remarks differ in {sorted(set(plain.remarks) ^ set(answer.remarks))}"


def logs(selvage, path, options):
    done = run([selvage, "show", "--logs", "--time", "10", *options, path], 60)
    if done is None or done.returncode == 2:
        return None
    if done.returncode:
        raise RuntimeError(f"--logs: status {done.returncode}\n{done.stderr[:1500]}")
    return set(done.stdout.splitlines())


def prefixes(lines):
    words = [line.split("::") for line in lines]
    return {"::".join(w[:n]) for w in words for n in range(len(w) + 1)}


def judge_interleaved(selvage, path, options, turn):
    """Interleaved: flattening changes nothing, and every atomic log is an interleaved one."""
    signals = ["e", "f", "g"]
    text = open(path, encoding="utf-8").read()
    if "objects:" in text:
        return None
    used = [s for s in signals if re.search(rf"\b{s}\b", text)]
    stimulus = ["--stimulus", " ".join((used * 3)[turn % 3:][:4])] if used else []
    mixed = ["--regions", "interleaved", *options, *stimulus]
    compact = check(selvage, path, PLAIN + mixed, "10")
    flat = check(selvage, path, PLAIN + mixed + ["--flatten"], "10")
    if compact.states is not None and flat.states is not None and compact.states != flat.states:
        return f"interleaved: {compact.states} states, flattened {flat.states}"
    wrong = compare_engine(compact, ["interleaved", "--flatten"], flat)
    fine, all_of_them = logs(selvage, path, options + stimulus), logs(selvage, path, mixed)
    if wrong or fine is None or all_of_them is None:
        return wrong
    # The step at which a run stops logs nothing, and interleaved that is less of what a transition does.
    known = prefixes(all_of_them) if compact.stops() else all_of_them
    return None if fine <= known else f"a log of atomic steps is not interleaved: {sorted(fine - known)[0]}"


def judge_flat(selvage, path, options, plain, heard):
    """The flattened form, which may be much larger: where it takes more than 0.3 seconds nothing is said."""
    try:
        flat = check(selvage, path, PLAIN + options + ["--flatten"], "30", 0.3)
    except Refused:
        return None
    if flat is None or flat.states is None:
        return None
    heard.append("flattened")
    if flat.states != plain.states:
        return f"flattened: {flat.states} states, compact {plain.states}"
    return compare_engine(plain, ["--flatten"], flat) or compare_remarks(plain, ["--flatten"], flat)


def judge_spin(selvage, path, options, where, plain, heard):
    found = spin(selvage, path, options, where)
    if not found:
        return None
    heard.append("Spin")
    return compare_spin(plain, found)


def judge_engines(selvage, path, options, turn, plain):
    for k in (turn, turn + 5):
        engine = OTHERS[k % len(OTHERS)]
        answer = check(selvage, path, engine + options, "3")
        wrong = compare_engine(plain, engine, answer) or compare_remarks(plain, engine, answer)
        if wrong:
            return wrong
    return None


def judge(selvage, path, options, where, turn, readings=READINGS, heard=None):
    """None if all agree with the compact form's search, else what differs.

    `heard` gets the names of those that came to an end.
    """
    heard = [] if heard is None else heard
    plain = check(selvage, path, PLAIN + options, "30")
    if plain.states is None or plain.states > 60000:
        raise Refused("too large")
    wrong = None
    if "flat" in readings:
        wrong = judge_flat(selvage, path, options, plain, heard)
    if not wrong and "spin" in readings and "interleaved" not in options:
        wrong = judge_spin(selvage, path, options, where, plain, heard)
    if not wrong and "engines" in readings:
        wrong = judge_engines(selvage, path, options, turn, plain)
    if not wrong and "interleaved" in readings:
        wrong = judge_interleaved(selvage, path, options, turn)
    return wrong
