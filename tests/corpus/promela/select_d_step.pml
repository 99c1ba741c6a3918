// expect: violated
// In a d_step the loop of a select ends at once: Spin tries the `break` first.
byte a_b;
byte x;
active proctype P() {
  d_step { select (a_b : 1 .. 3) }
  x = 1;
  assert(a_b == 3)
}
