// expect: holds
// states: 8
// Assignments keep the lowest bits.
bit b; byte c; short s; unsigned u : 3; pid p;
active proctype P() {
  b = 2; c = 257; s = 32768; u = 9; p = 300;
  assert(b == 0 && c == 1 && s == -32768 && u == 1 && p == 44)
}
