#!/usr/bin/env python3
"""The four families of Saissi, Bokor, Suri, "PBMC: Symbolic Program Slicing for Program
Verification" (2015), section 6, as programs in our own language; and one of ours.

usage: families.py NAME [--numbers bits|int] [--seed N] [--unsat] [--depth N]

NAME is indexer-2, fsys-5, dphil-10, litmus-6 …, with the number of processes. The texts are ours,
after what the paper and, for indexer and fsys, Flanagan and Godefroid (2005) say about them.
With `bits` all numbers have ranges or sizes (SAT, and every other engine), with `int` they are
mathematical integers (SMT). Litmus programs are drawn from the seed; `local-5` is one in which most instructions concern
only the process itself. What they ask for is reached within
`depth` steps, of many random runs as late as possible, or, with --unsat, by none of them.
"""
import argparse
import collections
import random

KINDS = {  # bits, int
    "small": ("byte", "int"),
    "signed": ("int8", "int"),
}


def kind(name, numbers):
    return KINDS[name][numbers == "int"]


def indexer(n, numbers):
    """Everybody inserts messages into a shared hash table. A place that is taken would be tried
    again with the next one; with at most 11 processes it never is."""
    number = kind("small", numbers)
    return f"""// A shared hash table: every process inserts its messages, at the place its hash says.
param N = {n};
param SIZE = 128;
param MESSAGES = 4;

{number} table[SIZE] = 0;

process inserter[t : 0..N-1] {{
  {number} made = 0, message = 0, place = 0;
  bool stored = false;
  while made < MESSAGES {{
    made = made + 1;
    message = made * 11 + t;
    place = (message * 7) % SIZE;
    stored = false;
    while !stored {{
      table[place], stored = if table[place] == 0 then message else table[place], table[place] == 0;
      if !stored {{
        collision: place = (place + 1) % SIZE;
      }}
    }}
  }}
}}

property no_collision: forall(t : 0..N-1 : !inserter[t]@collision);
"""


def fsys(n, numbers):
    """Files have an inode, inodes get a block of memory when they are first used. Every inode and
    every busy bit has a lock."""
    number = kind("small", numbers)
    return f"""// Inodes that get blocks: an inode and its lock, a busy bit and its lock.
param N = {n};
param INODES = 32;
param BLOCKS = 26;

lock inode_lock[INODES], block_lock[BLOCKS];
{number} inode[INODES] = 0;
bool busy[BLOCKS] = false;

process file[t : 0..N-1] {{
  {number} i = 0, b = 0;
  bool found = false;
  while true {{
    havoc i in 0..INODES-1;
    acquire(inode_lock[i]);
    if inode[i] == 0 {{
      b = (i * 2) % BLOCKS;
      found = false;
      while !found {{
        acquire(block_lock[b]);
        if !busy[b] {{
          busy[b] = true;
          inode[i] = b + 1;
          found = true;
          release(block_lock[b]);
        }} else {{
          release(block_lock[b]);
          b = (b + 1) % BLOCKS;
        }}
      }}
    }}
    release(inode_lock[i]);
  }}
}}

property no_overflow: forall(t : 0..N-1 : 0 <= file[t].b && file[t].b < BLOCKS);
"""


def dphil(n, numbers):
    """A mutex protects looking for both chopsticks and taking them. One philosopher gives it back
    too early, so his neighbour may take one that he has seen free."""
    number = kind("small", numbers)
    return f"""// Chopsticks in a shared array, behind a mutex that philosopher BUG releases too early.
param N = {n};
param BUG = 0;

lock mutex;
bool taken[N] = false;

process phil[i : 0..N-1] {{
  {number} meals = 0;
  while true {{
    acquire(mutex);
    if !taken[i] && !taken[(i + 1) % N] {{
      if i == BUG {{
        release(mutex);
        taken[i], taken[(i + 1) % N] = true, true;
      }} else {{
        taken[i], taken[(i + 1) % N] = true, true;
        release(mutex);
      }}
      eating: meals = (meals + 1) % 2;
      acquire(mutex);
      taken[i], taken[(i + 1) % N] = false, false;
    }}
    release(mutex);
  }}
}}

property apart: forall(k : 0..N-1 : !(phil[k]@eating && phil[(k + 1) % N]@eating));
"""


# ---- litmus: random programs, and an interpreter for them

CELLS, LOCALS = 4, 2
Shape = collections.namedtuple("Shape", "shared length kinds")  # variables, instructions of a process and their kinds
SHAPES = {"litmus": Shape(8, 6, ["load", "load", "store", "store", "add", "get", "put"]),
          "local": Shape(4, 8, ["load", "store"] + ["add"] * 6)}


