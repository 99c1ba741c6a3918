// expect: violated
// options: --property deleted-channel
// Where some channel has no buffer Spin looks at what it receives from.
chan h = [1] of { chan };
byte x;
proctype P() { chan l = [0] of { byte }; h!l }
init { chan c; run P(); h?c; if :: c?x :: _nr_pr == 1 -> skip fi }
