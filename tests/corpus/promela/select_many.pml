// expect: holds
// states: 200
// Many values: a loop that counts up and stops anywhere.
byte i;
init { select (i : 1 .. 40); assert(i <= 40) }
