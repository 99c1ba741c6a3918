// expect: violated
// states: 16
// Only the first element of a late array is assigned again.
active proctype P() {
  byte round;
  do
  :: round < 2 -> round++; byte a[2]; a[0]++; a[1]++; assert(a[0] == 1)
  :: else -> break
  od;
  assert(a[1] == 1)
}
