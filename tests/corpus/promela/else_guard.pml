// expect: holds
// states: 8
byte x = 2;
active proctype P() { do :: x > 0 -> x-- :: else -> break od; assert(x == 0) }
