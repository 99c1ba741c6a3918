// expect: holds
// states: 5
// A jump takes no step of its own: the statement before it leads to the target.
byte x;
init { x = 1; goto done; x = 2; done: x = 3; assert(x == 3) }
