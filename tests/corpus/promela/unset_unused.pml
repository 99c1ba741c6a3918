// expect: holds
// states: 13
// No channel yet, but it is only handed on; what is not evaluated is no error.
chan q = [1] of { byte };
chan c, d;
byte x;
proctype P(chan a) {
  d = a;
  if :: x == 1 && len(d) == 0 -> x = 3 :: x == 0 || d?[1] -> x = 1 fi;
  d = q; d!2; d?x; assert(x == 2)
}
init { c = d; assert(c == d); run P(c) }
