"""Makes a network smaller as long as the same thing is wrong with it."""

import copy
import re

from hy_tree import is_atom


def smaller_formulas(f):
    if isinstance(f, bool) or f is None:
        return
    yield True
    if not is_atom(f) and f[0] != "not":
        for i in range(len(f[1])):
            yield (f[0], f[1][:i] + f[1][i + 1:])


def variants(net):
    """Networks with one thing less."""
    def changed(act):
        new = copy.deepcopy(net)
        act(new)
        return new

    for k, a in enumerate(net.automata):
        if len(net.automata) > 1 and not a.control:
            def drop(n, k=k):
                del n.automata[k]
                n.target = (n.target[0][:k] + n.target[0][k + 1:], n.target[1])
            yield changed(drop)
        for i in range(len(a.edges)):
            yield changed(lambda n, k=k, i=i: n.automata[k].edges.pop(i))
        for i in range(1, len(a.initially)):
            yield changed(lambda n, k=k, i=i: n.automata[k].initially.pop(i))
        for i in range(len(a.labels)):
            label = a.labels[i]
            if not any(e.label == label for e in a.edges):
                yield changed(lambda n, k=k, i=i: n.automata[k].labels.pop(i))
        for l, loc in enumerate(a.locations):
            for f in smaller_formulas(loc.invariant):
                yield changed(lambda n, k=k, l=l, f=f: setattr(n.automata[k].locations[l], "invariant", f))
            for r in range(len(loc.rates)):
                yield changed(lambda n, k=k, l=l, r=r: n.automata[k].locations[l].rates.pop(r))
        for i, e in enumerate(a.edges):
            for f in smaller_formulas(e.guard):
                yield changed(lambda n, k=k, i=i, f=f: setattr(n.automata[k].edges[i], "guard", f))
            if e.asap:
                yield changed(lambda n, k=k, i=i: setattr(n.automata[k].edges[i], "asap", False))
            if e.label:
                yield changed(lambda n, k=k, i=i: setattr(n.automata[k].edges[i], "label", None))
            if e.changes is not None:
                yield changed(lambda n, k=k, i=i: setattr(n.automata[k].edges[i], "changes", None))
                for c in range(len(e.changes)):
                    yield changed(lambda n, k=k, i=i, c=c: n.automata[k].edges[i].changes.pop(c))
    for f in smaller_formulas(net.target[1]):
        yield changed(lambda n, f=f: setattr(n, "target", (n.target[0], f)))
    for k, places in enumerate(net.target[0]):
        if places is not None:
            yield changed(lambda n, k=k: n.target[0].__setitem__(k, None))


def kind_of(wrong):
    return re.sub(r"[0-9]+|None", "N", wrong)[:60]


def shrink(net, judge, wrong, most=400):
    tries, again = 0, True
    while again and tries < most:
        again = False
        for candidate in variants(net):
            tries += 1
            try:
                now = judge(candidate)
            except Exception:  # a variant that the judge cannot take
                now = None
            if now and kind_of(now) == kind_of(wrong):
                net, again = candidate, True
                break
            if tries >= most:
                break
    return net
