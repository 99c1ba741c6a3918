// seed 46
unsigned g1 : 3 = 1;
unsigned g2 : 2 = 3;
inline i3() {
  printf("%d\n", (_nr_pr) % 4)
}
inline i5(a4) {
  skip;
  skip;
  g1 = 0;
  skip;
  skip
}
active proctype P() {
  pid v6;
  {
    v6 = 0
  };
  for (g1 : 0 .. 2) {
    if
    ::
      (((1) << 4))
    ::
      else
    ::
      ((v6 - 0) != 0)
    ::
      (((g2) >> 3) != 1);
      L7: assert(0 == 1000 || !(v6 == 0 && g2 == 0))
    fi;
    printf("%d\n", (-1))
  };
  v6 = (((g2) % 3) & 5);
  if
  ::
    ((v6) & 5) != 0;
    goto L7;
    if
    ::
      (g1 != 1);
      goto L7
    ::
      else
    fi
  ::
    else
  fi
}
active proctype Q() {
  true;
  g2 = g2 * ((g1) & 1);
  if
  ::
    else;
    g2++
  ::
    (0 <= (g2 + g2));
    accept9: g2--
  fi;
  progress10: g2 = g1;
  goto progress10;
  end8: skip
}

