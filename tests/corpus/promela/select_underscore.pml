// expect: holds
// states: 11
// Spin's scanner takes no name with `_` for the variable of a `select`: it is the loop.
byte a_b;
active proctype P() { select (a_b : 1 .. 3); a_b = 9 }
