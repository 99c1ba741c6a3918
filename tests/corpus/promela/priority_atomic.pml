// expect: holds
// states: 8
// A process of higher priority breaks into an atomic sequence.
byte x;
active proctype A() priority 3 { x == 1; x = 9 }
active proctype B() priority 1 { atomic { x = 1; x = 2; x = 3 }; x = 4 }
