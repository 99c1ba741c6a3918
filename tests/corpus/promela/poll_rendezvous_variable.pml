// expect: violated
// options: --property rendezvous-poll
// Which channel it is shows at run time.
chan r = [0] of { byte };
chan q = [1] of { byte };
byte x;
proctype P(chan c) { do :: c?[1] -> x = 1 :: x == 0 -> break od }
init { run P(q); run P(r) }
