// expect: holds
// states: 5
// A channel without a buffer is always empty and never full.
chan q = [0] of { byte };
active proctype P() { assert(len(q) == 0); if :: full(q) -> assert(false) :: empty(q) -> skip fi }
