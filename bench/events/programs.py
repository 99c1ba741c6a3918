"""Programs for the engine `events`, as texts in the process language.

relay     `turns` times in a random order a value is handed along by threads that wait for one another; it starts
          with any number of 16 bits, and stays odd. Straight-line code, so that there is something to prove.
relays    many of them, of 3 threads and 3 turns each, that have nothing to do with one another.
pairs     many pairs, each with a value that one half writes and the other half reads when a flag says so.
race      pairs, in one of which the flag comes too early.
"""
import random


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


def family(word, size):
    if word == "relay":
        return relay(size, 3)
    if word == "relays":
        return "".join(relay(3, 3, seed) for seed in range(1, size + 1))
    return pairs(size, size // 2 if word == "race" else None)
