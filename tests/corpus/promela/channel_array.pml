// expect: holds
// states: 12
chan q[3] = [1] of { byte };
byte got;
active [2] proctype P() { q[_pid]!_pid + 1 }
active proctype R() { byte a, b; q[0]?a; q[1]?b; got = a + b; assert(got == 3 && empty(q[2])) }
