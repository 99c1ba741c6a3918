// expect: holds
// states: 6
chan q = [0] of { byte };
byte x;
active proctype P() { atomic { q!1; assert(x == 4); x = 2 } }
active proctype Q() { atomic { q?1; x = 3; x = 4 } }
