// expect: violated
// states: 11
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 2 } }
active proctype Q() { assert(x != 1); y = 1 }
