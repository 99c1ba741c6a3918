// expect: holds
// states: 9
// A label on a break is the place behind the loop.
byte x, n;
active proctype P() {
  do
  :: x == 0 -> x = 1; out: break
  :: x == 1 -> break
  od;
  n++;
  if :: n < 2 -> goto out :: else fi;
  assert(n == 2)
}
