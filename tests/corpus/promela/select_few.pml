// expect: violated
// states: 10
// A few values: one step, a choice among assignments.
byte i;
init { select (i : 1 .. 3); assert(i != 2) }
