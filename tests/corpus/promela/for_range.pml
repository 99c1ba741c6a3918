// expect: holds
// states: 14
// The upper end is computed in each round.
byte i, n = 3, sum;
init { for (i : 1 .. n) { sum = sum + i; if :: i == 1 -> n = 2 :: else fi }; assert(sum == 3 && i == 3) }
