// expect: violated
// states: 8
// A process that turns for ever in a loop of its own must not keep a reduction
// from ever looking at the others: phase 1 of IMPROVISO never gets out of it.
byte x;
active proctype turner() { bit i; do :: i = 1 - i od }
active proctype bad() { x = 1; assert(x == 0) }
