// expect: holds
// states: 15
// In an inline Spin does not see that the ends are numbers: it counts up.
byte i;
inline pick(v) { select (v : 0 .. 2) }
active proctype P() { pick(i); assert(i < 3) }
