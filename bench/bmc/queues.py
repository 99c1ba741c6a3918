#!/usr/bin/env python3
"""Queue encodings compared: section 4 of Dubrovin's thesis on message-passing models.

  queues.py [--cpu SECONDS] [--out FILE.tsv] [FAMILY|MODEL…]

Families, with three sizes: `relay` passes messages of W fields along a chain, `fill` fills a
queue and empties it, `ring` sends tokens round. Each is violated after a known number of
steps. Measured is processor time to the violation, with one action a step for Z3 and the
default for SAT; `-` means not within the limit.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile

WAYS = {f"smt {q}": ["--solver", "smt", "--queue", q] for q in
        ("shifting", "shifting-int", "shifting-bits", "cyclic", "cyclic-int", "cyclic-bits", "cyclic-uif",
         "cyclic-array", "linear", "linear-array")}
WAYS |= {f"smt {q} tags": ["--solver", "smt", "--tags", "--queue", q] for q in ("shifting", "cyclic", "cyclic-array")}
WAYS |= {f"sat {q}": ["--solver", "sat", "--queue", q] for q in ("shifting", "cyclic")}


def fields(width, value):
    return ", ".join(f"{value} + {k}" if k else str(value) for k in range(width))


def relay(stations, capacity, width, messages):
    """A chain of queues; the last receiver fails at the last message."""
    names = [[f"v{k}" for k in range(width)]] * (stations + 1)
    declare = " ".join(f"int16 v{k};" for k in range(width))
    lines = [f"chan q{i}[{capacity}] of {{{', '.join(['int16'] * width)}}};" for i in range(stations + 1)]
    lines.append(f"process source {{ int[0..{messages}] n = 0; while n < {messages} "
                 f"{{ q0 ! {fields(width, 'n')}; n = n + 1; }} }}")
    for i in range(stations):
        lines.append(f"process station{i} {{ {declare} while true {{ q{i} ? {', '.join(names[i])}; "
                     f"q{i + 1} ! {', '.join(names[i])}; }} }}")
    lines.append(f"process sink {{ {declare} while true {{ q{stations} ? {', '.join(names[0])}; "
                 f"assert v{width - 1} != {messages - 1} + {width - 1}; }} }}")
    return "\n".join(lines)


def fill(capacity):
    """The queue must have been full, and its last message come out."""
    return f"""chan q[{capacity}] of {{int16}};
bool was_full = false;
process producer {{ int[0..{capacity}] n = 0; while n < {capacity} {{ q ! n; n = n + 1; }} await full(q); was_full = true; }}
process consumer {{ int16 v; while true {{ q ? v; assert !(was_full && v == {capacity - 1}); }} }}"""


def ring(members, rounds):
    """Tokens go round; each member adds one."""
    lines = [f"chan q{i}[2] of {{int16, bool}};" for i in range(members)]
    for i in range(members):
        start = "q0 ! 0, true; " if i == 0 else ""
        check = f"assert v < {members * rounds}; " if i == 0 else ""
        lines.append(f"process member{i} {{ int16 v; bool b; {start}while true {{ q{i} ? v, b; {check}"
                     f"q{(i + 1) % members} ! v + 1, !b; }} }}")
    return "\n".join(lines)


MODELS = {
    "relay 2x1": relay(1, 2, 1, 3), "relay 2x6": relay(1, 2, 6, 3), "relay 6x3": relay(1, 6, 3, 3),
    "fill 4": fill(4), "fill 6": fill(6),
    "ring 2": ring(2, 3), "ring 3": ring(3, 2),
}


def measure(path, way, cpu):
    command = ["prlimit", f"--cpu={cpu}", os.environ.get("SELVAGE", "selvage"), "check", "--quiet", "--time", "600",
               "--deadlock", "off", "--engine", "bmc", "--induction", "off"] + WAYS[way] + [path]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode > 2:
        sys.exit(f"{path}: {done.stdout}{done.stderr}")
    return f"{spent:.2f}" if done.returncode == 1 else "-"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--out")
    parser.add_argument("families", nargs="*")
    options = parser.parse_args()
    out = open(options.out, "w", encoding="utf-8") if options.out else sys.stdout
    models = {n: t for n, t in MODELS.items() if not options.families or {n, n.split()[0]} & set(options.families)}
    print("\t".join(["queue"] + list(models)), file=out, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in models.items():
            with open(os.path.join(folder, name.replace(" ", "_") + ".proc"), "w", encoding="utf-8") as file:
                file.write(text + "\n")
        for way in WAYS:
            times = [measure(os.path.join(folder, n.replace(" ", "_") + ".proc"), way, options.cpu) for n in models]
            print("\t".join([way] + times), file=out, flush=True)


if __name__ == "__main__":
    main()
