"""Classic concurrent programs in C, each with a size, right and (with `bug`) wrong.

FAMILIES has for each name what makes the text, and the sizes that are measured. A right program holds,
a wrong one is violated, at every size.
"""

HEAD = """#include <assert.h>
#include <pthread.h>
"""
LOCK = "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"


def threads(functions):
    """A main that starts these, waits for them, and then `ends`."""
    names = ", ".join(f"t{k}" for k in range(len(functions)))
    text = "int main(void) {\n" + f"  pthread_t {names};\n"
    text += "".join(f"  pthread_create(&t{k}, 0, {f}, 0);\n" for k, f in enumerate(functions))
    return text + "".join(f"  pthread_join(t{k}, 0);\n" for k in range(len(functions)))


def function(name, body):
    return f"static void *{name}(void *none) {{\n{body}  return none;\n}}\n"


def fib_bench(n, bug):
    """Two threads add each other's numbers, n rounds: at most the (2n + 2)nd Fibonacci number."""
    most = [1, 1]
    while len(most) < 2 * n + 2:
        most.append(most[-1] + most[-2])
    bound = most[2 * n + 1] - (1 if bug else 0)
    text = HEAD + "static int i = 1, j = 1;\n"
    for name, to, other in (("left", "i", "j"), ("right", "j", "i")):
        text += function(name, f"  for (int k = 0; k < {n}; k++) {to} += {other};\n")
    return text + threads(["left", "right"]) + f"  assert(i <= {bound} && j <= {bound});\n}}\n"


def lazy(n, bug):
    """n threads that add and one that looks, under a lock: it may come last."""
    bound = n - 1 if bug else n
    text = HEAD + LOCK + "static int data;\n"
    text += function("add", "  pthread_mutex_lock(&lock);\n  data++;\n  pthread_mutex_unlock(&lock);\n")
    text += function("look", f"  pthread_mutex_lock(&lock);\n  assert(data <= {bound});\n  pthread_mutex_unlock(&lock);\n")
    return text + threads(["add"] * n + ["look"]) + "}\n"


def stack(n, bug):
    """One thread pushes n times, one pops where it finds something; the bug: it looks without the lock."""
    text = HEAD + LOCK + f"static int row[{n}], top;\n"
    text += function("push", f"""  for (int k = 0; k < {n}; k++) {{
    pthread_mutex_lock(&lock);
    row[top++] = k;
    pthread_mutex_unlock(&lock);
  }}
""")
    look = "    int some = top > 0;\n    pthread_mutex_lock(&lock);\n" if bug else \
        "    pthread_mutex_lock(&lock);\n    int some = top > 0;\n"
    pop = f"  for (int k = 0; k < {n}; k++) {{\n{look}" + """    if (some) {
      assert(top > 0);
      top--;
    }
    pthread_mutex_unlock(&lock);
  }
"""
    return text + function("pop", pop) + threads(["push", "pop", "pop"]) + "}\n"


def queue(n, bug):
    """A ring of two places, n values in their order; the bug: there is room for one more."""
    text = HEAD + LOCK + "static int ring[2], in, out;\n"
    text += function("put", f"""  for (int k = 0; k < {n};) {{
    pthread_mutex_lock(&lock);
    if (in - out {'<=' if bug else '<'} 2) ring[in++ % 2] = k++;
    pthread_mutex_unlock(&lock);
  }}
""")
    text += function("get", f"""  for (int k = 0; k < {n};) {{
    pthread_mutex_lock(&lock);
    if (out < in) {{
      assert(ring[out % 2] == k);
      out++, k++;
    }}
    pthread_mutex_unlock(&lock);
  }}
""")
    return text + threads(["put", "get"]) + "}\n"


def section(rounds):
    return f"for (int k = 0; k < {rounds}; k++)"


def peterson(n, bug):
    """Mutual exclusion by Peterson, n rounds; the bug: the turn is given away first."""
    text = HEAD + "static volatile int flag[2], turn, inside;\n"
    for me in (0, 1):
        want, give = f"    flag[{me}] = 1;\n", f"    turn = {1 - me};\n"
        text += function(f"p{me}", f"  {section(n)} {{\n" + (give + want if bug else want + give) + f"""    while (flag[{1 - me}] && turn == {1 - me}) {{}}
    assert(!inside);
    inside = 1;
    inside = 0;
    flag[{me}] = 0;
  }}
""")
    return text + threads(["p0", "p1"]) + "}\n"


