#!/usr/bin/env bash
# builds: release debug
# timeout: 120
#
# Partial-order reduction of the search for infinite runs: what would be lost if one of its
# conditions were missing (docs/reduction.md, "Infinite runs"), and that it reduces at all.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# want NAME ANSWER FORMULA < program; with and without reduction
want() {
  local name=$1 wanted=$2 formula=$3 status got
  cat > "$work/m.proc"
  for reduction in on off; do
    status=0
    "$SELVAGE" check --quiet --engine explicit --reduction $reduction --property ltl --ltl "$formula" \
      "$work/m.proc" > "$work/out" 2>&1 || status=$?
    case $status in 0) got=holds ;; 1) got=violated ;; *) got="status $status" ;; esac
    [ "$got" = "$wanted" ] && continue
    echo "$name: $got, not $wanted (reduction $reduction)"
    head -20 "$work/out"
    failed=1
  done
}

# A loop of one process must not postpone the other one for ever, whoever comes first.
loops='process P { while true { skip; } }'
sets='process Q { done = true; }'
want loop_first violated '<> [] !done' <<< "bool done = false; $loops $sets"
want loop_last violated '<> [] !done' <<< "bool done = false; $sets $loops"
want loop_alone violated '<> done' <<< "bool done = false; $loops $sets"
want loop_unseen violated '<> done' <<< "bool done = false; $sets $loops"
want loop_unseen2 violated '<> done' <<< "bool done = false; process Q { done = true; skip; } process P { while true { skip; skip; skip; } }"
want loop_unseen3 violated '<> done' \
  <<< "bool done = false, x = false; process Q { done = true; } process P { while true { x = true; x = false; } } process R { while true { await x; } }"
want loops_of_two violated '<> [] !done' \
  <<< "bool done = false; process P { while true { skip; skip; } } process R { while true { skip; } } process Q { skip; done = true; }"

# What the formula sees must come in all orders.
want order violated '!b weakuntil a' <<< 'bool a = false, b = false; process P { a = true; } process Q { b = true; }'
want order_back violated '!a weakuntil b' <<< 'bool a = false, b = false; process P { a = true; } process Q { b = true; }'
want late violated '!b weakuntil a' <<< 'bool a = false, b = false; process P { skip; a = true; } process Q { skip; skip; b = true; }'
want place violated '! P@here W Q@there' \
  <<< 'process P { skip; here: skip; } process Q { skip; there: skip; }'

# An automaton that stops after a step or two, and again begins anew: the loop s1, s2, s3 was left by P alone
# before all of it was searched, and what is searched later must not rely on that (cycles_colour.c).
cat > "$work/stops.svm" << 'M'
var done : bool = false
property p recurrence repeats stutters states 5 marks 1 edge 0 1 true edge 0 3 true edge 0 0 true edge 0 4 done mark 0 edge 1 2 true edge 2 3 true edge 4 4 done mark 0

process P
  location i
  location s1
  location s2
  location s3
  action
    from i -> s1
  action
    from s1 -> s2
  action
    from s2 -> s3
  action
    from s3 -> s1
end

process Q
  location q0
  location q1 end
  action
    from q0 -> q1
    set done := true
end
M
for reduction in on off; do
  status=0
  "$SELVAGE" check --quiet --engine explicit --reduction $reduction --property p "$work/stops.svm" > "$work/out" || status=$?
  [ $status = 1 ] || { echo "stops: status $status (reduction $reduction)"; failed=1; }
done

# `next` counts steps that nobody sees.
for first in 'process P { skip; skip; done = true; } process R { skip; }' 'process R { skip; } process P { skip; skip; done = true; }'; do
  want next_soon violated '!(X X X done)' <<< "bool done = false; $first"
  want next_late violated 'X X X done' <<< "bool done = false; $first"
done

# Fair runs are not reduced: with A, whether both bits are set together depends on what nobody sees.
cat > "$work/fair.proc" << 'M'
bool x = false, y = false, done = false;
fair process B { while true { x = !x; } }
fair process C { while true { y = !y; } }
strong fair process A { await x && y; done = true; }
property p: eventually done;
M
status=0
"$SELVAGE" check --quiet --engine explicit "$work/fair.proc" > "$work/out" || status=$?
[ $status = 1 ] || { echo "fair: status $status"; failed=1; }

# The same with places instead of data, which no set has to look at twice: B and C can go round so that
# the two never stand at b1 and c1 together, and A waits for just that. Reduced, they always meet there.
cat > "$work/strong.svm" << 'M'
var done : bool = false
property p formula (eventually done)

process B fair
  location b0
  location b1
  location b2
  action
    from b0 -> b1
  action
    from b1 -> b2
  action
    from b2 -> b0
    with C from c2 -> c0
end

process C fair
  location c0
  location c1
  location c2
  action
    from c0 -> c1
  action
    from c1 -> c2
end

process A strong
  location a0
  location a1
  action
    from a0 -> a1
    with B from b1
    with C from c1
    set done := true
end
M
# Under weak fairness: A can go on everywhere but where B is at b2 and C still at c0.
cat > "$work/weak.svm" << 'M'
var done : bool = false
property p formula (eventually done)

process B fair
  location b0
  location b1
  location b2
  action
    from b0 -> b1
  action
    from b1 -> b2
  action
    from b2 -> b0
    with C from c2 -> c0
end

process C fair
  location c0
  location c1
  location c2
  action
    from c0 -> c1
  action
    from c1 -> c2
end

process A fair
  location a0
  location a1
  action
    from a0 -> a1
    with B from b0 b1
    set done := true
  action
    from a0 -> a1
    with C from c1 c2
    set done := true
