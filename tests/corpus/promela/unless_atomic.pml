// expect: holds
// states: 5
// Also between the statements of an atomic main part.
byte x, y;
active proctype P() { atomic { x = 1; y = 1; x = 2; x = 3 } unless { y == 1 -> x = 7 }; assert(x == 7) }
