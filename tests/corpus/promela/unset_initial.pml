// expect: violated
// options: --property uninitialised-channel
// The error is that of the step that starts the process.
chan q = [1] of { byte };
byte x;
proctype P(chan c) { byte n = len(c); x = n }
init { chan none; run P(none) }
