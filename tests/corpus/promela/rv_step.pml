// expect: holds
// states: 6
// Send and receive are one step.
chan q = [0] of { byte };
byte x;
active proctype P() { q!7; assert(x == 7) }
active proctype Q() { q?x }
