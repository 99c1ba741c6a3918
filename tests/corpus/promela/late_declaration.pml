// expect: holds
// states: 8
// Behind a statement a declaration is an assignment, each time control comes by.
byte x;
init { x = 1; byte y; y = 2; byte z = 3; x = z; assert(x == 3 && y == 2) }
