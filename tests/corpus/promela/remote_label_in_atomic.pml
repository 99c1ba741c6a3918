// expect: violated
// states: 9
// The jump behind the skip for a label that is looked at does not belong to the atomic.
active proctype P() { atomic { skip; L: goto M; M: } }
active proctype Q() { P[0]@L }
active proctype R() { assert(!P[0]@M) }
