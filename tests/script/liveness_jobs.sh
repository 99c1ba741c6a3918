#!/usr/bin/env bash
# builds: release debug
# timeout: 120
#
# The search for infinite runs with several threads: its answers are those of one thread, and with
# three and four of them everything is the same: numbers of states, transitions and levels, the lasso.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# What does not have to be the same: times, memory, how it was asked.
said() {
  sed -E 's/"(seconds|memory_mb)":[0-9.e+-]+/"\1":0/g; s/"jobs": ?"?[0-9]+"?/"jobs":0/g' "$1"
}

# ask NAME ANSWER OPTIONS... < model
ask() {
  local name=$1 want=$2 jobs status got
  shift 2
  cat > "$work/m.${name##*.}"
  for jobs in 1 3 4; do
    status=0
    "$SELVAGE" check --quiet --engine explicit --format json --trace "$work/$jobs.json" --jobs $jobs "$@" "$work/m.${name##*.}" > "$work/out.$jobs" 2> "$work/err" || status=$?
    case $status in 0) got=holds ;; 1) got=violated ;; 2) got=unknown ;; *) got="status $status" ;; esac
    [ "$got" = "$want" ] || { echo "$name --jobs $jobs: $got, not $want"; head -c 2000 "$work/out.$jobs" "$work/err"; failed=1; }
  done
  said "$work/out.4" > "$work/a"
  said "$work/out.3" > "$work/b"
  cmp -s "$work/a" "$work/b" || { echo "$name: three and four threads differ"; diff "$work/a" "$work/b" | cut -c1-400; failed=1; }
  if [ "$want" = violated ]; then
    said "$work/4.json" > "$work/a"
    said "$work/3.json" > "$work/b"
    cmp -s "$work/a" "$work/b" || { echo "$name: the lassos of three and four threads differ"; failed=1; }
  fi
  if [ "$want" = holds ]; then
    for jobs in 1 3; do grep -o '"states":"[0-9]*"' "$work/out.$jobs" > "$work/n.$jobs"; done
    cmp -s "$work/n.1" "$work/n.3" || { echo "$name: other numbers with three threads"; cat "$work"/n.?; failed=1; }
  fi
}

# Many states, all of them needed: `late` is read by the formula. The loop lies behind them.
wide='byte a, b, c, late;
active proctype A() { do :: a = (a + 1) % 23 od }
active proctype B() { do :: b = (b + 1) % 29 od }
active proctype C() { do :: a == b -> c = (c + 1) % 13 od }
active proctype D() { do :: a == 22 && b == 28 && c == 12 -> late = 1; late = 0 od }'
ask wide_holds.pml holds --property ltl --reduction off <<< "$wide ltl { [] (late < 2) || <> (a == 50) }"
ask wide_live.pml holds --property ltl --fair --reduction off <<< "$wide ltl { [] <> (a == 3) }"
ask wide_violated.pml violated --property ltl <<< "$wide ltl { ! [] <> (late == 1) }"
ask wide_again.pml violated --property ltl --fair <<< "$wide ltl { <> [] (late == 0) }"
ask wide_end.pml violated --property ltl << 'M'
byte a, b, c;
active proctype A() { do :: a < 40 -> a++ :: a == 40 -> break od }
active proctype B() { do :: b < 40 -> b++ :: b == 40 -> break od }
active proctype C() { do :: c < 5 && a == b -> c++ :: c == 5 -> break od }
ltl { [] <> (a + b + c < 85) }
M
ask cut.pml unknown --threads 3 --property ltl << 'M'
byte x;
proctype C() { end: false }
active proctype P() { do :: run C() od }
ltl { <> (x == 1) }
M

# Strong fairness: components are judged in parts.
ask strong.proc holds --property p << 'M'
int[0..30] a = 0, b = 0;
bool done = false;
fair process B { while true { a = if a < 30 then a + 1 else 0; } }
fair process C { while true { b = if b < 30 then b + 1 else 0; } }
strong fair process A { await a == 3; done = true; }
property p: eventually done;
M
ask strong_not.proc violated --property p << 'M'
int[0..30] a = 0, b = 0;
bool done = false;
fair process B { while true { a = if a < 30 then a + 1 else 0; } }
fair process C { while true { b = if b < 30 then b + 1 else 0; } }
strong fair process A { await a == 3 && b == 3; done = true; }
property p: eventually done;
M

# What was found before a limit struck is kept; a limit is no answer.
status=0
"$SELVAGE" check --quiet --engine explicit --jobs 3 --reduction off --memory 60M --property ltl > "$work/out" 2>&1 /dev/stdin << 'M' || status=$?
int a, b, c, late;
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
active proctype C() { do :: c++ od }
ltl { [] (a + b + c != 77777777) || <> (late == 1) }
M
[ $status = 2 ] && grep -q 'memory limit' "$work/out" || { echo "memory: status $status"; head -5 "$work/out"; failed=1; }
exit $failed
