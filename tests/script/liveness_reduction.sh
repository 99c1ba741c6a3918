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
