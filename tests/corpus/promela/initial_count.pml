// expect: holds
// states: 7
// In its initial values a process that is started counts itself.
byte x;
active proctype P() { x = _nr_pr; run Q() }
proctype Q() { byte n = _nr_pr; assert(n == 2); assert(n == _nr_pr) }
