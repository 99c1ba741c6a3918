// expect: violated
// states: 5
// In the middle of a handshake _last is the sender, for provided of the receiver too.
byte x;
chan q = [0] of { byte };
active proctype P() { skip }
active proctype Q() provided (_last == 0) { x = 1; q?0 }
active proctype S() { q!0 }
