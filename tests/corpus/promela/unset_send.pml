// expect: violated
// options: --property uninitialised-channel
// A channel that nobody has made cannot be sent to, whether or not a receiver waits.
chan q = [1] of { byte };
chan c;
active proctype P() { c!1 }
active proctype Q() { byte x; c?x }
