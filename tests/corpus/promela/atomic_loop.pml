// expect: holds
// states: 10
// A loop inside of atomic that ends.
byte x;
active proctype P() { atomic { do :: x < 5 -> x++ :: else -> break od }; assert(x == 5) }
active proctype Q() { assert(x == 0 || x == 5) }
