"""One run of Selvage or of Spin's pan: its number of states, seconds and peak memory.

Seconds are of a processor, so that they mean the same on a busy machine, and so are limits. Every
command gets a session of its own and is killed with all its children when its time is over, or when
it is not done after ten times that time.
Memory is the largest resident set: ours as it says itself, started from a small shell (a child of
this script never seems to have less than this script), pan's as the system says. A run that did
not look at everything has no states, but a reason.
"""
import json, os, re, resource, signal, subprocess, tempfile, threading

HERE = os.path.dirname(os.path.abspath(__file__))
SELVAGE = os.path.realpath(os.environ.get("SELVAGE",
                                          os.path.join(HERE, "../../build/release/selvage")))


class Run:
    """What one command took, and what it said."""
    def __init__(self, seconds, megabytes, output, killed, status=0):
        self.seconds, self.megabytes, self.output = seconds, megabytes, output
        self.killed, self.status = killed, status
        self.states = self.reason = None

    def __str__(self):
        if self.states is None:
            return self.reason or "failed"
        return f"{number(self.states)} · {self.seconds:.2f} s · {self.megabytes:.0f} MB"


def number(n):
    """Digits, or how a number too long for a table is written shorter without loss."""
    for base, rest in ((3, 0), (2, 1)):
        power = 1
        while base**power < n + rest:
            power += 1
        if n > 10**10 and base**power == n + rest:
            return f"{base}^{power}" + (f"-{rest}" if rest else "")
    return str(n) if n < 10**15 else f"{n:.6e}"


def too_late(leader, killed):
    killed.set()
    kill_group(leader)


def kill_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass


PATIENCE = 10    # times as long by the clock
# The system counts seconds for its limit in another way than it reports them, so that a run can be
# ended by the limit and seem to have been within it. A shell says 128 more than the signal.
OUT_OF_SECONDS = (-signal.SIGXCPU, 128 + signal.SIGXCPU)


def measure(command, seconds, where=None):
    killed = threading.Event()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=where,
                                 start_new_session=True,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU,
                                                                       (seconds + 1, seconds + 6)))
        alarm = threading.Timer(PATIENCE * seconds + 10, too_late, (child.pid, killed))
        alarm.start()
        try:
            _, status, used = os.wait4(child.pid, 0)
        finally:
            alarm.cancel()
            kill_group(child.pid)
        took = used.ru_utime + used.ru_stime
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    late = killed.is_set() or took > seconds or child.returncode in OUT_OF_SECONDS
    return Run(took, used.ru_maxrss * 1024 / 1e6, text, late, child.returncode)


def selvage(path, options, limits):
    """From the text to the answer."""
    language = ["--language", "dve"] if path.endswith(".dve") else \
        ["--language", "promela", "--claims", "off"]
    run = measure(["sh", "-c", '"$@"; exit $?', "sh", SELVAGE, "check", "--quiet", "--keep-going",
                   "--format", "json", "--time", str(PATIENCE * limits.time),
                   "--memory", str(limits.memory)] + language + options + [path], limits.time)
    try:
        answer = json.loads(re.search(r"^\{.*$", run.output, re.M)[0])   # warnings stand before
    except (TypeError, ValueError):
        run.reason = f"> {limits.time} s" if run.killed else f"status {run.status}"
        return run
    if run.killed:
        run.reason = f"> {limits.time} s"
        return run
    run.megabytes = answer["memory_mb"]
    if answer["complete"]:
        run.states = int(answer["states"])
    else:
        run.reason = why_unknown(answer["cause"], limits)
    return run


def why_unknown(cause, limits):
    return {"time": "late", "memory": f"> {limits.memory} MB", "unsupported": "does not take it"}.get(cause, "unknown")


class Pan:
    """Spin's verifier of a model; `build` is what generating and compiling it took."""
    def __init__(self, path, options, limits, plain, work):
        self.work, self.limits = work, limits
        how = ["-o1", "-o2", "-o3"] if plain else []
        self.build = measure(["spin"] + how + options + ["-a", path], limits.time, work).seconds

    def compile(self, flags):
        compiled = measure(["gcc", "-O2", "-w", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c",
                            f"-DMEMLIM={self.limits.memory}"] + flags, self.limits.time, self.work)
        self.build += compiled.seconds

    def run(self, flags):
        """Once, and should that take too much memory, once more with compressed states."""
        self.compile(flags)
        run = self.deep_enough()
        if run.reason == f"> {self.limits.memory} MB":
            self.compile(flags + ["-DCOLLAPSE"])
            run = self.deep_enough()
        run.build = self.build
        return run

    def deep_enough(self):
        """Only the run whose stack was large enough counts."""
        for depth in (10**4, 10**6, 10**8):
            run = self.once(depth)
            if "depth too small" not in run.output:
                return run
        run.states, run.reason = None, "too deep"
        return run

    def once(self, depth):
        run = measure(["./pan", f"-m{depth}", "-c0"], self.limits.time, self.work)
        found = re.search(r"^\s*([\d.e+]+) states, stored", run.output, re.M)
        if run.killed:
            run.reason = f"> {self.limits.time} s"
        elif "reached -DMEMLIM bound" in run.output or "out of memory" in run.output:
            run.reason = f"> {self.limits.memory} MB"
        elif found:
            run.states = int(float(found[1]))
        return run


def spin(path, options, limits, full, plain=True):
    with tempfile.TemporaryDirectory() as work:
        return Pan(path, options, limits, plain, work).run(["-DNOREDUCE"] if full else [])
