// expect: holds
// states: 27
// A label before a loop marks the loop: jumping there does not start it anew.
byte i, jumps;
init {
  skip;
  again: for (i : 1 .. 2) { skip };
  if :: jumps < 2 -> jumps++; i = 2; goto again :: else fi;
  assert(i == 3)
}
