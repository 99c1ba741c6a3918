// expect: holds
// states: 8
// run gives the number of the new process; arguments are truncated by the parameters.
proctype P(byte a; bit b) { assert(a == 1 && b == 0) }
init { pid p; p = run P(257, 2); assert(p == 1) }
