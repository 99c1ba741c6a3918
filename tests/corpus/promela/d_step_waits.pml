// expect: holds
// states: 7
// It begins when its first statement can.
byte x, y;
active proctype P() { d_step { x == 1 -> y = x; x = 0 } }
active proctype Q() { x = 1; x == 0; assert(y == 1) }
