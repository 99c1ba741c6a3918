// expect: violated
// options: --property rendezvous-in-d_step
// states: 1
// Also at its beginning, and without a receiver.
chan r = [0] of { byte };
byte x;
active proctype P() { d_step { r!2; x = 3 } }
