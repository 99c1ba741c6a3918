#!/usr/bin/env bash
# selvage explain: which steps of a trace matter, in every language. What it prints is a run that replays and
# violates the same property.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

# expect FILE PATTERN OPTION…: of a long run to a violation of the model on stdin, the steps that matter.
expect() {
  local file=$1 pattern=$2 status=0
  shift 2
  cat > "$file"
  "$SELVAGE" simulate --steps 400 --trace run.json "$@" "$file" > out 2>&1 || status=$?
  [ $status = 1 ] || { fail "$file: simulation has status $status"; tail -n 3 out; return; }
  for minimal in "" --minimal; do
    status=0
    # shellcheck disable=SC2086
    "$SELVAGE" explain $minimal --trace part.json run.json "$file" > out 2>&1 || status=$?
    if [ $status != 1 ] || ! grep -qE -- "$pattern" out; then
      fail "$file $minimal: status $status, wanted /$pattern/"
      cat out
    fi
    status=0
    "$SELVAGE" replay part.json "$file" > again 2>&1 || status=$?
    [ $status = 1 ] || fail "$file $minimal: the part does not replay"
    diff <(grep -E '^ +violated' out) <(grep -E '^ +violated' again) || fail "$file: another property"
  done
}

expect paper.proc '^ +4 of [0-9]+ steps matter' --seed 5 <<'MODEL'
int a = 0, b = 1, x = 0, y = 0, noise = 0;
int B[4] = {k : 10 + k};
process p1 { a = 1; noise = 3; }
process p2 { B[b] = 5; }
process p3 { x = B[a]; y = x + 7; }
process p4 { while true { noise = noise + 1; } }
property no: y != 12;
MODEL

expect skip.proc '^ +2 of [0-9]+ steps matter' <<'MODEL'
int[0..3] x = 0, z = 0;
process p { skip; x = 1; }
process q { while true { z = 1 - z; } }
property no: x == 0;
MODEL

expect atomic.pml '^ +5 of [0-9]+ steps matter' <<'MODEL'
byte x, y, z;
active proctype p() { atomic { x = 1; y = 1 } assert(z == 0) }
active proctype q() { do :: atomic { y == 1; z = 1 } od }
active proctype r() { byte k; do :: k < 9 -> k++ :: else -> k = 0 od }
MODEL

# A section is kept as a whole, and the sections of others are not: the light pass is enough.
expect sections.pml '^ +5 of [0-9]+ steps matter' --seed 2 <<'MODEL'
byte x, y, z;
active proctype p() { atomic { x = 1; y = 1 } }
active proctype q() { x == 1; z = 1; assert(z == 0) }
active proctype r() { byte k; do :: atomic { k < 9 -> k++ } :: atomic { k == 9 -> k = 0 } od }
MODEL

# What a step overwrites does not matter before it.
expect overwritten.proc '^ +1 of [0-9]+ steps matter' --seed 6 <<'MODEL'
int[0..9] x = 0;
process q { while true { x = 1; x = 2; } }
process p { x = 5; }
property no: x != 5;
MODEL

expect else.pml '^ +3 of [0-9]+ steps matter' <<'MODEL'
chan c = [2] of { byte };
bool late;
active proctype p() { if :: c?_ -> skip :: else -> late = true fi; assert(!late) }
active proctype r() { byte k; do :: k < 9 -> k++ :: else -> k = 0 od }
MODEL

expect counter.dve '^ +3 of [0-9]+ steps matter' --invariant 'x < 2' <<'MODEL'
byte x = 0; byte y = 0;
process P { state a, b; init a; trans a -> b { effect x = x + 1; }, b -> a { }; }
process Q { state s; init s; trans s -> s { effect y = (y + 1) % 5; }; }
system async;
MODEL

expect flags.bp 'of [0-9]+ steps matter' --threads 3 <<'MODEL'
decl x, y;
void worker() begin
  decl l;
  l := *;
  y := l;
  goto again;
again:
  y := !y;
  goto again;
end
void main() begin
  x := 0;
  y := 0;
  start_thread worker();
  x := 1;
  assert(!x);
end
MODEL

expect pair.svm '^ +1 of [0-9]+ steps matter' --seed 6 <<'MODEL'
var x : int 0..3 = 0
var y : int 0..3 = 0
property small invariant (< x 2) text "x < 2"
process p initial 1 pool 1 entry a
  location a
  action up
    from a -> a
    set y := (mod (+ y 1) 4)
end
process q initial 1 pool 1 entry a
  location a
  action put
    from a -> a
    set x := 2
end
MODEL

# A deadlock depends on everybody, unless fewer steps are asked for.
cat > wait.proc <<'MODEL'
lock a, b;
process p { acquire(a); acquire(b); release(b); release(a); }
process q { acquire(b); acquire(a); release(a); release(b); }
MODEL
"$SELVAGE" check --explain --property deadlock wait.proc > out || true
grep -q 'all 2 steps matter: a deadlock depends on where every process stands' out || fail "deadlock"

# Who is left out by a loop: who is there, never moves, and could. Not who has ended, waits, or moves.
cat > turns.proc <<'MODEL'
lock l;
bool served = false;
chan q[1] of {byte};
process greedy { while true { acquire(l); release(l); } }
process patient { acquire(l); served = true; release(l); }
process gone { skip; }
process waits { q ? _; }
property fed: eventually served;
MODEL
"$SELVAGE" check --engine explicit --property fed --trace loop.json --quiet turns.proc > out || true
"$SELVAGE" explain loop.json turns.proc > out || true
[ "$(grep -c '^ never ' out)" -ge 1 ] || fail "nobody starves"
grep -A 1 '^ never  patient ' out | grep -q 'it starves: it could in 1 of 2 states' || fail "how often patient could"
! grep -q '^ never  \(greedy\|waits\)' out || fail "greedy moves, and the other one waits"

# As JSON; what is no run of the model cannot be explained.
status=0
"$SELVAGE" explain --format json run.json pair.svm > part.json || status=$?
[ $status = 1 ] || fail "status of JSON: $status"
python3 - <<'CHECK' || fail "JSON"
import json
part = json.load(open("part.json"))
whole = json.load(open("run.json"))
assert part["of"] == len(whole["steps"]) and len(part["numbers"]) == len(part["steps"]) == 1
assert whole["steps"][part["numbers"][0] - 1]["action"] == "put"
CHECK
"$SELVAGE" check --explain --format json --property deadlock wait.proc | grep -q '"of":2' || fail "check --explain"
"$SELVAGE" simulate --steps 2 --trace short.json skip.proc > /dev/null || true
"$SELVAGE" explain short.json paper.proc > out 2>&1 && fail "a run of another model"
grep -q 'not a run' out || fail "a run of another model: no reason"
status=0
"$SELVAGE" explain run.json > out 2>&1 || status=$?
[ $status = 64 ] || fail "one argument"

exit $((failures > 0))
