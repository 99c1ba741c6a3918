// seed 44
mtype = { m0, m1 };
unsigned g1 : 2;
mtype g2;
unsigned g3 : 2;
chan q4 = [1] of { int };
chan q5 = [2] of { int };
active proctype P() {
  chan l6 = [0] of { short, byte, mtype };
  d_step {
    l6?_,eval((g1 + g3)),g2;
    g3 = g1 + ((g3) / 7);
    g3 = ((g1) / 7);
    select (g1 : 2 .. 2);
    (_nr_pr)
  };
  assert(0 == 1000 || !(g3 == 0 && g3 == 0));
  d_step {
    ((g3 * 1) >= 0);
    select (g3 : 1 .. 3);
    if
    ::
      else
    ::
      (g1 <= 0 -> _nr_pr : g3) > 1;
      g3 = (g1 ^ g1);
      assert(1 == 1001 || !(g1 == 0 && g3 == 1))
    ::
      (g1)
    fi
  };
  g3 = (g1 ^ g3)
}
active [3] proctype Q() {
  byte v7;
  byte v8 = 2;
  v8 = ((v8) % 2 > g3 * v8 -> (g3) % 2 : (((v7) << 1) >= 0));
  {
    do
    ::
      v8 = ((v8 - 1)) % 3
    ::
      (((_pid) / 3) >= 0);
      q5? <_>
    od;
    assert(2 == 1002 || !(v8 == 1 && g2 == m0))
  };
  do
  ::
    g3 < 2;
    g3 = g1;
    d_step {
      ((g3) & 2) > 1;
      skip;
      assert(3 == 1003 || (((2) & 1) <= 1) <= 1);
      g1--
    };
    break
  ::
    q4!((v7 + v7) != 0)
  od
}

