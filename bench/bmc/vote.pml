/* Twelve voters count for themselves and hand in; the chairman fails when all of them were of one mind. Every order of
   their steps is another run, and all voices but one set of them are harmless. */
#define VOTERS 12
byte handed, sum;

active [VOTERS] proctype voter() {
  byte v, k;
  do
  :: k < 3 -> if :: v = v + 1 :: skip fi; k++
  :: else -> break
  od;
  atomic { sum = sum + v; handed++ }
}

active proctype chairman() {
  handed == VOTERS;
  assert(sum != 3 * VOTERS)
}
