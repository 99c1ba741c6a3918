// expect: holds
// states: 7
// A jump out of one section into another keeps control: nobody sees 2.
byte x;
active proctype P() { atomic { x = 1; x = 2; goto inside } atomic { x = 9; inside: x = 3; x = 4 } }
active proctype Q() { assert(x == 0 || x == 4) }
