"""Message-passing programs, written for the comparison of queue encodings. Each is violated after a
number of steps that grows with its size, unless its name says `safe`."""


def fields(width, value):
    return ", ".join(f"{value} + {k}" if k else str(value) for k in range(width))


def relay(stations, capacity, width, messages):
    """A chain of queues; the last receiver fails at the last message."""
    names = ", ".join(f"v{k}" for k in range(width))
    declare = " ".join(f"int16 v{k};" for k in range(width))
    lines = [f"chan q{i}[{capacity}] of {{{', '.join(['int16'] * width)}}};" for i in range(stations + 1)]
    lines.append(f"process source {{ int[0..{messages}] n = 0; while n < {messages} "
                 f"{{ q0 ! {fields(width, 'n')}; n = n + 1; }} }}")
    for i in range(stations):
        lines.append(f"process station{i} {{ {declare} while true {{ q{i} ? {names}; q{i + 1} ! {names}; }} }}")
    lines.append(f"process sink {{ {declare} while true {{ q{stations} ? {names}; "
                 f"assert v{width - 1} != {messages - 1} + {width - 1}; }} }}")
    return "\n".join(lines)


def fill(capacity):
    """The queue must have been full, and its last message come out."""
    return f"""chan q[{capacity}] of {{int16}};
bool was_full = false;
process producer {{ int[0..{capacity}] n = 0; while n < {capacity} {{ q ! n; n = n + 1; }} await full(q); was_full = true; }}
process consumer {{ int16 v; while true {{ q ? v; assert !(was_full && v == {capacity - 1}); }} }}"""


def ring(members, rounds):
    """Tokens go round; each member adds one."""
    lines = [f"chan q{i}[2] of {{int16, bool}};" for i in range(members)]
    for i in range(members):
        start = "q0 ! 0, true; " if i == 0 else ""
        check = f"assert v < {members * rounds}; " if i == 0 else ""
        lines.append(f"process member{i} {{ int16 v; bool b; {start}while true {{ q{i} ? v, b; {check}"
                     f"q{(i + 1) % members} ! v + 1, !b; }} }}")
    return "\n".join(lines)


def wide(capacity, width, messages):
    """Tuples made of a number that is drawn; the consumer adds them up, and one sum in all is fatal."""
    names = [f"v{k}" for k in range(width)]
    return f"""chan q[{capacity}] of {{{', '.join(['uint16'] * width)}}};
daemon process producer {{ uint16 x; while true {{ havoc x in 0..99; q ! {fields(width, 'x')}; }} }}
process consumer {{ {' '.join(f"uint16 {v};" for v in names)} uint16 total = 0; int[0..{messages}] n = 0;
  while n < {messages} {{ q ? {', '.join(names)}; total = total + {' + '.join(names)}; n = n + 1; }}
  assert total != {sum(97 + k for k in range(width)) * messages}; }}"""


def leader(members, capacity, safe):
    """Election on a ring: numbers that are drawn at the start go round, smaller ones are dropped."""
    worst = "leaders < 2" if safe else "leaders < 1"
    return f"""chan q[{members}][{capacity}] of {{byte, bool}};
byte leaders = 0, number[{members}];
init forall(i : 0..{members - 1} : forall(k : 0..{members - 1} : i == k || number[i] != number[k]));
daemon process member[i : 0..{members - 1}] {{
  byte n; bool won;
  q[i] ! number[i], false;
  while true {{
    q[(i + {members - 1}) % {members}] ? n, won;
    if won {{ break; }}
    if n > number[i] {{ q[i] ! n, false; }}
    if n == number[i] {{ atomic {{ leaders = leaders + 1; assert {worst}; }} q[i] ! n, true; }}
  }}
}}"""


def window(size, numbers, capacity, messages):
    """A sliding window over channels that lose and repeat. Numbers are counted modulo `numbers`, which must be
    at least twice the size; otherwise an old message is taken for a new one."""
    return f"""chan data[{capacity}] of {{byte, byte}}, acks[{capacity}] of {{byte}};
process sender {{
  int[0..{messages}] base = 0, next = 0; byte a;
  while true {{
    choose {{
      when next < base + {size} && next < {messages} {{ data ! next % {numbers}, next; next = next + 1; }}
      when acks ? a {{ while base < next && base % {numbers} != a {{ base = base + 1; }} }}
      when next > base {{ next = base; }}
      when data ? _, _ {{ skip; }}
    }}
  }}
}}
process receiver {{
  byte expected = 0, s, v;
  while true {{
    data ? s, v;
    if s == expected % {numbers} {{ assert v == expected; expected = expected + 1; }}
    choose {{ when acks ! expected % {numbers} {{ skip; }} else {{ skip; }} }}
  }}
}}"""


def service(clients, capacity, served):
    """Clients ask a server for sums and look at its answers; after so many the server mixes two up."""
    return f"""chan ask[{capacity}] of {{byte, uint16, uint16, bool}};
chan answer[{clients}][1] of {{uint16, bool}};
daemon process server {{
  byte who; uint16 x, y; bool b; byte n = 0;
  while true {{ ask ? who, x, y, b; n = n + 1; answer[who] ! if n == {served} then y + y else x + y, b; }}
}}
daemon process client[i : 0..{clients - 1}] {{
  uint16 x = 0, y = i, z; bool b = false, c;
  while true {{
    havoc x in 0..9;
    ask ! i, x, y, b;
    answer[i] ? z, c;
    assert z == x + y && c == b;
    b = !b;
  }}
}}"""
