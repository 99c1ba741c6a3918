// expect: violated
// options: --property rendezvous-in-d_step
// states: 1
// Inside of a d_step nobody else can take part.
chan r = [0] of { byte };
byte x;
active proctype P() { d_step { x = 1; r!2; x = 3 } }
active proctype Q() { byte y; r?y; x = 7 }
