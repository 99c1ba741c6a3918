// expect: holds
// states: 6
// Both options end at the same step out of the selection.
chan q = [0] of { bool };
active proctype P() { atomic { if :: q!1 :: q!1 fi } }
active proctype Q() { q?1 }
