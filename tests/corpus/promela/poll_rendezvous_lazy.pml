// expect: holds
// states: 5
// Only what is evaluated is an error.
chan r = [0] of { byte };
chan q = [1] of { byte };
byte x;
proctype P(chan c) {
  do :: x == 1 && r?[1] -> x = 5 :: x == 0 || c?[1] -> break od;
  x = 2
}
init { run P(q); end: r?x }
