// expect: violated
// options: --property rendezvous-in-d_step
// states: 1
// The first option that is executable is the rendezvous.
chan r = [0] of { byte };
chan q = [1] of { byte };
byte x;
active proctype P() { d_step { x = 1; if :: q?x :: r!2 :: x = 9 fi; assert(false) } }
active proctype Q() { end: r?_; x = 7 }
