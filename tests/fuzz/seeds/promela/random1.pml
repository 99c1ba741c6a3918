// seed 41
byte g1;
bit g2;
unsigned g3 : 2 = 3;
chan q4 = [2] of { byte };
chan q5 = [2] of { int, int, byte };
init {
  atomic {
    g3 = run P();
    run P()
  };
  do
  ::
    q5??0,g3,_
  ::
    _nr_pr - g3 <= (g3) % 2;
    break
  ::
    (g2 * g2);
    assert(0 == 1000 || (((0) / 7) == 2));
    atomic {
      g3 = (g2 != (g2 - 256));
      printf("%d\n", g2);
      q4!((g3) & 1)
    }
  ::
    else
  od
}
proctype P() {
  unsigned v7 : 1;
  v7 = g1;
  g2++;
  printf("%d\n", (v7 + 2))
}
proctype Q() {
  true;
  g2++;
  if
  ::
    g3 = ((g3 + g1) * ((g3) & 3));
    assert(1 == 1001 || !(g2 == 2 && g2 == 2))
  ::
    if
    ::
      (len(q4) != 2 || (g3 < (g1 + g3)));
      skip
    ::
      q5?eval(3),_,g2;
      q4!(((g1) >> 1) >= 3);
      g2 = (((g2) >> 1) * (g3 + len(q4)))
    fi;
    {
      g2 = _nr_pr - g1;
      int z8 = g3;
      z8 = (g3 - (g1 >= 0 -> g3 : g3));
      q4?g2
    }
  fi
}
proctype R(chan c6) {
  byte v9;
  bit v10;
  q5!0,g2,v10;
  g2 = _pid;
  v10 = g2;
  v9 = _nr_pr
}

