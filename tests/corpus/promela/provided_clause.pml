// expect: holds
// states: 7
// A process moves, and dies, only while its condition holds.
byte turn, x;
active proctype A() provided (turn == 0) { x++; x++; turn = 1 }
active proctype B() provided (turn == 1) { assert(x == 2); x = 0; turn = 0 }
