// expect: holds
// states: 6
// An unless inside of atomic has a step out of it too.
chan q = [0] of { mtype, byte };
active proctype P() { atomic { { skip } unless { q!1(0) } } }
active proctype S() { q?1,0 }
