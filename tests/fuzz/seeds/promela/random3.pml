// seed 43
mtype = { m0, m1, m2 };
mtype g1;
byte g2;
byte g3;
chan q4 = [1] of { bool };
active proctype P() {
  if
  ::
    g3 < 3;
    g3++
  ::
    else
  fi;
  g3 = ((g3) & 1);
  g1 = m1
}
active proctype Q() {
  int v5 = 3;
  unsigned v6 : 1;
  chan l7 = [2] of { bool, mtype };
  g3 = 255;
  if
  ::
    g2 < 3;
    g2++
  ::
    else
  fi;
  v6++
}
active proctype R() {
  unsigned v8 : 3 = 3;
  g3 = ((v8) / 2);
  assert(0 == 1000 || !(g2 == 1 && g1 == m0));
  q4? <g2>;
  atomic {
    if
    ::
      len(q4) <= 1 || empty(q4);
      g3 = (0 + len(q4) >= 0 -> v8 + v8 : v8 + _nr_pr);
      q4?v8
    ::
      skip
    ::
      else
    fi;
    v8 = _pid;
    if
    ::
      (_pid)
    ::
      q4!1;
      g3 = v8;
      q4!(g1 == m0)
    fi
  };
  q4!!1
}

