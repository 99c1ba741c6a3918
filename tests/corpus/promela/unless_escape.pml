// expect: holds
// states: 15
// The escape is preferred wherever control is in the main part.
byte x, stop;
active proctype P() { { do :: x = 1 - x :: stop == 2 -> break od } unless { stop == 1 -> x = 5 }; assert(x == 5) }
active proctype Q() { stop = 1 }
