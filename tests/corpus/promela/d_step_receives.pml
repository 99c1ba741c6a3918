// expect: holds
// states: 5
// A handshake may begin a d_step that receives.
chan r = [0] of { byte };
byte x;
active proctype P() { d_step { r?x; x = 3 } }
active proctype Q() { r!4; x = 7 }
