// expect: holds
// Macros are expanded in a range without blanks, too. (Spin does not: to C this is one number.)
#define NWE 3
#define UPTO(n) 0..n-1
byte x;
active proctype P() {
  byte i;
  for (i : 0..NWE-1) { x++ };
  for (i : UPTO(NWE)) { x++ };
  assert(x == 6)
}
