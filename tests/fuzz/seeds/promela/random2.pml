// seed 42
typedef T { pid f1; byte f2 };
T g3;
T g4;
bool g5;
chan q6 = [1] of { bit };
init {
  run P(q6);
  atomic {
    if
    ::
      (((g4.f2) & 2) != 1)
    ::
      skip
    ::
      else;
      bit z12 = (g5 * g5);
      g3.f1 = 128
    fi;
    atomic {
      assert(0 == 1000 || !(g3.f2 == 2 && g4.f1 == 1))
    }
  };
  {
    g4.f1 = g5;
    q6!1;
    {
      g4.f2 = (g5 ^ ((g5) % 4 > 1 -> len(q6) : g5))
    }
  } unless {
    q6? <g5>;
    d_step {
      (g3.f1) % 3 <= 1;
      g4.f1 = ((g5 + g5) * g5);
      g5 = (1) % 2;
      g3.f1 = (0 * ((g3.f2) & 3))
    };
    if
    ::
      g4.f1 < 3;
      g4.f1++
    ::
      else
    fi
  }
}
proctype P(chan c7) {
  unsigned v8 : 2 = 2;
  (((len(c7)) / 7) < 0);
  if
  ::
    (len(q6) <= 3);
    goto accept10
  ::
    else
  fi;
  L11: goto L9;
  L9: g5 = (((len(c7) + g3.f2) <= 3 -> g5 : g4.f2) <= 0);
  if
  ::
    (-g4.f2) <= 2;
    goto L11
  ::
    else
  fi;
  v8 = ((((1) & 5)) & 1);
  v8--;
  accept10: !(((g4.f1) >> 3) <= 0)
}

