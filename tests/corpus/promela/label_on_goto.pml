// expect: holds
// states: 20
// A plain label on a jump is where the jump leads; an end label makes it a step.
byte x;
active proctype plain() { x = 1; here: goto there; x = 2; there: x = 3 }
active proctype marked() { x = 1; end1: goto there; x = 2; there: x = 3 }
