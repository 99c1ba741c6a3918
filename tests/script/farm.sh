#!/usr/bin/env bash
# builds: release
#
# `sweep` under mpirun: whatever the number of ranks, the table and the results are those of one process; a farm that
# was stopped goes on where it was, and ranks that have read different files are told so. Skipped where there is no mpirun.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
command -v mpirun > /dev/null || { echo "skipped: there is no mpirun"; exit 77; }
[ -f "$SELVAGE_BUILD/selvage_mpi.so" ] || { echo "skipped: Selvage was built without MPI"; exit 77; }
# Ranks share processors here; a job that ends in another status than 0 need not be waited for.
export OMPI_MCA_odls_base_sigkill_timeout=0 OMPI_MCA_btl=self,vader OMPI_MCA_rmaps_base_oversubscribe=1
ranks() { timeout 100 mpirun --allow-run-as-root --oversubscribe --quiet -n "$@"; }

cat > n.proc <<'MODEL'
param N = 3;
int[0..9] x = 0;
process p[i : 1..N] { x = (x + 1) % 10; }
property few: x < 4;
property some: x < 9;
MODEL
echo 'process p { x = 1; }' > broken.proc
questions=(n.proc broken.proc --set N=2..4,6 --engine 'explicit,bmc' --property few --property some --time 60)
answers() { cut -f 1-6,8,9,12 "$1" | tail -n +3 | sort; }
table() { sed -E 's/[0-9]+\.[0-9]+//g; s/ +/ /g' "$1"; }

status=0
"$SELVAGE" sweep "${questions[@]}" --results one.tsv > one.out 2> one.err || status=$?
[ $status = 65 ] || fail "one process: status $status"
for n in '1' '2' '3' '8' '2 jobs'; do
  jobs=$([ "$n" = '2 jobs' ] && echo 3 || echo 1) status=0
  ranks "${n% jobs}" "$SELVAGE" sweep "${questions[@]}" --jobs $jobs --results "$n.tsv" --summary "$n.html" > "$n.out" 2> "$n.err" || status=$?
  [ $status = 65 ] || fail "$n ranks: status $status: $(head -n 5 "$n.err")"
  diff <(answers one.tsv) <(answers "$n.tsv") || fail "$n ranks: other results"
  diff <(table one.out) <(table "$n.out") || fail "$n ranks: another table"
  [ -s "$n.html" ] || fail "$n ranks: no page"
done

# What is there is not done again, the rest is.
{ head -n 9 one.tsv; printf 'n.proc\t12'; } > part.tsv
ranks 3 "$SELVAGE" sweep "${questions[@]}" --results part.tsv > out 2> err || true
head -n 9 part.tsv | cmp - <(head -n 9 one.tsv) || fail 'lines that were there'
diff <(answers one.tsv) <(answers part.tsv) || fail 'the rest'

# Files that are not the same.
mkdir other
sed 's/% 10/% 9/' n.proc > other/n.proc
cp broken.proc other
status=0
ranks 1 "$SELVAGE" sweep "${questions[@]}" : -n 1 bash -c 'cd other; exec "$0" "$@"' "$SELVAGE" sweep "${questions[@]}" > out 2> err || status=$?
[ $status = 64 ] && grep -q 'read different files' err || fail "different files: $status, $(cat err)"

# A rank is stopped or killed in the middle: what is done is kept.
cat > slow.pml <<'MODEL'
int a, b;
active proctype P() { do :: a++ od }
active proctype Q() { do :: b++ od }
MODEL
for signal in INT KILL; do
  rm -f slow.tsv pid.*
  ranks 3 bash -c 'echo $$ > pid.$OMPI_COMM_WORLD_RANK; exec "$0" sweep n.proc slow.pml --engine explicit --results slow.tsv' \
    "$SELVAGE" > out 2> err & job=$!
  for _ in $(seq 200); do [ -e slow.tsv ] && [ "$(wc -l < slow.tsv)" = 3 ] && break; sleep 0.1; done
  kill -s $signal "$(cat pid.1)"
  status=0
  wait $job || status=$?
  [ $status != 0 ] || fail "$signal: status 0"
  [ $signal = KILL ] || grep -q 'interrupted: 1 of 2 tasks are done' err || fail "$signal: $(cat err)"
  [ "$(wc -l < slow.tsv)" = 3 ] || fail "$signal: what was done is lost"
done
exit $((failures > 0))
