// expect: violated
// states: 1
// Nobody takes this message: the sender is stuck.
chan q = [0] of { byte };
active proctype P() { q!7 }
active proctype Q() { q?8 }
