// expect: holds
// states: 8
// A timeout inside of atomic is waited for like anything else.
byte x;
active proctype P() { atomic { x = 1; timeout; x = 2 } }
active proctype Q() { x == 1; x = 3; assert(x == 3) }
