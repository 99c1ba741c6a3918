#!/usr/bin/env bash
# selvage sweep: the table, results that are kept and taken up again, parts, the page, what is refused.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > n.proc <<'MODEL'
param N = 3;
int[0..9] x = 0;
process p[i : 1..N] { x = (x + 1) % 10; }
property few: x < 4;
property some: x < 9;
MODEL
cat > broken.proc <<'MODEL'
process p { x = 1; }
MODEL

# status STATUS COMMAND…
status() {
  local want=$1 got=0
  shift
  "$@" > out 2> err || got=$?
  [ $got = "$want" ] || { fail "$*: status $got, not $want"; cat out err; }
}

sweep=("$SELVAGE" sweep n.proc --set N=2..4,6 --engine 'explicit,bmc' --property few --property some --time 60)
status 1 "${sweep[@]}" --results all.tsv --summary all.html
[ "$(grep -c 'holds' out)" = 6 ] || fail "a row for each question"
[ "$(grep -cE 'few +violated [0-9.]+ +violated [0-9.]+' out)" = 2 ] || fail "N = 4 and N = 6 are violated"
[ "$(wc -l < all.tsv)" = 18 ] || fail "a line for each task"
cut -f 1,3,4,5,6 all.tsv | tail -n +3 | sort > expected
[ "$(sort -u expected | wc -l)" = 16 ] || fail "every task once"
grep -q '<td class="violated"' all.html || fail "the page"

# Stopped in the middle of a line: what is there is not done again, the rest is.
{ head -n 9 all.tsv; printf 'n.proc\t12'; } > part.tsv
status 1 "${sweep[@]}" --results part.tsv
head -n 9 part.tsv | cmp - <(head -n 9 all.tsv) || fail "lines that were there"
cut -f 1,3,4,5,6 part.tsv | tail -n +3 | sort | cmp - expected || fail "the rest"
cp part.tsv before.tsv
status 1 "${sweep[@]}" --results part.tsv
cmp before.tsv part.tsv || fail "everything was done"

# A changed model is another task, other options another sweep.
sed 's/% 10/% 9/' n.proc > changed && mv changed n.proc
status 1 "${sweep[@]}" --results part.tsv
[ "$(wc -l < part.tsv)" = 34 ] || fail "the model has changed"
status 64 "$SELVAGE" sweep n.proc --time 61 --results part.tsv
grep -q 'another sweep' err || fail "other options"

# Parts are a partition.
for i in 1 2 3; do status 1 "${sweep[@]}" --part $i/3 --results "p$i.tsv"; done
cat p?.tsv | grep -v -e '^#' -e '^file' | cut -f 1,3,4,5,6 | sort | cmp - expected || fail "parts"

# Options go to the engines that take them; what none takes is refused, and so is nonsense.
status 0 "$SELVAGE" sweep n.proc --engine explicit,bdd,bmc --no-merge --order source --bound 20
status 64 "$SELVAGE" sweep n.proc --engine explicit,bdd --bound 20
status 64 "$SELVAGE" sweep n.proc --engine explicit,bdb
status 64 "$SELVAGE" sweep n.proc --part 4/3
status 64 "$SELVAGE" sweep n.proc --set N=5..1
status 64 "$SELVAGE" sweep n.proc --trace t.json
status 64 "$SELVAGE" sweep
status 64 "$SELVAGE" check n.proc --results r.tsv
status 64 "$SELVAGE" sweep n.proc --property fwe
status 65 "$SELVAGE" sweep n.proc broken.proc
grep -q 'broken.proc: malformed: line 1' err || fail "what is malformed"
status 74 "$SELVAGE" sweep n.proc --results /dev/full
status 74 "$SELVAGE" sweep n.proc --results no/such/folder.tsv
status 74 "$SELVAGE" sweep n.proc --summary /dev/full

# Interrupted: what is done is kept.
cat > slow.pml <<'MODEL'
int a, b;
active proctype P() { do :: a++ od }
active proctype Q() { do :: b++ od }
MODEL
got=0
"$SELVAGE" sweep n.proc slow.pml --engine explicit --results slow.tsv > out 2> err & pid=$!
for _ in $(seq 100); do [ -e slow.tsv ] && [ "$(wc -l < slow.tsv)" = 3 ] && break; sleep 0.1; done
kill -INT $pid
wait $pid || got=$?
[ $got = 2 ] || fail "interrupted: status $got"
grep -q '1 of 2 tasks are done' err || fail "interrupted: what is done"
[ "$(wc -l < slow.tsv)" = 3 ] || fail "interrupted: what is kept"

exit $((failures > 0))
