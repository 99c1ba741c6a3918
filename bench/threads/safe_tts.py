#!/usr/bin/env python3
"""Thread transition systems that are safe, each with the argument why.

Each kind has an invariant; every transition that is drawn keeps it, and the target breaks it.
Transitions from shared states that the invariant excludes are drawn freely: they look
dangerous and are never taken.
"""
import argparse
import pathlib
import random


def show(name, why, shared, local, moves, target):
    s, threads = target
    lines = [f"# {name}: {why}", f"# error state is shared num {s} local num {threads[-1]}", f"{shared} {local}"]
    lines += [f"{a} {b} {arrow} {c} {d}" for a, b, arrow, c, d in sorted(moves)]
    return "\n".join(lines) + "\n", f"{s}|{','.join(map(str, threads))}\n"


def mutex(draw):
    """Shared state 0 says that nobody is inside, i > 0 that one thread is, in local state i: entering
    needs 0, and all steps inside change both. So no two threads are inside."""
    k = draw.randint(2, 8)
    shared, local = k + 2, k + 3   # locals: 0 idle, 1..k inside, k+1 and k+2 outside
    outside = [0, k + 1, k + 2]
    moves = {(0, draw.choice(outside), "->", 1, 1) for _ in range(2)}
    moves |= {(i, i, "->", i + 1, i + 1) for i in range(1, k)}
    moves |= {(i, i, "->", 0, draw.choice(outside)) for i in range(1, k + 1) if i == k or draw.random() < 0.3}
    moves |= {(s, draw.choice(outside), "->", s, draw.choice(outside)) for s in range(k + 1)}
    moves |= {(k + 1, draw.randrange(local), "->", draw.randrange(shared), draw.randrange(local)) for _ in range(k)}
    if draw.random() < 0.5:
        moves.add((0, 0, "+>", 0, 0))
    a = draw.randint(1, k)
    return shared, local, moves, (a, [a, draw.randint(1, k)])


def residue(draw):
    """All steps change the shared state by a multiple of d, and it is 0 at first; the target's
    is none."""
    d, times, local = draw.randint(2, 4), draw.randint(2, 5), draw.randint(3, 9)
    shared = d * times
    moves = {(0, 0, "+>", 0, 0)}
    for _ in range(4 * local):
        s = d * draw.randrange(times)
        moves.add((s, draw.randrange(local), draw.choice(["->", "->", "+>"]), d * draw.randrange(times), draw.randrange(local)))
    for _ in range(2 * local):
        s = d * draw.randrange(times) + draw.randint(1, d - 1)
        moves.add((s, draw.randrange(local), "->", draw.randrange(shared), draw.randrange(local)))
    return shared, local, moves, (d * draw.randrange(times) + 1, [draw.randrange(local)])


def gates(draw):
    """The shared state never gets smaller, and a thread gets to local state l only while it is at
    least l, or from above. So with shared state l - 1 no thread is in l."""
    n = draw.randint(4, 12)
    moves = {(0, 0, "+>", 0, 0)}
    for _ in range(6 * n):
        s = draw.randrange(n)
        after = draw.randint(s, n - 1)
        moves.add((s, draw.randrange(n), "->", after, draw.randint(0, after)))
    for s in range(n - 1):
        moves.add((s, min(s, 1), "->", s + 1, draw.randint(0, s + 1)))
    moves.add((draw.randrange(n), 0, "+>", n - 1, 0))
    high = draw.randint(2, n - 1)
    return n, n, moves, (high - 1, [draw.randrange(high), high])


KINDS = {"mutex": mutex, "residue": residue, "gates": gates}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIRECTORY")
    parser.add_argument("count", type=int, nargs="?", default=18, help="so many of each kind (default 18)")
    options = parser.parse_args()
    folder, count = options.folder, options.count
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind in KINDS.items():
        for i in range(count):
            why = " ".join(kind.__doc__.split())
            text, target = show(name, why, *kind(random.Random(f"{name} {i}")))
            (folder / f"{name}{i}.tts").write_text(text)
            (folder / f"{name}{i}.tts.prop").write_text(target)


if __name__ == "__main__":
    main()
