#!/usr/bin/env python3
"""Growing families of UML state machines, as PlantUML text.

usage: families.py FAMILY N

depth        N composite states inside each other; at each level the same two events lead to a sibling and back
transitions  N transitions with guards between the states of a ring, on three events
regions      N orthogonal regions that count the same event, and one of their own
objects      N stations of a ring that pass a token and ask each other for it
messages     a sender of N kinds of messages and a receiver that defers half of them
"""

import argparse
import sys


def diagram(name, lines):
    return [f"@startuml {name}", *lines, "@enduml"]


def depth(n):
    lines = ["' attributes: x: Integer", "[*] --> S0"]
    for k in range(n):
        lines += [f"state S{k} {{", f"[*] --> S{k + 1}", f"S{k + 1} --> T{k + 1} : e [x % 3 != {k % 3}]",
                  f"T{k + 1} --> S{k + 1} : f / x = (x + 1) % 3"]
    lines += [f"state S{n}"] + ["}"] * n
    return diagram("Depth", lines) + [f"' invariant deep: !(in(T{n}) && x == 2)"]


def transitions(n):
    size = max(2, n // 8)
    lines = ["' attributes: x: Integer", "[*] --> S0"]
    for k in range(n):
        event = "efg"[k % 3]
        lines.append(f"S{k % size} --> S{(k * 5 + 1) % size} : {event} [x != {(k + 1) % 4}] / x = (x + {k % 3}) % 4")
    return diagram("Arrows", lines) + [f"' invariant far: !(in(S{size - 1}) && x == 3)"]


def regions(n):
    lines = ["[*] --> S", "state S {"]
    for k in range(n):
        lines += ["--"] * (k > 0)
        lines += [f"[*] --> A{k}", f"A{k} --> B{k} : e", f"B{k} --> C{k} : e", f"C{k} --> A{k} : f{k}"]
    lines += ["}"]
    return diagram("Regions", lines) + ["' invariant together: !(" + " && ".join(f"in(C{k})" for k in range(n)) + ")"]


def objects(n):
    lines = ["' signals: token, ask(who: Station)",
             "' objects: " + ", ".join(f"s{k}: Station(next = s{(k + 1) % n}, first = {str(k == 0).lower()})"
                                       for k in range(n)), "' environment: none"]
    lines += diagram("Station", [
        "' attributes: next: Station, first: Boolean", "state c <<choice>>", "[*] --> c", "c --> Has : [first]",
        "c --> Waits : [else]", "Waits --> Has : token", "Has --> Waits : / send next.token"])
    pairs = [f"in(s{i}, Has) && in(s{j}, Has)" for i in range(n) for j in range(i)]
    return lines + ["' invariant one: !(" + " || ".join(f"({p})" for p in pairs) + ")"]


def messages(n):
    lines = ["' signals: " + ", ".join(f"m{k}(v: Integer)" for k in range(n)),
             "' objects: a: Sender(to = b), b: Receiver", "' environment: none"]
    send = [f"S{k} --> S{k + 1} : / send to.m{k}({k})" for k in range(n)]
    lines += diagram("Sender", ["' attributes: to: Receiver", "[*] --> S0", *send])
    late = ", ".join(f"m{k}" for k in range(0, n, 2))
    take = [f"Early : m{k} / sum = sum + v; got = got + 1" for k in range(1, n, 2)]
    after = [f"Late : m{k} / sum = sum + v; got = got + 1" for k in range(n)]
    lines += diagram("Receiver", ["' attributes: sum: Integer, got: Integer", "[*] --> Early", *take,
                                  f"Early : defer {late}", f"Early --> Late : m{n - 1} / got = got + 1", *after])
    return lines + [f"' invariant few: b.got < {n}"]


FAMILIES = {f.__name__: f for f in (depth, transitions, regions, objects, messages)}


def text(family, n):
    return "\n".join(FAMILIES[family](n)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=sorted(FAMILIES))
    parser.add_argument("size", type=int)
    args = parser.parse_args()
    sys.stdout.write(text(args.family, args.size))


if __name__ == "__main__":
    main()
