#!/usr/bin/env python3
"""Conditions about C programs: --invariant and --reach against a thread that asserts them.

usage: c_goals.py SELVAGE [--count N] [--seed S] [--options "..."]

A random program has two threads that write shared scalars, an array, a structure and a pointer.
An invariant E is violated exactly if a third thread, started before the others, can fail in
`atomic { assert(E); }`, or by what evaluating E does: an index out of range, NULL, a division by 0.
--reach E is violated exactly if it can fail in `atomic { if (E) error; }` other than by that.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

HEAD = """#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define TOP 3
enum colour { RED, GREEN = 5, BLUE };
struct pair { int x; unsigned char y; struct pair *next; };
int g, h = 1;
unsigned char u = 254;
signed char c;
unsigned w;
enum colour colour;
int a[3] = {0, 2, 0};
struct pair s, pairs[2], *p;
"""
SCALARS = ["g", "h", "u", "c", "w", "colour", "a[0]", "a[2]", "s.x", "s.y", "pairs[1].x", "pairs[0].y"]
WILD = ["a[g]", "a[h]", "p->x", "p->y", "pairs[h].x", "*(a + h)", "p->next->x"]
CONSTANTS = ["0", "1", "2", "3", "TOP", "GREEN", "-1", "254", "255u", "'\\3'", "sizeof(s)", "1L << 33"]


class Draw:
    def __init__(self, seed):
        self.pick = random.Random(seed)

    def number(self, depth):
        r = self.pick.random()
        if depth <= 0 or r < 0.5:
            pool = SCALARS if r < 0.3 else CONSTANTS if r < 0.46 else WILD
            return self.pick.choice(pool)
        if r < 0.55:
            return f"({self.truth(depth - 1)} ? {self.number(depth - 1)} : {self.number(depth - 1)})"
        if r < 0.6:
            cast = self.pick.choice(["unsigned char", "short", "long", "unsigned", "_Bool"])
            return f"({cast})({self.number(depth - 1)})"
        sign = self.pick.choice(["+", "-", "*", "&", "|", "^", "/", "%"])
        return f"({self.number(depth - 1)} {sign} {self.number(depth - 1)})"

    def truth(self, depth):
        r = self.pick.random()
        if depth > 0 and r < 0.4:
            sign = self.pick.choice(["&&", "||"])
            return f"({self.truth(depth - 1)} {sign} {self.truth(depth - 1)})"
        if depth > 0 and r < 0.5:
            return f"!({self.truth(depth - 1)})"
        if r < 0.6:
            return self.pick.choice(["p", "!p", "p == &s", "p != &pairs[1]", "p && p->next", "g"])
        sign = self.pick.choice(["==", "!=", "<", "<=", ">", ">="])
        return f"{self.number(depth - 1)} {sign} {self.number(depth - 1)}"

    def statement(self):
        kind = self.pick.randrange(5)
        if kind == 0:
            return self.pick.choice(["p = &s", "p = &pairs[1]", "p = 0", "s.next = &pairs[1]"])
        if kind == 1:
            return self.pick.choice(["colour = GREEN", "colour = BLUE", "u += 3", "c -= 100", "w--"])
        left = self.pick.choice(SCALARS)
        right = self.pick.choice(["1", "2", "3", "-1", "h", "g + 1", "u"])
        return f"{left} = {right}"

    def thread(self, name):
        body = "; ".join(self.statement() for _ in range(self.pick.randrange(1, 4)))
        return f"void *{name}(void *none) {{ {body}; return none; }}\n"


def program(threads, watch):
    starts = "".join(f"  pthread_create(&t, 0, {name}, 0);\n" for name in ["one", "two"])
    if not watch:
        return HEAD + threads + f"int main(void) {{\n  pthread_t t;\n{starts}  return 0;\n}}\n"
    observer = ("void *watch(void *none) {\n  __VERIFIER_atomic_begin();\n"
                f"  {watch}\n  __VERIFIER_atomic_end();\n  return none;\n}}\n")
    first = "  pthread_create(&t, 0, watch, 0);\n"
    return (HEAD + "extern void reach_error(void), __assert_fail(const char *, const char *, unsigned, const char *);\n"
            + threads + observer
            + f"int main(void) {{\n  pthread_t t;\n{first}{starts}  pthread_exit(0);\n}}\n")


def run(selvage, folder, name, text, options):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    found = subprocess.run([selvage, "check", path, "--engine", "explicit", "--quiet", *options],
                           capture_output=True, text=True, timeout=120, check=False)
    return found.returncode, found.stdout + found.stderr


def one(args, folder, seed):
    draw = Draw(seed)
    threads, condition = draw.thread("one") + draw.thread("two"), draw.truth(3)
    plain = program(threads, None).replace("return 0;\n}\n", "pthread_exit(0);\n}\n")
    extra = args.options.split()
    invariant, text = run(args.selvage, folder, "plain.c", plain,
                          ["--invariant", condition, "--property", "invariant"] + extra)
    asserted, other = run(args.selvage, folder, "watch.c",
                          program(threads, f"if (!({condition})) reach_error();"), [])
    reach, third = run(args.selvage, folder, "plain.c", plain,
                       ["--reach", condition, "--property", "reach"] + extra)
    marked = program(threads, f"if ({condition}) reach_error();")
    line = next(i for i, s in enumerate(marked.split("\n"), 1) if "reach_error();" in s and "if" in s)
    met, last = run(args.selvage, folder, "watch.c", marked, ["--property", f"error:{line}"])
    if met == 64 and "no property" in last:
        met = 0  # clang found that it is never true
    if invariant == asserted and reach == met and {invariant, reach} <= {0, 1}:
        return invariant, reach
    print(f"DIFFERS, seed {seed}: {condition}\n{plain}\ninvariant {invariant}, asserted {asserted}, "
          f"reach {reach}, met {met}\n{text}\n{other}\n{third}\n{last}")
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("selvage")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="")
    args = parser.parse_args()
    answers = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            found = one(args, folder, seed)
            if found is None:
                return 1
            answers[found] = answers.get(found, 0) + 1
    print(f"{args.count} programs agree; invariant and reach violated: "
          + ", ".join(f"{k}: {n}" for k, n in sorted(answers.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
