#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# --invariant, --reach and --ltl are C where the program is: what they mean, what is refused and where.
# Random conditions are held against a thread that asserts them (tests/differential/c_goals.py).
set -u
[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > a.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#define LIMIT 3
enum mode { IDLE, BUSY };
struct item { int value; struct item *next; };
static enum mode mode;
static int counter;
unsigned char small = 250;
int row[4];
struct item head, *top, *made;
static _Thread_local int mine;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    counter++;
    row[i] = counter;
    mode = BUSY;
    mode = IDLE;
    pthread_mutex_unlock(&m);
  }
  small += 4;
  mine = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  head.value = 7;
  top = &head;
  made = malloc(sizeof *made);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
END

asks() { expect "$1" . "$SELVAGE" check a.c "$2" "$3" --property "${2#--}"; }
asks 0 --invariant 'counter <= LIMIT + 1'
asks 1 --invariant 'counter < LIMIT'
asks 1 --reach 'mode == BUSY && counter == 3'
asks 1 --invariant 'mode == IDLE'
asks 1 --reach 'row[1] == 4'
asks 0 --reach 'row[4] == 0'        # there is no such element
asks 1 --invariant 'row[4] == 0'
asks 1 --reach 'top->value == 7'    # NULL at first
asks 1 --invariant 'top->value == 7'
asks 0 --invariant '!top || top->value == 7'
asks 1 --reach 'small < 250'        # it wraps
asks 0 --reach '(small & 1) == 1'
asks 0 --invariant 'sizeof row == 4 * sizeof row[0]'
asks 1 --reach 'made && made->value == 123456'  # never written: anything
asks 1 --invariant '!made || made->value == 0'
asks 0 --ltl '<> (counter == 4)'
asks 0 --ltl '[] (counter <= 4)'
asks 0 --ltl '[] (mode == BUSY => <> (mode == IDLE))'
asks 1 --ltl '[] (mode == IDLE => <> (mode == BUSY))'
asks 0 --ltl 'counter == 0 U counter == 1'
asks 1 --ltl 'mode == IDLE until counter == 2'
asks 1 --ltl '!(<> (small == 2) && [] (counter < 9))'

# where control comes to a place
last=$(grep -n '  return 0;' a.c | tail -n 1 | cut -d : -f 1)
asks 0 --invariant '19: mode == BUSY'
asks 1 --invariant '18: mode == BUSY'
asks 0 --invariant '16: mode == IDLE'
asks 1 --invariant '14: mode == IDLE'  # the other thread is inside
asks 0 --invariant 'a.c:19:5: mode == BUSY && counter >= 1'
asks 1 --invariant '17:5: counter < 4'
asks 0 --invariant "$last: counter == 4"
asks 1 --invariant 'counter == 4'
cat > loops.c <<'END'
int x, y;
int step(int y) {
  x = y;
  return y + 1;
}
int main(void) {
  for (x = 3; x < 9; x += 2) y = x;
  while (x > 4) {
    x -= 2;
  }
  do { x++; } while (x < 7); x = 0;
  step(1);
  return 0;
}
END
loop() { expect "$1" . "$SELVAGE" check loops.c --invariant "$2"; }
loop 0 '7: x >= 3 && (x & 1)'  # before every round, and behind the last
loop 1 '7: x >= 3 && x < 9'
loop 1 '7: x > 3'
loop 0 '7:30: y == 0 && x == 3 || y == x - 2'
loop 0 '8: x >= 3 && (x & 1)'
loop 0 '9: x > 4'
loop 0 '11: x >= 3 && x < 7'
loop 0 '11:8: x < 7'
loop 1 '11: x == 3'
loop 0 '11:30: x == 7'
loop 0 '12: x == 0'
loop 0 '13: x == 1'
cat > nested.c <<'END'
int x;
int main(void) {
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      x = 1;
    x = 0;
  }
}
END
expect 0 . "$SELVAGE" check nested.c --invariant '3: x == 0'
expect 1 . "$SELVAGE" check nested.c --invariant '4: x == 0'
expect 65 'y. may be a local variable there' "$SELVAGE" check loops.c --invariant '3: y == 9'
expect 65 'no statement begins at this place' "$SELVAGE" check loops.c --invariant '9:6: x'
expect 65 'no statement begins at this place' "$SELVAGE" check loops.c --invariant 'other.c:9: x'
expect 65 '^--invariant:1:9: error: use of undeclared' "$SELVAGE" check loops.c --invariant '9: x || z'

wrong() { expect 65 "$3" "$SELVAGE" check a.c "$1" "$2"; }
wrong --reach 'conter == 1' '^--reach:1:1: error: use of undeclared identifier .conter.; did you mean'
wrong --reach 'head.nxt == 0' '^--reach:1:6: error: no member named'
wrong --reach 'counter = 1' 'must not change anything'
wrong --reach 'abs(counter) > 2' 'cannot call functions'
wrong --reach 'mine == 1' 'every thread has this variable for itself'
wrong --reach 'counter) || (1' '^--reach:1:8: error: nothing opens'
wrong --reach '(counter' '^--reach:1:1: error: this .\(. is not closed'
wrong --reach 'counter; }' 'one expression'
wrong --reach ' ' 'expected a condition'
wrong --reach '({ int i = 0; while (i < 2) i++; i; })' 'one expression'
wrong --reach '1.5 > counter' 'not supported in a condition'
wrong --ltl '[] !(counter == 4) || <> foo' '^--ltl:1:26: error: use of undeclared identifier'
wrong --ltl '[] (counter == 1 => )' 'expected a condition'
wrong --invariant $'counter == 1 ||\n  nothing' '^--invariant:2:3: error: use of undeclared'

# Traces keep what was asked for; .ll knows no C.
expect 1 . "$SELVAGE" check a.c --invariant 'counter < LIMIT' --property invariant --trace x.json
expect 1 violated "$SELVAGE" replay x.json a.c
clang -O0 -g -S -emit-llvm a.c -o a.ll && expect 65 'compiled program' "$SELVAGE" check a.ll --reach 'counter == 1'

oracle=$SELVAGE_ROOT/tests/differential/c_goals.py
python3 "$oracle" "$SELVAGE" --count 8 --seed 1 || fail "random conditions"
python3 "$oracle" "$SELVAGE" --count 2 --seed 500 --options '--reduction off' || fail "without reduction"
exit $((failures > 0))
