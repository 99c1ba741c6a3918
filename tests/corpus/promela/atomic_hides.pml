// expect: holds
// states: 7
// States inside of atomic are not stored and nobody else sees them.
byte x;
active proctype P() { atomic { x = 1; x = 2; x = 3 } }
active proctype Q() { assert(x == 0 || x == 3) }
