// expect: holds
// states: 9
// q?<x> leaves the message where it is.
chan q = [2] of { byte };
byte x, y;
active proctype P() { q!4; q!5; q?<x>; q?y; assert(x == 4 && y == 4 && len(q) == 1); q??<5>; assert(len(q) == 1) }
