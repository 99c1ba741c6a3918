// expect: violated
// states: 10
// The end of a section gives up control, also if it leads into another one.
byte x;
active proctype P() { atomic { x = 1; x = 2 }; goto inside; atomic { x = 9; inside: x = 3; x = 4 } }
active proctype Q() { assert(x != 2) }
