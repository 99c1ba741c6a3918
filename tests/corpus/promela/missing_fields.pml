// expect: violated
// states: 11
// Too few fields in a handshake: an error, but it happens.
chan q = [0] of { byte, byte };
byte x;
active proctype A() { q!1; x = 3 }
active proctype B() { q?x; x = 2 }
