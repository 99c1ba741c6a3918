#!/usr/bin/env python3
"""Random small C programs with threads: Selvage's final outcomes are those of all schedules.

usage: c_schedule.py SELVAGE [--count N] [--seed S] [--keep FOLDER] [--options "..."]

A program has shared variables, two or three threads, locks, atomics, pointers,
arrays, structures (by value, too), rows of them with rows in them, unions, conditions,
semaphores, calls (recursive ones, too), texts and loops. Its shared accesses are macros: for Selvage
they are plain C; with c_schedule.h they are scheduling points of an
exhaustive scheduler (clang -O1 makes real code of it). For every outcome that the
scheduler finds there is a line that fails there, and a last one that fails in all
other outcomes: with --keep-going exactly the former are violated. A program
that differs is made smaller, and printed.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PLAIN = """#ifndef R
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_assert(int);
#define R(x) (x)
#define W(x, v) ((x) = (v))
#define LOCK(m) pthread_mutex_lock(&(m))
#define TRYLOCK(m) (pthread_mutex_trylock(&(m)) == 0)
#define UNLOCK(m) pthread_mutex_unlock(&(m))
#define ADD(x, n) atomic_fetch_add(&(x), n)
#define CAS(x, old, next) atomic_compare_exchange_strong(&(x), &(int){old}, next)
#define WEAK(x, old, next) atomic_compare_exchange_weak(&(x), &(int){old}, next)
#define SWAP(x, next) atomic_exchange(&(x), next)
#define OR(x, n) atomic_fetch_or(&(x), n)
#define WAIT(c, m) pthread_cond_wait(&(c), &(m))
#define SIGNAL(c) pthread_cond_signal(&(c))
#define UP(s) sem_post(&(s))
#define DOWN(s) sem_wait(&(s))
#define CONDITION(c) static pthread_cond_t c
#define SEMAPHORE(s) sem_t s
#define SET_UP(s) sem_init(&(s), 0, 0)
#define START(k, f, a) pthread_create(&thread[k], 0, f, a)
#define JOIN(k) pthread_join(thread[(k) - 1], 0)
#define MUTEX(m) pthread_mutex_t m
#define ATOMIC atomic_int
static pthread_t thread[3];
#endif
"""
SHARED = ["g", "h", "c", "s.x", "s.y", "a[0]", "a[1]"]
HELPERS = """static int help(int x, int y) { if (x > y) return R(h); return x + 1; }
static int less(int x) { return x - 1; }
static int twice(int x) { return 2 * x; }
struct pair { int x; signed char y; };
static struct pair turn(struct pair q) { struct pair r = {q.y, q.x + 1}; return r; }
struct four { int a[5]; };
static struct four move(struct four q) { q.a[1] += q.a[0]; return q; }
static void raise_it(int *to, int by) { *to += by; }
static int *pick_one(int *x, int *y, int which) { return which ? x : y; }
static int down(int n, int by) { int own = by + n; if (n > 0) own += down(n - 1, own & 3); return own & 7; }
static int flip(int n) { W(g, (R(g) + 1) & 7); return n > 0 ? flip(n - 1) : R(h); }
static void raise_that(int **to, int by) { **to += by; }"""
LOCALS = "struct pair z = {1, 2}; union { int i; unsigned char c[4]; } w = {3}; int b[2] = {1, 0}, k = 2;"


class Draw:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.depth = 0

    def value(self, budget=2):
        kind = self.pick.randrange(11 if budget else 3)
        if kind == 7:
            return f"(({self.value(budget - 1)}) {self.pick.choice(['<<', '>>'])} ({self.value(0)} & 3))"
        if kind == 8:
            return f"({self.value(budget - 1)} {self.pick.choice('/%')} (({self.value(0)} & 3) + 1))"
        if kind == 9:
            return f"({self.pick.choice(['signed char', 'unsigned', 'unsigned char', '_Bool'])})({self.value(budget - 1)})"
        if kind == 10:
            return self.pick.choice(["z.x", "z.y", "b[l & 1]", "w.c[0]", "w.i", "k"])
        if kind == 0:
            return str(self.pick.randrange(4))
        if kind == 1:
            return "l"
        if kind in (2, 3):
            return f"R({self.pick.choice(SHARED)})"
        if kind == 4:
            return f"R(a[{self.value(budget - 1)} & 1])"
        if kind == 5:
            return f"({self.value(budget - 1)} {self.pick.choice('+-*&|^')} {self.value(budget - 1)})"
        return f"R(*{self.pick.choice(['p', 'q'])})"

    def condition(self):
        kind = self.pick.randrange(5)
        if kind == 0:
            return f"{self.value(1)} && {self.value(1)}"
        if kind == 1:
            return f"{self.value(1)} || {self.value(1)}"
        return f"{self.value(1)} {self.pick.choice(['==', '!=', '<', '>='])} {self.value(0)}"

    def simple(self):
        kind = self.pick.randrange(28)
        if kind > 9:
            return self.local(kind)
        if kind < 4:
            return f"W({self.pick.choice(SHARED)}, ({self.value()}) & 7);"
        if kind == 4:
            return f"l = ({self.value()}) & 7;"
        if kind == 5:
            return f"W(*{self.pick.choice(['p', 'q'])}, ({self.value(1)}) & 7);"
        if kind == 6:
            return f"W(a[{self.value(1)} & 1], ({self.value(1)}) & 7);"
        if kind == 7:
            return f"l = ADD(n, {self.pick.randrange(1, 3)}) & 7;"
        if kind == 8:
            return f"l = CAS(n, {self.pick.randrange(2)}, {self.pick.randrange(3)});"
        return f"l = help(l, {self.value(0)});"

    def local(self, kind):
        value = self.value(1)
        if kind == 10:
            return f"z.x = ({value}) & 7, z = turn(z), l = z.x & 7;"
        if kind == 11:
            return f"{{ struct four f = {{{{{value}, 1, 2}}}}; f = move(f); l = f.a[1] & 7; }}"
        if kind == 12:
            return f"{{ int d = ({value}) & 3, *e = &d; raise_it(e, 1); l = d; }}"
        if kind == 13:
            return f"*pick_one(&k, &b[1], l & 1) = ({value}) & 7;"
        if kind == 14:
            return f"{{ int (*call)(int) = ({value}) & 1 ? less : twice; l = call(l) & 7; }}"
        if kind == 15:
            return f"w.i = ({value}) & 1023, w.c[1] = l, l = w.i & 7;"
        if kind == 16:
            return f"{{ int *d = malloc(sizeof *d); *d = ({value}) & 7; l = *d; free(d); }}"
        if kind == 17:
            return f"l = WEAK(n, {self.pick.randrange(2)}, {self.pick.randrange(3)});"
        if kind == 18:
            return f"l = SWAP(n, {self.pick.randrange(3)}) & 7;"
        if kind == 19:
            return f"l = OR(n, {self.pick.randrange(3)}) & 7;"
        if kind == 20:
            return self.pick.choice(["UP(t);", "DOWN(t);", "UP(t);"])
        if kind == 21:
            return f"b[({value}) & 1] = l;"
        if kind == 22:
            return f"l = down(({value}) & 3, l);"
        if kind == 23:
            return f"l = flip(({value}) & 1);"
        if kind == 24:
            return f"{{ int d = ({value}) & 3, *e = &d; raise_that(&e, 1); l = d; }}"
        if kind == 25:
            return f"{{ W(r[({value}) & 1].d[l & 1], ({self.value(0)}) & 7); l = R(r[l & 1].d[1]); }}"
        if kind == 26:
            return (f"{{ int *d = malloc(sizeof *d); *d = ({value}) & 7; d = realloc(d, 2 * sizeof *d); "
                    "d[1] = *d + 1; l = d[1] & 7; free(d); }")
        return f"{{ char d[4] = \"ab\"; d[1] = 'a' + (({value}) & 3); l = strcmp(d, \"ac\") < 0 ? strlen(d) : 1; }}"

    def statement(self):
        kind = self.pick.randrange(15)
        if kind == 12 and self.depth < 2:
            return [f"LOCK(m); if ({self.condition()}) WAIT(v, m); UNLOCK(m); SIGNAL(v);"]
        if kind == 13 and self.depth < 2:
            return ["for (int i = 0; i < 3; i++) {", f"if ({self.value(0)} & 1) continue;", f"if ({self.value(0)} > 5) break;",
                    self.simple(), "}"]
        if kind == 14:
            return [f"l = {self.condition()} ? {self.value(0)} & 7 : l;"]
        if self.depth > 1 or kind < 7:
            return [self.simple()]
        self.depth += 1
        body = [line for _ in range(self.pick.randrange(1, 3)) for line in self.statement()]
        other = self.statement()
        self.depth -= 1
        if kind == 7:
            return [f"if ({self.condition()}) {{"] + body + ["}"]
        if kind == 8:
            return [f"if ({self.condition()}) {{"] + body + ["} else {"] + other + ["}"]
        if kind == 9:
            return ["for (int i = 0; i < 2; i++) {", self.simple(), "}"]
        if kind == 10 and "LOCK" not in " ".join(body):
            return ["LOCK(m);"] + body + ["UNLOCK(m);"]
        if kind == 11 and "LOCK" not in " ".join(body):
            return ["if (TRYLOCK(m)) {"] + body + ["UNLOCK(m);", "}"]
        return [f"switch ({self.value(1)} & 3) {{", "case 0:"] + other + ["case 1:"] + body + ["break;", "}"]

    def body(self, least, most):
        return [self.statement() for _ in range(self.pick.randrange(least, most))]

    def program(self):
        threads = [self.body(1, 4) for _ in range(self.pick.choice([1, 2, 2]))]
        pointers = [(self.pick.choice(["&g", "&h", "&a[1]", "&s.y"]), self.pick.choice(["&g", "&a[0]"]))
                    for _ in range(len(threads) + 1)]
        return {"threads": threads, "main": self.body(0, 2), "pointers": pointers,
                "kind": self.pick.choice(["int", "unsigned char", "short"])}


def text_of(program, outcomes):
    lines = [PLAIN]
    lines += ["static int g, h = 1, a[2] = {2, 3};", f"static {program['kind']} c = 1;",
              "static struct { int x, y; } s = {0, 2};", "static struct { int x; short d[2]; } r[2] = {{1, {2, 3}}};", "static ATOMIC n;", "static MUTEX(m);",
              "CONDITION(v);", "static SEMAPHORE(t);"] + HELPERS.split("\n")
    for k, body in enumerate(program["threads"]):
        p, q = program["pointers"][k]
        lines += [f"static void *t{k}(void *given) {{", f"int l = 0, *p = {p}, *q = given; {LOCALS}"]
        lines += [line for statement in body for line in statement] + ["(void)l, (void)p, (void)q, (void)z, (void)w, (void)b, (void)k;", "return 0;", "}"]
    p, q = program["pointers"][-1]
    lines += ["#ifdef MOST", "static void *first(void *given) {", "#else", "int main(void) {", "#endif",
              f"int l = 1, *p = {p}, *q = {q}; {LOCALS}", "SET_UP(t);"]
    lines += [f"START({k}, t{k}, {program['pointers'][k][1]});" for k in range(len(program["threads"]))]
    lines += [line for statement in program["main"] for line in statement]
    lines += [f"JOIN({k + 1});" for k in range(len(program["threads"]))] + ["(void)l, (void)p, (void)q;"]
    lines += ["#ifdef MOST", "return 0;", "}", "static void reset(void) {",
              "g = 0, h = 1, a[0] = 2, a[1] = 3, c = 1, s.x = 0, s.y = 2, n = 0, m = 0, t = 0;",
              "r[0].x = 1, r[0].d[0] = 2, r[0].d[1] = 3, r[1].x = r[1].d[0] = r[1].d[1] = 0;", "}",
              "static void outcome(char *to) {",
              'sprintf(to, "%d %d %d %d %d %d %d %d", g, h, a[0], a[1], c, s.x, s.y, n);', "}", "#else"]
    for outcome in outcomes:
        lines.append("if (" + " && ".join(f"{x} == {v}" for x, v in zip(
            ["g", "h", "a[0]", "a[1]", "c", "s.x", "s.y", "n"], outcome.split())) + ") __VERIFIER_assert(0); else")
    lines += ["__VERIFIER_assert(0);", "return 0;", "}", "#endif", ""]
    return "\n".join(lines)


def all_outcomes(folder, program):
    source, binary = os.path.join(folder, "schedule.c"), os.path.join(folder, "schedule")
    with open(source, "w", encoding="utf-8") as out:
        out.write('#define MOST\n#include "c_schedule.h"\n' + text_of(program, []))
    subprocess.run(["clang", "-O1", "-w", "-I", HERE, "-o", binary, source], check=True)
    try:
        done = subprocess.run([binary], capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode == 3:
        return None
    if done.returncode:
        raise SystemExit(f"the scheduler failed with status {done.returncode}")
    return sorted(done.stdout.splitlines())


def judge(args, folder, program):
    """What is wrong, or None; or "large" where there are too many schedules, or none ends."""
    outcomes = all_outcomes(folder, program)
    if not outcomes or len(outcomes) > 60:
        return "large"
    text = text_of(program, outcomes)
    path = os.path.join(folder, "program.c")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    first = text.split("\n").index(next((l for l in text.split("\n") if "__VERIFIER_assert(0); else" in l), "")) + 1
    done = subprocess.run([args.selvage, "check", "--quiet", "--engine", "explicit", "--keep-going", "--time", "60",
                           *args.options.split(), path], capture_output=True, text=True, check=False)
    said = {name: answer for answer, name in re.findall(r"^  (\w+) +assertion (assert:\d+)", done.stdout, re.M)}
    if done.returncode not in (0, 1):
        return f"status {done.returncode}: {done.stdout[:300]}{done.stderr[:300]}"
    for k, outcome in enumerate(outcomes):
        if said.get(f"assert:{first + k}") != "violated":
            return f"outcome {outcome} is not found"
    if said.get(f"assert:{first + len(outcomes)}", "holds") != "holds":
        return "there is an outcome that no schedule has"
    return None


def smaller(program):
    for k, body in enumerate(program["threads"]):
        for i in range(len(body)):
            threads = [list(b) for b in program["threads"]]
            del threads[k][i]
            yield {**program, "threads": threads}
    for i in range(len(program["main"])):
        yield {**program, "main": program["main"][:i] + program["main"][i + 1:]}


def shrink(args, folder, program):
    for candidate in smaller(program):
        if judge(args, folder, candidate) not in (None, "large"):
            return shrink(args, folder, candidate)
    return program


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("selvage")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="")
    parser.add_argument("--keep")
    args = parser.parse_args()
    args.selvage = os.path.abspath(args.selvage)
    failed = large = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        for seed in range(args.seed, args.seed + args.count):
            program = Draw(seed).program()
            wrong = judge(args, folder, program)
            large += wrong == "large"
            if wrong in (None, "large"):
                continue
            failed += 1
            program = shrink(args, folder, program)
            print(f"FAILED seed {seed}: {judge(args, folder, program)}")
            print(text_of(program, all_outcomes(folder, program)))
    print(f"{args.count} programs, {large} too large, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
