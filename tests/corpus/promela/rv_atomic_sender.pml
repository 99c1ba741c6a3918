// expect: holds
// states: 14
// The handshake ends the control of a sender inside of atomic.
chan q = [0] of { byte };
byte x;
active proctype P() { atomic { q!1; x = 1; x = 2 } }
active proctype Q() { q?1; x = 3; assert(x != 0) }
