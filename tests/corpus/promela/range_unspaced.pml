// expect: holds
// states: 24
// A range without blanks: nothing of it is a number with an exponent.
byte NWE = 3;
byte x;
active proctype P() {
  byte i;
  for (i : 0..NWE-1) { x++ };
  select (i : 1..NWE);
  assert(x == 3 && i > 0 && i < 4)
}
