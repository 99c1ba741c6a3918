// expect: holds
// states: 356
// Numbers are drawn before the processes start: what each one got differs from run to run, its
// channels do not.
chan link[3] = [1] of { byte };

proctype node(chan from, to; byte mine) {
  byte got;
  to!mine;
  from?got; if :: got > mine -> to!got :: else -> to!mine fi;
  from?got;
  assert(1 <= got && got <= 3)
}

init {
  byte first;
  atomic {
    if :: first = 1 :: first = 2 :: first = 3 fi;
    run node(link[0], link[1], first);
    run node(link[1], link[2], first % 3 + 1);
    run node(link[2], link[0], (first + 1) % 3 + 1)
  }
}
