// expect: holds
// states: 33
// Initial values may name the process and what is already there.
byte g = 3, sum;
active [2] proctype P() { byte mine = _pid + g; byte twice = 2 * mine; sum = sum + twice }
proctype R() { byte now = sum; assert(now <= 14) }
init { run R() }
