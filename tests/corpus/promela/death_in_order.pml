// expect: holds
// states: 10
// Processes die in a step of their own, the youngest first.
byte x;
active proctype P() { x = 1 }
active proctype Q() { x = 2 }