end
M
for model in strong weak; do
  status=0
  "$SELVAGE" check --quiet --engine explicit "$work/$model.svm" > "$work/out" || status=$?
  [ $status = 1 ] || { echo "$model: status $status"; failed=1; }
done

# pml NAME ANSWER < program; with and without reduction
pml() {
  local name=$1 wanted=$2 status got
  cat > "$work/m.pml"
  for reduction in on off; do
    status=0
    "$SELVAGE" check --quiet --engine explicit --reduction $reduction --no-deadlock "$work/m.pml" > "$work/out" 2>&1 || status=$?
    case $status in 0) got=holds ;; 1) got=violated ;; *) got="status $status" ;; esac
    [ "$got" = "$wanted" ] && continue
    echo "$name: $got, not $wanted (reduction $reduction)"
    head -20 "$work/out"
    failed=1
  done
}

# Values that nobody asks for are left out; the loop that is shown closes with them, after 8 rounds of
# it, after 4 rounds that belong to its stem, or never in so few steps as one would show.
pml counter violated << 'M'
byte n, x;
active proctype P() { do :: n = (n + 1) % 8; x = 1; x = 0 od }
ltl { <> [] (x == 0) }
M
grep -q '^ *24 .*x = 0' "$work/out" || { echo "counter: not 24 steps"; cat "$work/out"; failed=1; }
pml grows violated << 'M'
byte n, x;
active proctype P() { do :: n = (n < 4 -> n + 1 : n); x = 1; x = 0 od }
ltl { <> [] (x == 0) }
M
pml counters violated << 'M'
byte a, b, c, x;
active proctype P() { do :: a = (a + 1) % 7; b = (b + 1) % 251; c = (c + 1) % 241; x = 1; x = 0 od }
ltl { <> [] (x == 0) }
M
# A process may do for ever what matters to nobody else, and ends where it ends.
pml idle violated << 'M'
byte n, x;
active proctype P() { do :: n = 0 od }
active proctype Q() { x = 1 }
ltl { <> (x == 1) }
M
pml over violated << 'M'
byte n, x;
active proctype P() { n = 1; n = 2 }
ltl { <> (x == 1) }
M
pml waits violated << 'M'
byte n, x;
active proctype P() { do :: n < 3 -> n++ :: n == 3 -> break od; false; x = 1 }
ltl { <> (x == 1) }
M

# Atomic sections of others, passed through at once, while somebody loops; what is seen inside of them
# is not seen, and what stands behind them comes in all orders.
pml section_order violated << 'M'
byte a, b, c;
active proctype P() { c = 1; atomic { c = 2; a = 1 } }
active proctype Q() { c = 3; atomic { c = 4; b = 1 } }
ltl { (b == 0) W (a == 1) }
M
pml section_back violated << 'M'
byte a, b, c;
active proctype P() { c = 1; atomic { c = 2; a = 1 } }
active proctype Q() { c = 3; atomic { c = 4; b = 1 } }
ltl { (a == 0) W (b == 1) }
M
pml section_loop violated << 'M'
byte a, b;
active proctype P() { byte i; do :: atomic { i = 1; i = 0 } od }
active proctype Q() { byte j; j = 1; a = 1 }
ltl { <> [] (a == 0) }
M
pml section_waits violated << 'M'
byte a;
chan c = [1] of { byte };
active proctype P() { byte i; atomic { i = 1; c?i; a = 1 } }
active proctype Q() { byte j; do :: j = 0 od }
active proctype R() { byte k; k = 1; c!k }
ltl { <> [] (a == 0) }
M
pml section_stays violated << 'M'
byte a;
active proctype P() { byte i; i = 1; atomic { do :: i = 2; i = 1 od } }
active proctype Q() { byte j; j = 1; a = 1 }
ltl { <> (a == 1) }
M
pml section_kept holds << 'M'
byte a;
active proctype P() { byte i; do :: atomic { i = 1; a = 1; a = 0 } od }
active proctype Q() { byte j; do :: j = 1; j = 0 od }
ltl { [] (a == 0) || <> (a == 1) }
M

# Who moved last, who could move and where somebody stands are seen, too.
pml last violated << 'M'
byte n, m;
active proctype P() { byte i; do :: i = 1 - i od }
active proctype Q() { byte j; do :: j = 1 - j od }
ltl { [] <> (_last == 0) }
M
pml last_both violated << 'M'
active proctype P() { byte i; i = 1; i = 2; do :: i = 3 od }
active proctype Q() { byte j; j = 1; j = 2 }
ltl { ! <> (_last == 1 && <> (_last == 0)) }
M
pml able violated << 'M'
bit b;
active proctype P() { byte i; do :: i = 1 - i od }
active proctype Q() { b = 1; b == 0 }
never { do :: true :: !enabled(1) -> break od; accept: do :: !enabled(1) od }
M
pml places violated << 'M'
active proctype P() { byte i; i = 1; i = 2 }
active proctype Q() { byte j; j = 1; j = 2 }
never { do :: pc_value(0) == 2 && pc_value(1) == 1 -> break :: else od; accept: do :: true od }
M

# It reduces: straight processes that the formula does not see.
cat > "$work/wide.proc" << 'M'
bool done = false;
process p[i : 1..6] { skip; skip; skip; skip; }
process q { done = true; }
property p: eventually done;
M
count() { "$SELVAGE" check --quiet --format json --engine explicit --property p --reduction "$1" "$work/wide.proc" | sed 's/.*"states":"\([0-9]*\)".*/\1/'; }
on=$(count on) off=$(count off)
[ $((on * 10)) -lt "$off" ] || { echo "$on states with reduction, $off without"; failed=1; }

exit $failed
