"""One run of Selvage or Spin, as the benchmarks of bmc measure it: what it answers and its processor time.

Time is `user` of all children, so that other work on the machine matters little; a limit is one of
processor time, ten times as much by the clock.
"""
import json
import os
import resource
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SHARED = os.path.join(ROOT, "..", "shared", "corpus")
SUFFIXES = (".svm", ".bp", ".tts", ".pml", ".dve", ".proc")
LANGUAGES = {".pml": "promela", ".prom": "promela", ".promela": "promela", ".pr": "promela", ".prm": "promela"}


class Run:
    """The answer as JSON has it, the status, and what it took."""
    def __init__(self, status, answer, seconds):
        self.status, self.answer, self.seconds = status, answer, seconds
        self.verdict, self.reason = answer.get("answer", "-"), answer.get("reason") or ""


def timed(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def selvage(arguments, cpu):
    """`check` with these arguments; no answer if the time was not enough."""
    command = ["prlimit", f"--cpu={cpu}", os.environ.get("SELVAGE", "selvage"), "check", "--quiet", "--format", "json",
               "--time", str(10 * cpu)] + arguments
    done, spent = timed(command)
    try:
        answer = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        answer = {}
    return Run(done.returncode, answer, spent)


def file_arguments(path):
    """A file, and its language where the name does not tell."""
    language = LANGUAGES.get(os.path.splitext(path)[1], "promela" if "." not in os.path.basename(path) else None)
    return [path] + (["--language", language] if language else [])
