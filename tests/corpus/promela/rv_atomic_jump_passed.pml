// expect: violated
// states: 4
// So is a jump inside of atomic, after a handshake that gave up control.
chan q = [0] of { byte };
byte x;
active proctype P() {
  atomic { x = 1; M: q!1; goto L; x = 3; L: x == 5; x = 4; goto M }
}
active proctype Q() { q?_; x = 5; q?_; q?_ }
