// seed 45
bool g1;
unsigned g2 : 3;
chan q3[2] = [1] of { bit, bool };
active proctype P() {
  unsigned v4 : 5;
  L5: do
  ::
    (1);
    if
    ::
      else;
      g2 = g2;
      if
      ::
        ((g1) << 2) > 1 && q3[1]??[_,g1];
        goto L5
      ::
        else
      fi
    ::
      q3[g2 % 2]?_,v4;
      g1 = g1
    fi;
    accept6: q3[g2 % 2]!!g1(g1)
  ::
    empty(q3[0]) || nfull(q3[1]);
    g1++;
    break
  od;
  q3[g1]? <_,eval((-g2))>;
  if
  ::
    v4 < 3;
    v4++
  ::
    else
  fi;
  g2++
}
active proctype S() {
  end7: do
  ::
    q3[_pid % 2]!(g2 <= 0),g1
  ::
    q3[1]??g2,1
  od
}
init {
  atomic {
    run Q()
  };
  g1 = (len(q3[g2 % 2])) % 2 + (g1 * g1);
  g2++;
  _nr_pr == 1;
  assert(0 == 1000 || !(g1 == 1 && g2 == 1))
}
proctype Q() {
  unsigned v8 : 2 = 2;
  g1 = (v8 != 1 -> ((g1) & 5) : (g2 * g2));
  q3[g1]?0,0;
  skip;
  skip
}

