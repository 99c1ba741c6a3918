// expect: holds
// states: 10
// One step; the first executable option is taken.
byte x;
active proctype P() { d_step { x = 1; if :: x == 1 -> x = 2 :: x = 9 fi; x++ }; assert(x != 10) }
active proctype Q() { assert(x == 0 || x == 3) }
