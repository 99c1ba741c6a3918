// expect: holds
// states: 12
// If it cannot go on, others may move; then it goes on atomically.
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 2; x = 3 } }
active proctype Q() { y = 1; assert(x != 2) }
