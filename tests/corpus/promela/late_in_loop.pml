// expect: holds
// states: 18
// Each round assigns the initial value again.
byte rounds;
active proctype P() {
  do
  :: rounds < 3 -> rounds++; byte fresh = 7; assert(fresh == 7); fresh = rounds
  :: else -> break
  od
}
