// expect: violated
// options: --property deleted-channel
// A channel is gone with the process that declared it.
chan h = [1] of { chan };
proctype P() { chan l = [1] of { byte }; h!l }
init { chan c; run P(); h?c; _nr_pr == 1 -> c!5 }
