#!/usr/bin/env python3
"""Random C programs that start threads in loops: what `threads` proves, no few threads violate.

usage: c_threads.py SELVAGE [--count N] [--seed S] [--most N] [--keep FOLDER]

A program has one or two kinds of workers, which main starts without end, or some times (and then waits
for them), shared numbers and flags, mutexes (also recursive ones), trylock, spin locks, a variable
that says whose turn it is (pthread_self), atomic sections and asserts. `threads` is asked with
--keep-going; whatever it says `holds` must not be violated by explicit search with 1 to MOST
threads, whatever it says `violated` must be so there with as many threads as it took. A program that differs is
made smaller, and printed.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

HEAD = """#include <pthread.h>
#include <stdbool.h>
extern void __VERIFIER_assert(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
static unsigned g, h;
static bool p, q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = %s;
static pthread_spinlock_t s;
static pthread_t who;
#define assert __VERIFIER_assert
"""
LOCKS = [("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"), ("pthread_mutex_lock(&n);", "pthread_mutex_unlock(&n);"),
         ("pthread_spin_lock(&s);", "pthread_spin_unlock(&s);")]


class Draw:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.kinds = self.pick.choice([1, 1, 2])

    def number(self):
        return self.pick.choice(["g", "h", "l", "0", "1", "2", "(l + 1 & 3)", "(g + 1 & 3)"])

    def condition(self):
        kind = self.pick.randrange(8)
        if kind < 3:
            return f"{self.number()} {self.pick.choice(['==', '!=', '<', '<='])} {self.number()}"
        if kind == 3:
            return "pthread_equal(who, pthread_self())"
        return self.pick.choice(["p", "!p", "q", "!q", "!(p && q)", "__VERIFIER_nondet_bool()"])

    def simple(self):
        kind = self.pick.randrange(12)
        if kind < 3:
            return f"{self.pick.choice(['g', 'h'])} = {self.number()} & 3;"
        if kind < 5:
            return f"{self.pick.choice(['p', 'q'])} = {self.pick.choice(['true', 'false', 'true', 'l & 1', '!p'])};"
        if kind == 5:
            return f"l = {self.number()};"
        if kind == 6:
            return self.pick.choice(["who = pthread_self();", "who = pthread_self();", "who = 0;"])
        if kind < 9:
            return f"assert({self.condition()});"
        if kind == 9:
            return f"while (!({self.condition()}));"
        if kind == 10:
            return self.pick.choice(["pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", "pthread_exit(0);", "return 0;"])
        return "me = pthread_self(); assert(pthread_equal(me, pthread_self()));"

    def statement(self, depth=0):
        kind = self.pick.randrange(10)
        if depth > 1 or kind < 4:
            return [self.simple()]
        body = [line for _ in range(self.pick.randrange(1, 4)) for line in self.statement(depth + 1)]
        if kind < 7:
            lock, unlock = self.pick.choice(LOCKS)
            return [lock] + body + [unlock]
        if kind == 7:
            return ["if (pthread_mutex_trylock(&m) == 0) {"] + body + ["pthread_mutex_unlock(&m);", "}"]
        if kind == 8:
            inner = [line for line in body if line[0] in "ghpql" or line.startswith("assert")]
            return ["__VERIFIER_atomic_begin();"] + inner + ["__VERIFIER_atomic_end();"]
        return [f"if ({self.condition()}) {{"] + body + ["}"]

    def body(self, most):
        return [self.statement() for _ in range(self.pick.randrange(1, most))]

    def program(self):
        return {"kinds": [self.body(5) for _ in range(self.kinds)], "main": self.body(2),
                "starts": self.pick.choice(["for (;;)", "while (__VERIFIER_nondet_bool())", "for (int i = 0; i < 2; i++)"]),
                "joins": self.pick.random() < 0.3, "then": self.body(3), "recursive": self.pick.random() < 0.3}


def text_of(program):
    lines = [HEAD % ("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP" if program["recursive"] else "PTHREAD_MUTEX_INITIALIZER")]
    for k, body in enumerate(program["kinds"]):
        lines += [f"static void *t{k}(void *none) {{", "unsigned l = 0; pthread_t me = 0;"]
        lines += [line for statement in body for line in statement] + ["(void)l; (void)me;", "return none;", "}"]
    lines += ["int main(void) {", "unsigned l = 0; pthread_t me = 0, t;", "pthread_spin_init(&s, 0);"]
    lines += [line for statement in program["main"] for line in statement]
    lines += [program["starts"] + " {"]
    lines += [f"if (__VERIFIER_nondet_bool()) pthread_create(&t, 0, t{k}, 0); else" for k in range(1, len(program["kinds"]))]
    lines += ["pthread_create(&t, 0, t0, 0);"]
    if program["joins"]:
        lines += ["pthread_join(t, 0);"]
    lines += ["}"] + [line for statement in program["then"] for line in statement]
    lines += ["(void)l; (void)me; (void)t;", "return 0;", "}", ""]
    return "\n".join(lines)


def ask(args, path, *options):
    done = subprocess.run([args.selvage, "check", "--keep-going", *options, path], capture_output=True, text=True, check=False)
    said = {name: answer for answer, name in re.findall(r"^  (holds|violated|unknown) +assertion (.*?) \(", done.stdout, re.M)}
    return done.returncode, said, done.stdout + done.stderr


def judge(args, folder, program, count=None):
    """What is wrong, or None."""
    path = os.path.join(folder, "program.c")
    with open(path, "w", encoding="utf-8") as out:
        out.write("#define _GNU_SOURCE\n" + text_of(program))
    status, said, text = ask(args, path, "--engine", "threads", "--time", str(args.time))
    if status not in (0, 1, 2) or "does not take" in text:
        return f"status {status}: {text[:600]}"
    status, few, text = ask(args, path, "--engine", "explicit", "--threads", str(args.most), "--time", "20")
    if status not in (0, 1, 2):
        return f"explicit: status {status}: {text[:600]}"
    for name, answer in said.items():
        if answer == "holds" and few.get(name) == "violated":
            return f"{name} is said to hold, and {args.most} threads violate it"
        if answer == "violated" and few.get(name) == "holds":
            return f"{name} is said to be violated, and explicit search says that it holds"
    if count is not None:
        for answer in said.values():
            count[answer] = count.get(answer, 0) + 1
    return None


def smaller(program):
    for part in ("main", "then"):
        for i in range(len(program[part])):
            yield {**program, part: program[part][:i] + program[part][i + 1:]}
    for k, body in enumerate(program["kinds"]):
        for i in range(len(body)):
            kinds = [list(b) for b in program["kinds"]]
            del kinds[k][i]
            yield {**program, "kinds": kinds}
    if len(program["kinds"]) > 1:
        yield {**program, "kinds": program["kinds"][:1]}


def shrink(args, folder, program):
    for candidate in smaller(program):
        if judge(args, folder, candidate):
            return shrink(args, folder, candidate)
    return program


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("selvage")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--time", type=int, default=3)
    parser.add_argument("--keep")
    args = parser.parse_args()
    args.selvage = os.path.abspath(args.selvage)
    failed, count = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        for seed in range(args.seed, args.seed + args.count):
            program = Draw(seed).program()
            if not judge(args, folder, program, count):
                continue
            failed += 1
            program = shrink(args, folder, program)
            print(f"FAILED seed {seed}: {judge(args, folder, program)}")
            print(text_of(program))
    print(f"{args.count} programs, {failed} failed; properties: " + ", ".join(f"{n} {k}" for k, n in sorted(count.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
