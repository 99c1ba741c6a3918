"""Programs for the engine `events`, as texts in the process language.

relay     `turns` times in a random order a value is handed along by threads that wait for one another; it starts
          with any number of 16 bits, and stays odd. Straight-line code, so that there is something to prove.
relays    many of them, of 3 threads and 3 turns each, that have nothing to do with one another.
odds      many groups of six threads that hand an odd number on, of any size (numbers without bounds).
pairs     many pairs, each with a value that one half writes and the other half reads when a flag says so.
race      pairs, in one of which the flag comes too early.
pipes     many pipelines of three processes, which pass two messages on through channels (Promela).
buffers   the same with four messages and channels of four places.
dphil, litmus, never
          the dining philosophers and random programs of bench/pbmc; `never` asks for values that no run has.

For Spin, relays and pairs are written in Promela, too.
"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "pbmc"))
import families  # noqa: E402


def relay(threads, turns, seed=1):
    """One relay; its names end in its seed."""
    draw = random.Random(seed)
    order = []
    for _ in range(turns):
        once = list(range(threads))
        draw.shuffle(once)
        order += once
    last = len(order)
    text = [f"uint16 v{seed}[{last + 1}] = 0;", f"bool done{seed}[{last + 1}] = false;",
            f"process start{seed} {{ uint16 x; havoc x; v{seed}[0] = 2 * (x / 2) + 1; done{seed}[0] = true; }}"]
    for i in range(threads):
        body = "".join(f" await done{seed}[{t}]; x = v{seed}[{t}]; v{seed}[{t + 1}] = x * x + {2 * draw.randrange(99)};"
                       f" done{seed}[{t + 1}] = true;" for t, who in enumerate(order) if who == i)
        text.append(f"process p{seed}_{i} {{ uint16 x;{body} }}")
    text.append(f"process goal{seed} {{ await done{seed}[{last}]; assert v{seed}[{last}] % 2 == 1; }}")
    return "\n".join(text) + "\n"


def odds(count):
    text = []
    for g in range(count):
        text += [f"int v{g} = 1; int[0..5] t{g} = 0;",
                 f"process start{g} {{ int k; havoc k; v{g} = 2 * k + 1; t{g} = 1; }}"]
        text += [f"process p{g}_{s} {{ await t{g} == {s}; v{g} = v{g} + {2 * s}; t{g} = {s + 1}; }}" for s in range(1, 5)]
        text.append(f"process goal{g} {{ await t{g} == 5; assert v{g} % 2 == 1; }}")
    return "\n".join(text) + "\n"


def pairs(count, early=None):
    text = []
    for i in range(count):
        text += [f"byte x{i} = 0;", f"byte y{i} = 0;", f"bool done{i} = false;"]
        write = [f"havoc n; x{i} = n;", f"y{i} = n * n;", f"done{i} = true;"]
        if early == i:
            write[1], write[2] = write[2], write[1]
        text.append(f"process w{i} {{ byte n; {' '.join(write)} }}")
        text.append(f"process r{i} {{ byte z; await done{i}; z = x{i} * x{i}; assert y{i} == z; }}")
    return "\n".join(text) + "\n"


ANY = "do :: n < {bits} -> n++; if :: x = 2 * x :: x = 2 * x + 1 fi :: else -> break od; n = 0;"


def relay_promela(threads, turns, seed):
    """The same program, statement by statement."""
    draw = random.Random(seed)
    order = []
    for _ in range(turns):
        once = list(range(threads))
        draw.shuffle(once)
        order += once
    last = len(order)
    text = [f"int v{seed}[{last + 1}]; bool done{seed}[{last + 1}];",
            f"active proctype start{seed}() {{ int x; byte n; {ANY.format(bits=16)}"
            f" v{seed}[0] = 2 * (x / 2) + 1; done{seed}[0] = true }}"]
    for i in range(threads):
        body = ";".join(f" done{seed}[{t}]; x = v{seed}[{t}]; v{seed}[{t + 1}] = (x * x + {2 * draw.randrange(99)}) & 65535;"
                        f" done{seed}[{t + 1}] = true" for t, who in enumerate(order) if who == i)
        text.append(f"active proctype p{seed}_{i}() {{ int x;{body} }}")
    text.append(f"active proctype goal{seed}() {{ done{seed}[{last}]; assert(v{seed}[{last}] % 2 == 1) }}")
    return "\n".join(text) + "\n"


def pairs_promela(count, early):
    text = []
    for i in range(count):
        write = [f"x{i} = x", f"y{i} = x * x", f"done{i} = true"]
        if early == i:
            write[1], write[2] = write[2], write[1]
        text += [f"byte x{i}, y{i}; bool done{i};",
                 f"active proctype w{i}() {{ byte n, x; {ANY.format(bits=8)} {'; '.join(write)} }}",
                 f"active proctype r{i}() {{ byte z; done{i}; z = x{i} * x{i}; assert(y{i} == z) }}"]
    return "\n".join(text) + "\n"


def pipes(count):
    text = []
    for i in range(count):
        text += [f"chan a{i} = [1] of {{ byte }}; chan b{i} = [1] of {{ byte }};",
                 f"active proctype s{i}() {{ byte n, x; {ANY.format(bits=8)} a{i}!x; a{i}!(x + 1) }}",
                 f"active proctype m{i}() {{ byte x; a{i}?x; b{i}!(x * 2); a{i}?x; b{i}!(x * 2) }}",
                 f"active proctype r{i}() {{ byte x, y; b{i}?x; b{i}?y; x = x + 2; assert(x == y) }}"]
    return "\n".join(text) + "\n"


def buffers(count, places=4, messages=4):
    text = []
    for i in range(count):
        sends = "; ".join(f"a{i}!(x + {k})" for k in range(messages))
        passes = "; ".join(f"a{i}?x; b{i}!(x * 2)" for _ in range(messages))
        looks = "; ".join(f"b{i}?y; x = x + 2; assert(x == y)" for _ in range(messages - 1))
        text += [f"chan a{i} = [{places}] of {{ byte }}; chan b{i} = [{places}] of {{ byte }};",
                 f"active proctype s{i}() {{ byte n, x; {ANY.format(bits=8)} {sends} }}",
                 f"active proctype m{i}() {{ byte x; {passes} }}",
                 f"active proctype r{i}() {{ byte x, y; b{i}?x; {looks} }}"]
    return "\n".join(text) + "\n"


def family(word, size):
    """Its text and the suffix of its language."""
    if word in ("pipes", "buffers"):
        return (pipes if word == "pipes" else buffers)(size), ".pml"
    if word in ("dphil", "litmus", "never"):
        name = f"{'dphil' if word == 'dphil' else 'litmus'}-{size}"
        return families.text_of(name, reachable=word != "never"), ".proc"
    if word == "odds":
        return odds(size), ".proc"
    if word == "relay":
        return relay(size, 3), ".proc"
    if word == "relays":
        return "".join(relay(3, 3, seed) for seed in range(1, size + 1)), ".proc"
    return pairs(size, size // 2 if word == "race" else None), ".proc"


def for_spin(word, size):
    """The program in Promela, or None."""
    if word in ("pipes", "buffers"):
        return family(word, size)[0]
    if word == "relays":
        return "".join(relay_promela(3, 3, seed) for seed in range(1, size + 1))
    if word == "relay":
        return relay_promela(size, 3, 1)
    if word in ("pairs", "race"):
        return pairs_promela(size, size // 2 if word == "race" else None)
    return None
