// expect: holds
// states: 10
// The outer escape comes before the inner one.
byte x, y;
active proctype P() { { { x == 9 } unless { y == 1 -> x = 1 } } unless { y == 1 -> x = 2 }; assert(x == 2) }
active proctype Q() { y = 1 }
