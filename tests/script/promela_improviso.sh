#!/usr/bin/env bash
# builds: release
# timeout: 120
#
# The models of the ImProviso paper, where they lie beside the checkout as
# ../shared/corpus/improviso: without reduction the numbers of states must be those of
# its tables (../shared/tables/improviso.tsv), which SPIN, PV and NuSMV agreed on, and
# those that follow from the models: 3^n for `best` and `worst`.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/improviso
table=$SELVAGE_ROOT/../shared/tables/improviso.tsv
if ! [ -d "$corpus" ] || ! [ -f "$table" ]; then
  echo "skipped: there is no ../shared/corpus/improviso beside the checkout"
  exit 77
fi

failed=0 checked=0

# expect STATES FILE OPTION...: the number of states, and no violation.
expect() {
  local wanted=$1 file=$2 states
  shift 2
  states=$(timeout 60 "$SELVAGE" check --quiet --time 50 --engine explicit --reduction off --keep-going --no-deadlock --format json \
    "$@" "$corpus/$file.pml" | sed -nE 's/.*"states": *"([0-9]+)".*/\1/p' | head -n 1)
  checked=$((checked + 1))
  if [ "$states" != "$wanted" ]; then
    echo "FAILED $file $*: ${states:-no} states instead of $wanted"
    failed=$((failed + 1))
  fi
}

# in_table MODEL N REDUCTION: what the paper says of Spin.
in_table() { awk -F'\t' -v m="$1" -v n="$2" -v r="$3" '$1 == m && $2 == n && $3 == r { print $12 }' "$table"; }

for n in 2 3 4; do
  expect "$(in_table leader $n none)" leader -DN=$n
done
for n in 2 3 4; do
  expect "$(in_table leader_nondet $n none)" leader -DN=$n -DND
done
for n in 3 5 7 10; do
  expect $((3 ** n)) best -DN=$n
  expect $((3 ** n)) worst -DN=$n
done

echo "$checked counts, $failed differ"
[ $failed = 0 ]
