#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# Infinite runs of programs whose data has no bounds: `explicit` lists states and steps, says
# `holds` only if it misses none that matter, and shows lassos wherever it meets one. No engine
# says anything else.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

status_of() {
  local status=0
  "$SELVAGE" check --quiet --no-deadlock "$@" "$work/m.proc" > "$work/out" 2> "$work/err" || status=$?
  case $status in
    0) echo holds ;;
    1) echo violated ;;
    2) echo unknown ;;
    *) echo "status $status" ;;
  esac
}

expect() {
  local name=$1 want=$2 got
  shift 2
  got=$(status_of "$@")
  [ "$got" = "$want" ] && return
  echo "$name $*: $got, not $want"
  head -20 "$work/out" "$work/err"
  failed=1
}

# ask NAME ANSWER TRUTH OPTIONS... < program: explicit's answer, and that which no other engine
# may contradict: one of them each time, in turn
ask() {
  local name=$1 want=$2 truth=$3 engine got
  shift 3
  cat > "$work/m.proc"
  expect "$name" "$want" --engine explicit "$@"
  expect "$name" "$want" --engine explicit --jobs 3 "$@"
  engine=${others%% *}
  others="${others#* } $engine"
  got=$(status_of --engine "$engine" --time 1 "$@")
  [ "$got" = unknown ] || [ "$got" = "$truth" ] && return
  echo "$name --engine $engine $*: $got, not $truth"
  head -20 "$work/out" "$work/err"
  failed=1
}
others='auto bmc ic3 cegar'

ask count holds holds << 'M'
int x = 0;
process P { while (x < 10) { x = x + 1; } }
property p: eventually x == 5;
M
ask count_on violated violated << 'M'
int x = 0;
process P { while (x < 10) { x = x + 1; } }
property p: eventually x == 11;
M
# More states than are listed at first; the lasso lies behind them.
ask count_far violated violated << 'M'
int x = 0;
process P { while (x < 700) { x = x + 1; } while true { x = x - 1; x = x + 1; } }
property p: eventually always x == 700;
M
ask count_far_on holds holds << 'M'
int x = 0;
process P { while (x < 700) { x = x + 1; } while true { x = x - 1; x = x + 1; } }
property p: always eventually x == 700;
M
# No run comes back to a state. Nobody may say `holds`, and there is no lasso.
ask forever unknown violated << 'M'
int x = 0;
process P { while true { x = x + 1; } }
property p: eventually x < 0;
M
# Only the beginning matters: what lies behind it is not asked for.
ask soon holds holds << 'M'
int x = 0;
process P { while true { x = x + 1; } }
property p: eventually x == 5;
M
# A value that nobody looks at is left out; where the loop does not close with it there is no lasso.
ask aside holds holds << 'M'
int x = 0;
bool b = false;
process P { while true { x = x + 1; b = !b; } }
property p: always eventually b;
M
ask aside_open unknown violated << 'M'
int x = 0;
bool b = false;
process P { while true { x = x + 1; b = !b; } }
property p: eventually always b;
M
ask aside_closed violated violated << 'M'
int x = 0;
bool b = false;
process P { while true { if (x > 3) { x = 0; } x = x + 1; b = !b; } }
property p: eventually always b;
M
ask aside_long unknown violated << 'M'
int x = 2;
bool b = false;
process P { while true { x = x * x; b = !b; } }
property p: eventually always b;
M
# A lasso in one part of what has no end.
ask part violated violated << 'M'
int x = 0;
bool done = false;
process P { while true { x = x + 1; } }
process Q { bool b = false; while true { b = !b; } }
property p: eventually done;
M
ask part_fair unknown violated --fair << 'M'
int x = 0;
bool done = false;
process P { while true { x = x + 1; } }
process Q { bool b = false; while true { b = !b; } }
property p: eventually (done || x < 0);
M
ask fair holds holds --fair << 'M'
int x = 0;
bool done = false;
process P { while (!done) { x = 1 - x; } }
process Q { done = true; }
property p: eventually done;
M
ask strong holds holds << 'M'
int x = 0;
bool done = false;
process P { while (!done) { x = 1 - x; } }
strong fair process Q { await x == 1; done = true; }
property p: eventually done;
M
ask weak violated violated << 'M'
int x = 0;
bool done = false;
process P { while (!done) { x = 1 - x; } }
fair process Q { await x == 1; done = true; }
property p: eventually done;
M
# Values that cannot all be tried, at the start or later, and numbers that become too long.
ask start unknown holds << 'M'
int x;
bool b = false;
process P { if (x == 12345) { b = true; } b = true; }
property p: eventually (b && x == x);
M
ask havoc unknown violated << 'M'
int x = 0;
process P { while true { havoc x; } }
property p: eventually x == 7;
M
ask havoc_fair unknown violated --fair << 'M'
int x = 0;
bool b = true;
process P { while true { havoc x; x = 0; } }
process Q { while true { b = !b; } }
property p: eventually (x == 7 || x == 8);
M
ask long unknown violated << 'M'
int x = 2;
process P { while true { x = x * x; } }
property p: eventually x < 0;
M
# Queues without bound.
ask queue holds holds << 'M'
chan log[] of {int};
int x = 0;
process P { log ! 3; log ! 4; log ? x; log ? x; }
property p: eventually x == 4;
M
ask queue_full violated violated << 'M'
chan log[] of {int};
int x = 0;
process P { while true { log ! 1; } }
process Q { while true { x = 1 - x; } }
property p: always eventually x == 0 && eventually false;
M
# Ends, and sections that are never left.
ask end violated violated << 'M'
int x = 0;
process P { x = 1; await x > 1; }
property p: eventually x == 2;
M
ask section violated violated << 'M'
int x = 5;
process P { atomic { while true { x = 0; } } }
property p: eventually x == 6;
M

# With a limit of time there is some left for infinite runs, and what is said names the limit.
cat > "$work/m.proc" << 'M'
int x = 0, y = 0;
process P { while true { x = x + 1; } }
process Q { while true { y = 1 - y; } }
property p: eventually x == 1;
property q: x >= 0;
M
"$SELVAGE" check --engine explicit --keep-going --time 2 "$work/m.proc" > "$work/out" || true
grep -q 'violated  *liveness p' "$work/out" || { cat "$work/out"; failed=1; }
grep -q 'unknown  *invariant q' "$work/out" || { cat "$work/out"; failed=1; }
exit $failed
