#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# Trails that verifiers made by Spin write are followed statement by statement,
# whatever Spin was told: merged or not, depth-first, shortest, breadth-first.
set -eu

command -v spin > /dev/null || { echo "skipped: there is no spin"; exit 77; }
cc=$(command -v tcc || command -v gcc || command -v cc) ||
  { echo "skipped: there is no C compiler"; exit 77; }
. "$SELVAGE_ROOT/tests/script/kit.sh"

# make SPIN_OPTIONS C_OPTIONS PAN_OPTIONS MODEL: model.trail, if there is an error.
make_trail() {
  rm -f ./*.trail pan*
  # shellcheck disable=SC2086
  spin $1 -a "$4" > spin.out 2>&1 && "$cc" -w -DMEMLIM=500 $2 -o pan pan.c 2> cc.err &&
    timeout 60 ./pan $3 > pan.out 2>&1 || true
}

# follow STATUS PATTERN TRAIL MODEL: all statements fit, and the run is one of the model.
follow() {
  local status=0
  "$SELVAGE" replay --time 20 --trace run.json "$3" "$4" > out 2>&1 || status=$?
  if [ "$status" != "$1" ] || ! grep -qE -- "$2" out; then
    fail "$4 ($how): status $status, wanted $1 and /$2/"
    tail -n 5 out
    return
  fi
  status=0
  "$SELVAGE" replay run.json "$4" > out 2>&1 || status=$?
  [ "$status" = "$1" ] || fail "$4 ($how): its JSON trace has status $status"
}

# expect NAME PATTERN: the model on stdin violates that, in every kind of trail.
expect() {
  cat > "$1.pml"
  local spin c pan
  while IFS='|' read -r how spin c pan; do
    make_trail "$spin" "-DSAFETY $c" "$pan" "$1.pml"
    if [ -f "$1.pml.trail" ]; then follow 1 "violated: .*$2" "$1.pml.trail" "$1.pml"
    else fail "$1 ($how): Spin wrote no trail"; fi
  done <<'KINDS'
default|||
plain|-o1 -o2 -o3||
shortest||-DREACH|-i
breadth-first||-DBFS|
KINDS
}

expect deadlock deadlock <<'MODEL'
bool a, b;
active proctype P() { atomic { !a -> a = true }; atomic { !b -> b = true }; a = false; b = false }
active proctype Q() { atomic { !b -> b = true }; atomic { !a -> a = true }; b = false; a = false }
MODEL

expect assertion assert <<'MODEL'
byte n, done;
active [2] proctype Adder() {
  byte i, seen;
  for (i : 1 .. 2) { seen = n; n = seen + 1 }
  done++
}
active proctype Judge() { done == 2; assert(n != 2) }
MODEL

expect rendezvous assert <<'MODEL'
mtype = { ask, answer };
chan wire = [0] of { mtype, byte };
byte last;
active proctype Client() {
  byte k;
  do
  :: k < 3 -> wire!ask(k); wire?answer(k)
  :: k >= 3 -> break
  od;
  last = k
}
active proctype Server() {
  byte k;
  do
  :: wire?ask(k) -> d_step { k = k + 1; k = k + 1 }; assert(k < 4); wire!answer(k)
  od
}
MODEL

expect atomic assert <<'MODEL'
byte turn, x;
active [3] proctype P() {
  atomic {
    turn == _pid -> x = x + 1;
    do
    :: x > 3 -> break
    :: else -> if :: x = x + 2 :: goto out fi
    od;
    x = 0
  };
out: atomic { turn = turn + 1; assert(turn + x < 6) }
}
MODEL

expect d_step assert <<'MODEL'
byte x, y;
active proctype P() {
  do
  :: d_step { x < 3 -> x++; if :: x == 2 -> y = 7 :: else -> skip fi; y = y + x }
  :: d_step { x == 3; y = 0; assert(x != 3) }
  od
}
active proctype Q() { end: x == 1 -> y = 1 }
MODEL

expect d_step_blocks d_step-blocks <<'MODEL'
byte x;
active proctype P() { end: d_step { x == 1; x = 2; x == 1 } }
active proctype Q() { x = 1; x = 3 }
MODEL

expect run_and_die assert <<'MODEL'
byte living, born;
proctype Child(byte generation) {
  living++;
  if
  :: generation < 3 -> run Child(generation + 1); born++
  :: else
  fi;
  living--
}
init { run Child(1); _nr_pr == 1; run Child(3); _nr_pr == 1; assert(born != 2) }
MODEL

expect merging assert <<'MODEL'
byte shared;
active proctype P() {
  byte a, b, c;
again:
  a = a + 1; b = b + a; c = b;
  shared = c;
  if :: a < 3 -> goto again :: else fi;
  a = 0; b = 1; c = 2;
  assert(shared != 6)
}
active proctype Q() { byte d, e; do :: d < 2 -> d++; e = d; e = e + 1 :: d == 2 -> break od }
MODEL

expect timeout assert <<'MODEL'
byte lost;
chan line = [1] of { byte };
active proctype Sender() {
  do
  :: line!1
  :: timeout -> lost++; assert(lost < 2); line?_
  od
}
active proctype Receiver() { byte x; do :: line?x; x = 0 :: x == 0 -> x = 1; break od; line?x; false }
MODEL

expect unless assert <<'MODEL'
byte x;
bool stop;
inline bump(v) { v = v + 1; v = v + 1 }
active proctype P() {
  { do :: x < 6 -> bump(x) :: x >= 6 -> x = 0 od } unless { stop -> x = x + 1 };
  end: goto last;
  x = 9;
last: assert(x != 5)
}
active proctype Q() { x == 4; stop = true }
MODEL

expect index array-index <<'MODEL'
byte a[3], i;
active proctype P() { select (i : 0 .. 2); i = i + 1; a[i] = 1; a[i - 1] = 2 }
MODEL

expect loop assert <<'MODEL'
typedef pair { byte l, r };
byte n;
chan q = [2] of { byte };
active proctype P() {
  byte i;
  q!2; q!1;
  pair p;
  p.l = 1;
  byte far;
  for (i : 0 .. 1) { if :: i == 1 -> q?n; break :: else -> p.r = p.r + i fi };
  select (far : 0 .. 50);
  assert(far + n < 45)
}
MODEL

# The second error of a model has a trail of its own.
how=second
make_trail "" "-DSAFETY" "-c2 -e" assertion.pml
follow 1 'violated: assert' assertion.pml2.trail assertion.pml
"$SELVAGE" replay assertion.pml assertion.pml2.trail > out 2>&1 && fail "the other order"
grep -q 'violated: assert' out || fail "the other order"

# With a claim the trail has its steps too, and process 0 is the claim.
expect never never <<'MODEL'
byte x;
active proctype A() { do :: x < 3 -> x++ :: x = 0 od }
never { do :: x < 3 :: x == 3 -> break od }
MODEL

expect formula ltl <<'MODEL'
byte x;
active proctype A() { do :: x < 5 -> x++ :: atomic { x > 1 -> x--; x-- } od }
active proctype B() { x == 3; x = 200 }
ltl small { [] (x < 150) }
MODEL

# A cycle violates no safety property.
cat > cycle.pml <<'MODEL'
byte x;
active proctype P() { do :: x = 1 - x od }
active proctype Q() { do :: atomic { x == 1 -> skip } od }
ltl seven { <> (x == 7) }
MODEL
how=cycle
make_trail "" "" -a cycle.pml
follow 0 'from its line [0-9]+ on it is a cycle' cycle.pml.trail cycle.pml

# A trail of another model, and files that are no trails.
how=wrong
make_trail "" "-DSAFETY" "" rendezvous.pml
status=0
"$SELVAGE" replay --time 20 rendezvous.pml.trail deadlock.pml > out 2>&1 || status=$?
[ "$status" = 65 ] && grep -q 'line [0-9]* cannot be followed: process . cannot take' out ||
  fail "a trail of another model: status $status, $(cat out)"
echo '1:0:zero' > bad.trail
status=0
"$SELVAGE" replay bad.trail index.pml > out 2>&1 || status=$?
[ "$status" = 65 ] && grep -q 'bad.trail:1: this is not a line of a Spin trail' out ||
  fail "a file that is no trail: status $status, $(cat out)"
status=0
"$SELVAGE" replay missing.trail index.pml > out 2>&1 || status=$?
[ "$status" = 65 ] && grep -q 'cannot read this file' out || fail "no file: status $status"

exit $((failures > 0))