def dekker(n, bug):
    """Mutual exclusion by Dekker, n rounds; the bug: the other's flag is looked at once."""
    text = HEAD + "static volatile int flag[2], turn, inside;\n"
    for me in (0, 1):
        text += function(f"p{me}", f"""  {section(n)} {{
    flag[{me}] = 1;
    {'if' if bug else 'while'} (flag[{1 - me}]) {{
      if (turn != {me}) {{
        flag[{me}] = 0;
        while (turn != {me}) {{}}
        flag[{me}] = 1;
      }}
    }}
    assert(!inside);
    inside = 1;
    inside = 0;
    turn = {1 - me};
    flag[{me}] = 0;
  }}
""")
    return text + threads(["p0", "p1"]) + "}\n"


def szymanski(n, bug):
    """Mutual exclusion by Szymanski, for two threads, n rounds; the bug: nobody waits for the one before."""
    text = HEAD + "static volatile int flag[2], inside;\n"
    for me in (0, 1):
        other = 1 - me
        last = "" if bug or not me else f"    while (flag[{other}] > 1) {{}}\n"
        leave = "" if bug or me else f"    for (int f = 2; f == 2 || f == 3;) f = flag[{other}];\n"
        text += function(f"p{me}", f"""  {section(n)} {{
    flag[{me}] = 1;
    while (flag[{other}] >= 3) {{}}
    flag[{me}] = 3;
    if (flag[{other}] == 1) {{
      flag[{me}] = 2;
      while (flag[{other}] != 4) {{}}
    }}
    flag[{me}] = 4;
{last}    assert(!inside);
    inside = 1;
    inside = 0;
{leave}    flag[{me}] = 0;
  }}
""")
    return text + threads(["p0", "p1"]) + "}\n"


def readers(n, bug):
    """n readers and a writer with a read-write lock; the bug: the writer takes it for reading."""
    take = "rdlock" if bug else "wrlock"
    text = HEAD + "static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;\nstatic int a, b;\n"
    text += function("reads", """  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
""")
    text += function("writes", f"  pthread_rwlock_{take}(&lock);\n  a++;\n  b++;\n  pthread_rwlock_unlock(&lock);\n")
    return text + threads(["writes"] + ["reads"] * n) + "}\n"


def stealing(n, bug):
    """A deque of n tasks: its owner takes at one end, a thief at the other; the bug: the thief has no lock."""
    text = HEAD + LOCK + f"static int head, tail = {n}, done[{n}];\n"
    on, off = ("", "") if bug else ("    pthread_mutex_lock(&lock);\n", "    pthread_mutex_unlock(&lock);\n")
    text += function("own", f"""  for (int k = 0; k < {n}; k++) {{
    pthread_mutex_lock(&lock);
    if (head < tail) {{
      int it = --tail;
      assert(!done[it]);
      done[it] = 1;
    }}
    pthread_mutex_unlock(&lock);
  }}
""")
    text += function("steal", f"  for (int k = 0; k < {n}; k++) {{\n{on}" + """    if (head < tail) {
      int it = head++;
      assert(!done[it]);
      done[it] = 1;
    }
""" + off + "  }\n")
    return text + threads(["own", "steal"]) + "}\n"


def ticket(n, bug):
    """n threads with a ticket lock; the bug: two steps to draw a ticket."""
    draw = "int mine = next;\n  next = mine + 1;" if bug else "int mine = next++;"
    text = HEAD + ("static volatile int next;\n" if bug else "static _Atomic int next;\n")
    text += "static volatile int now, inside;\n"
    text += function("enter", f"""  {draw}
  while (now != mine) {{}}
  assert(!inside);
  inside = 1;
  inside = 0;
  now = mine + 1;
""")
    return text + threads(["enter"] * n) + "}\n"


FAMILIES = {"fib_bench": (fib_bench, (2, 3, 4, 5)), "lazy": (lazy, (2, 3, 4, 6)), "stack": (stack, (2, 3, 4, 6)),
            "queue": (queue, (3, 6, 12, 24)), "peterson": (peterson, (1, 2, 4, 8)), "dekker": (dekker, (1, 2, 4, 8)),
            "szymanski": (szymanski, (1, 2, 4, 8)), "readers": (readers, (2, 3, 4, 6)),
            "stealing": (stealing, (2, 3, 4, 6)), "ticket": (ticket, (2, 3, 4, 5))}
