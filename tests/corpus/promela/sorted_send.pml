// expect: holds
// states: 10
// Behind the messages that are not greater.
chan q = [4] of { byte, byte };
byte a, b;
active proctype P() { q!!3, 0; q!!1, 9; q!!3, 1; q!!1, 2; q?a, b; assert(a == 1 && b == 2); q?a, b; assert(a == 1 && b == 9) }