def draw_program(rng, n, shape):
    """For every process a list of instructions (kind, target, source, number)."""
    def instruction():
        what = rng.choice(shape.kinds)
        return (what, rng.randrange(shape.shared), rng.randrange(LOCALS), rng.randrange(LOCALS), rng.randint(1, 5))
    return [[instruction() for _ in range(shape.length)] for _ in range(n)]


def show_instruction(step):
    what, shared, a, b, number = step
    return {
        "load": f"l{a} = s{shared};",
        "store": f"s{shared} = l{a} + {number};",
        "add": f"l{a} = l{a} - l{b} + {number};",
        "get": f"l{a} = cell[(l{b} + {number}) % {CELLS}];",
        "put": f"cell[(l{a} + {number}) % {CELLS}] = l{b};",
    }[what]


def take(state, locals_, step):
    what, shared, a, b, number = step
    values, cell = state
    if what == "load":
        locals_[a] = values[shared]
    elif what == "store":
        values[shared] = locals_[a] + number
    elif what == "add":
        locals_[a] = locals_[a] - locals_[b] + number
    elif what == "get":
        locals_[a] = cell[(locals_[b] + number) % CELLS]
    else:
        cell[(locals_[a] + number) % CELLS] = locals_[b]


def run(rng, program, depth, shape):
    """A random run: after every step, the shared variables and whether eight bits were enough so far."""
    state = ([0] * shape.shared, list(range(CELLS)))
    locals_ = [[t] * LOCALS for t in range(len(program))]
    done = [0] * len(program)
    small = True
    for _ in range(depth):
        able = [t for t in range(len(program)) if done[t] < shape.length]
        if not able:
            break
        t = rng.choice(able)
        take(state, locals_[t], program[t][done[t]])
        done[t] += 1
        small &= all(-128 <= v < 128 for v in state[0] + state[1] + locals_[t])
        yield tuple(state[0]), small


def choose_values(rng, program, depth, reachable, shape):
    """Values of all shared variables: the ones that were met last, or some that were never met together
    although each of them was."""
    first = {}
    for _ in range(3000):
        for steps, (values, small) in enumerate(run(rng, program, depth, shape)):
            if small:
                first[values] = min(first.get(values, depth), steps)
    if reachable:
        return max(sorted(first), key=first.get)
    columns = [sorted({values[k] for values in first}) for k in range(shape.shared)]
    for _ in range(10000):
        values = tuple(rng.choice(column) for column in columns)
        if values not in first and 0 not in values:
            return values
    return values[:-1] + (max(columns[-1]) + 1,)


def litmus(family, n, numbers, seed, reachable, depth):
    """Straight-line processes of random instructions on shared variables, a shared array and locals."""
    rng, shape = random.Random(f"{family} {n} {seed}"), SHAPES[family]
    program = draw_program(rng, n, shape)
    values = choose_values(rng, program, depth, reachable, shape)
    number = kind("signed", numbers)
    text = f"// Random instructions on shared and local variables (seed {seed}).\n"
    text += "".join(f"{number} s{k} = 0;\n" for k in range(shape.shared))
    text += f"{number} cell[{CELLS}] = {{k : k}};\n"
    for t, body in enumerate(program):
        text += f"\nprocess p{t} {{\n  {number} " + ", ".join(f"l{k} = {t}" for k in range(LOCALS)) + ";\n"
        text += "".join(f"  {show_instruction(step)}\n" for step in body) + "}\n"
    goal = " && ".join(f"s{k} == {v}" for k, v in enumerate(values))
    return text + f"\nproperty values: !({goal});\n"


PROPERTIES = {"indexer": "no_collision", "fsys": "no_overflow", "dphil": "apart", "litmus": "values", "local": "values"}


def split(name):
    """Family and size of `indexer-12`."""
    family, _, n = name.rpartition("-")
    if family not in PROPERTIES or not n.isdigit():
        raise ValueError(f"there is no program {name}; there are " + ", ".join(f"{f}-N" for f in PROPERTIES))
    return family, n


def text_of(name, numbers="bits", seed=1, reachable=True, depth=20):
    """The program called `name`."""
    family, n = split(name)
    if family in SHAPES:
        return litmus(family, int(n), numbers, seed, reachable, depth)
    return {"indexer": indexer, "fsys": fsys, "dphil": dphil}[family](int(n), numbers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--numbers", choices=["bits", "int"], default="bits")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=20)
    parser.add_argument("--unsat", action="store_true")
    o = parser.parse_args()
    try:
        split(o.name)
    except ValueError as wrong:
        parser.error(str(wrong))
    print(text_of(o.name, o.numbers, o.seed, not o.unsat, o.depth), end="")


if __name__ == "__main__":
    main()
