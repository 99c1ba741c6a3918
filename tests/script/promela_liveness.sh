#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# Infinite runs of Promela models: ltl formulas, never claims, accept and progress labels,
# weak fairness. The answers are Spin's (pan -a, -a -f, -l) where Spin has one; each case is
# a place where it is easy to be wrong.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# ask NAME ANSWER OPTIONS... < model
ask() {
  local name=$1 want=$2
  shift 2
  cat > "$work/m.pml"
  local status=0
  "$SELVAGE" check --quiet --no-deadlock --time 60 "$@" "$work/m.pml" > "$work/out" 2> "$work/err" || status=$?
  local got
  case $status in
    0) got=holds ;;
    1) got=violated ;;
    2) got=unknown ;;
    *) got="status $status" ;;
  esac
  if [ "$got" != "$want" ]; then
    echo "$name $*: $got, not $want"
    head -30 "$work/out" "$work/err"
    failed=1
  fi
}

# An engine, and perhaps how it is to ask: ic3+rlive. The option --bound is for those that unroll.
by() {
  echo --engine "${1%+*}"
  case $1 in bmc* | auto) echo --bound 40 ;; esac
  case $1 in *+*) echo --liveness "${1#*+}" ;; esac
}

# agree NAME ANSWER OPTIONS... : every engine says so, or that it does not know
agree() {
  local name=$1 want=$2
  shift 2
  for engine in $others; do
    local status=0
    "$SELVAGE" check --quiet --no-deadlock --time 60 $(by "$engine") "$@" "$work/both.pml" > "$work/out" 2>&1 || status=$?
    asked=$((asked + 1))
    case $status,$want in
      0,holds | 1,violated) answered=$((answered + 1)) ;;
      2,*) ;;
      *)
        echo "$name --engine $engine $*: status $status, not $want"
        head -30 "$work/out"
        failed=1
        ;;
    esac
  done
}
asked=0
answered=0
# The other engines share their way, and a program with sanitizers is slow: there one will do.
others='bmc+lasso bmc+record ic3 ic3+rlive bdd boppo'
case $SELVAGE in */debug/*) others=bdd ;; esac

# bits NAME ANSWER OPTIONS...: in bits violations are found just as well, and nothing is proven
bits() {
  local name=$1 want=$2
  shift 2
  [ "$want" = violated ] || want=unknown
  ask "$name in bits" "$want" --engine explicit --store bitstate --bits 20 "$@" < "$work/both"
}

# both NAME ANSWER FAIR_ANSWER < model: without and with fairness, by every engine
both() {
  cat > "$work/both"
  ask "$1" "$2" --engine explicit < "$work/both"
  ask "$1" "$3" --engine explicit --fair < "$work/both"
  bits "$1" "$2"
  bits "$1" "$3" --fair
  ask "$1" "$2" < "$work/both"
  mv "$work/both" "$work/both.pml"
  agree "$1" "$2"
  agree "$1" "$3" --fair
}

# everyone NAME ANSWER OPTIONS... < model: no engine says anything else, whether it looks for infinite
# runs or not; explicit says it, too.
everyone() {
  local name=$1 want=$2 status
  shift 2
  cat > "$work/both"
  ask "$name" "$want" --engine explicit "$@" < "$work/both"
  bits "$name" "$want" "$@"
  for engine in $all; do
    status=0
    "$SELVAGE" check --quiet --no-deadlock --time 1 $(by "$engine") "$@" "$work/m.pml" > "$work/out" 2>&1 || status=$?
    case $status,$want in 0,holds | 1,violated | 2,*) continue ;; esac
    echo "$name --engine $engine $*: status $status, not $want"
    head -30 "$work/out"
    failed=1
  done
}
all='auto bdd boppo bmc ic3 ic3+rlive cegar events threads polyhedra gpu random'
case $SELVAGE in */debug/*) all='bdd ic3+rlive' ;; esac

# Each cycle through `atomic` disables the others inside: that is not being blocked.
both atomic violated holds << 'M'
byte k, x;
active proctype Q() { do :: atomic { k = 1; k = 0 } od }
active proctype P() { x = 1 }
ltl { <> (x == 1) }
M

# Enabled now and then is not enabled all the time.
both toggle violated violated << 'M'
byte x, done;
active proctype Q() { do :: x = 1; x = 0 od }
active proctype P() { x == 0 -> done = 1 }
ltl { <> (done == 1) }
M

both plain violated holds << 'M'
byte x, y;
active proctype Q() { do :: y = 1 - y od }
active proctype P() { x = 1 }
ltl { <> (x == 1) }
M

# Strong fairness would help here, weak fairness does not.
both strong violated violated << 'M'
bit x, y, done;
active proctype B() { do :: x = 1; x = 0 od }
active proctype C() { do :: y = 1; y = 0 od }
active proctype A() { x && y -> done = 1 }
ltl { <> done }
M

# Both sides of a handshake move; the receiver alone is not enabled, the sender is.
both receiver violated violated << 'M'
chan c = [0] of { bit };
byte d, x;
active proctype S() { do :: c!1 :: x = x od }
active proctype R() { c?1; d = 1 }
ltl { <> (d == 1) }
M
both sender violated holds << 'M'
chan c = [0] of { bit };
byte d, x;
active proctype S() { do :: c?1 :: x = x od }
active proctype R() { c!1; d = 1 }
ltl { <> (d == 1) }
M
both served violated violated << 'M'
chan c = [0] of { bit };
byte d;
active proctype S() { do :: c!1 od }
active proctype R() { c?1; d = d | 1; do :: c?1 od }
active proctype T() { c?1; d = d | 2; do :: c?1 od }
ltl { <> (d == 3) }
M

# Who does not run is not left out.
both started violated violated << 'M'
byte x, n;
proctype C() { n = 1 }
active proctype P() { do :: x = 1 - x :: n == 0 -> run C(); break od }
ltl { <> (n == 1) }
M

# A section that never ends is an infinite run. The formula sees the state before it for ever.
both section violated violated << 'M'
byte x;
active proctype P() { atomic { do :: x = 0 od } }
ltl { <> (x == 1) }
M
both section_inside violated violated << 'M'
byte x;
active proctype P() { x = 5; atomic { x = 3; do :: x = 1; x = 0 od } }
ltl { <> (x == 1) }
M
both section_before holds holds << 'M'
byte x;
active proctype P() { x = 5; atomic { x = 3; do :: x = 1; x = 0 od } }
ltl { <> [] (x == 5) }
M
both section_next holds holds << 'M'
byte x = 5;
active proctype P() { atomic { do :: x = 0 od } }
ltl { X (x == 5) }
M
# … but it is not fair to anybody who could move.
both section_unfair violated holds << 'M'
byte x, y;
active proctype P() { atomic { do :: x = 0 od } }
active proctype Q() { y = 1; do :: y = 2; y = 1 od }
ltl { <> (x == 1) }
M
# Sections that end: what lies inside is not seen.
both unseen violated violated << 'M'
byte x;
active proctype P() { do :: atomic { x = 1; x = 0 } od }
ltl { <> (x == 1) }
M
both seen holds holds << 'M'
byte x;
active proctype P() { do :: x = 1; x = 0 od }
ltl { [] <> (x == 1) && [] <> (x == 0) }
M
# A step of several actions would jump over it for ever.
both seen_between holds holds << 'M'
bit p;
active proctype P() { do :: p = 1; p = 0 od }
ltl { [] <> p }
M
both seen_only_there violated violated << 'M'
bit p, q;
active proctype P() { do :: p = 1; p = 0 od }
active proctype Q() { do :: q = 1; q = 0 od }
ltl { <> [] ! (p && q) }
M

# Ends: the last state is repeated.
both end violated violated << 'M'
byte x;
active proctype P() { x = 1 }
ltl { <> (x == 2) }
M
both end_kept holds holds << 'M'
byte x;
active proctype P() { x = 1 }
ltl { <> [] (x == 1) }
M
both deadlock violated violated << 'M'
byte x;
active proctype P() { x = 1; x == 0 }
ltl { [] (x == 1 -> <> (x == 0)) }
M

# A deadlock that only some runs have.
both choice violated violated << 'M'
byte x;
active proctype P() { if :: x = 1 :: x = 2; false fi }
ltl { <> (x == 1) }
M

# Several conditions at once.
both streett holds holds << 'M'
byte x, y;
active proctype P() { do :: x = 1 - x; y = 1 - y od }
ltl { ([] <> (x == 1) -> [] <> (y == 1)) && (<> [] (x == 0) -> <> (y == 2)) }
M
both until violated violated << 'M'
byte x;
active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 0 od }
ltl { (x < 2) U (x == 3) }
M

# `next` is the next state that is seen: Spin has no word for it.
both next holds holds << 'M'
byte x;
active proctype P() { do :: x = 1 - x od }
ltl { [] <> (x == 0 && X (x == 1)) }
M
both next_unseen violated violated << 'M'
byte x;
active proctype P() { do :: atomic { x = 1; x = 2 } ; x = 0 od }
ltl { [] <> (x == 0 && X (x == 1)) }
M

# The way back from 1 to 0 leads past 3, which was left before: a nested search finds it only when it looks for it.
both crossing violated violated << 'M'
byte x;
active proctype P() { do :: d_step { x == 0 -> x = 3 } :: d_step { x == 0 -> x = 2 } :: d_step { x == 3 -> x = 0 } :: d_step { x == 2 -> x = 1 } :: d_step { x == 1 -> x = 3 } od }
ltl { <> [] (x != 2) }
M

# Never claims.
both claim violated violated << 'M'
byte x;
active proctype P() { do :: x = 1; x = 0 od }
never { do :: true :: x == 0 -> break od; accept: do :: x == 0 :: x == 1 -> break od; do :: x == 1 :: x == 0 -> goto accept od }
M
both claim_kept holds holds << 'M'
byte x;
active proctype P() { do :: x = 1; x = 0 od }
never { do :: true :: x == 0 -> break od; accept: do :: x == 0 od }
M
both claim_end violated violated << 'M'
byte x;
active proctype P() { do :: x = 1; x = 0 od }
never { do :: true :: x == 1 -> goto found :: x == 2 -> break od; accept: do :: x == 2 od; found: x == 0 }
M

# Accept labels: also inside of a section, also where the run ends.
everyone accept violated --property accept << 'M'
byte x;
active proctype P() { do :: atomic { x = 1; accept_a: x = 0 } od }
M
everyone accept_end violated --property accept << 'M'
active proctype P() { skip; accept_x: false }
M
everyone accept_once holds --property accept << 'M'
byte x;
active proctype P() { accept: x = 1; do :: x = 2; x = 1 od }
M
everyone accept_section violated --property accept << 'M'
byte x;
active proctype P() { atomic { do :: x = 1; accept_a: x = 0 od } }
M
ask accept_off holds --claims off << 'M'
active proctype P() { skip; accept_x: false }
M

# Progress: seen states only, and no run that ends.
everyone progress violated --nonprogress --property progress << 'M'
byte x;
active proctype P() { do :: x = 1; x = 0 od }
M
everyone progress_kept holds --nonprogress --property progress << 'M'
byte x;
active proctype P() { do :: x = 1; progress: x = 0 od }
M
everyone progress_section violated --nonprogress --property progress << 'M'
byte x;
active proctype P() { do :: atomic { x = 1; progress_a: x = 0 } od }
M
# The loop may begin where a section waits: who holds control is forgotten there by some engines.
for engine in explicit bdd; do
  ask "waiting_section $engine" violated --engine $engine --property ltl --ltl '<> (c == 1)' << 'M'
byte c;
active proctype P0() { do :: skip; skip :: atomic { (c == 0); (c == 1) } od }
active proctype P2() { do :: skip od }
M
done
everyone progress_end holds --nonprogress --property progress << 'M'
byte x;
active proctype P() { x = 1 }
M
everyone progress_fair holds --nonprogress --property progress --fair << 'M'
byte x, d;
active proctype Q() { do :: x = 1; x = 0 od }
active proctype P() { do :: d = 1; progress: d = 0 od }
M
everyone progress_unfair violated --nonprogress --property progress << 'M'
byte x, d;
active proctype Q() { do :: x = 1; x = 0 od }
active proctype P() { do :: d = 1; progress: d = 0 od }
M

# A formula on the command line, with macros of the file.
printf '#define p (x == 1)\nbyte x;\nactive proctype P() { do :: x = 1 - x od }\n' > "$work/given"
ask given holds --ltl '[] <> p' < "$work/given"
ask given violated --ltl '<> [] p' < "$work/given"
ask given 'status 65' --ltl '<> [] nobody' < "$work/given"

# `np_` in a formula of infinite runs, and a cut, are not answered with `holds`.
everyone np unknown << 'M'
byte x;
active proctype P() { do :: x = 1 - x od }
ltl { <> np_ }
M
everyone cut unknown --threads 3 --property ltl << 'M'
byte x;
proctype C() { end: false }
active proctype P() { do :: run C() od }
ltl { <> (x == 1) }
M

# The lasso is written down, read back and judged again; a loop that does not close is refused.
cat > "$work/l.pml" << 'M'
byte x, y;
active proctype P() { x = 1; do :: y = 1; y = 0 od }
ltl { <> [] (y == 0) }
M
"$SELVAGE" check --quiet --trace "$work/l.json" "$work/l.pml" > "$work/out" || true
grep -q 'loop: what follows is repeated for ever' "$work/out" || { echo "no loop in the text"; failed=1; }
grep -q '"loop":' "$work/l.json" || { echo "no loop in the file"; failed=1; }
"$SELVAGE" replay "$work/l.json" "$work/l.pml" | grep -q 'is a real run' || { echo "not replayed"; failed=1; }
sed 's/"loop": [0-9]*/"loop": 0/' "$work/l.json" > "$work/l0.json"
"$SELVAGE" replay "$work/l0.json" "$work/l.pml" > "$work/out" 2>&1 || true
grep -q 'the loop does not close' "$work/out" || { cat "$work/out"; failed=1; }
# A loop that is not fair is refused where fairness is asked for, and so is one that breaks
# another property.
cat > "$work/f.pml" << 'M'
byte x, y;
active proctype Q() { do :: y = 1 - y od }
active proctype P() { x = 1 }
ltl p { <> (x == 1) }
ltl q { [] <> (y == 0) }
M
"$SELVAGE" check --quiet --property ltl:p --trace "$work/f.json" "$work/f.pml" > "$work/out" || true
sed 's/"options": {/"options": {"fair": "on",/' "$work/f.json" > "$work/unfair.json"
sed 's/"ltl:p"/"ltl:q"/' "$work/f.json" > "$work/other.json"
"$SELVAGE" replay "$work/f.json" "$work/f.pml" > "$work/out" 2>&1 || true
grep -q 'is a real run' "$work/out" || { echo "a lasso is refused"; failed=1; }
"$SELVAGE" replay "$work/unfair.json" "$work/f.pml" > "$work/out" 2>&1 || true
grep -q 'the loop is not fair' "$work/out" || { cat "$work/out"; failed=1; }
"$SELVAGE" replay "$work/other.json" "$work/f.pml" > "$work/out" 2>&1 || true
grep -q 'its automaton does not accept the run' "$work/out" || { cat "$work/out"; failed=1; }

# Other languages have no progress labels, and say so.
printf 'var x : bool = false\nproperty p invariant true\n' > "$work/x.svm"
status=0
"$SELVAGE" check --nonprogress "$work/x.svm" > "$work/out" 2>&1 || status=$?
[ $status = 64 ] || { echo "--nonprogress: status $status"; failed=1; }

# Most of it is answered by all: a section that may never end and the like are not recorded.
echo "$answered of $asked answers of the other engines"
[ $((answered * 10)) -ge $((asked * 6)) ] || { echo "too few"; failed=1; }
exit $failed
