// expect: holds
// states: 10
// Its length is still 0.
chan h = [1] of { chan };
byte x;
proctype P() { chan l = [1] of { byte }; h!l }
init { chan c; run P(); h?c; _nr_pr == 1 -> x = len(c); x = 1 }
