// expect: violated
// options: --property uninitialised-channel
// Not even its length can be asked for.
chan q = [1] of { byte };
byte x;
proctype P(chan c) { x = len(c) }
init { chan none; run P(q); run P(none) }
