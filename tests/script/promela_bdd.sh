#!/usr/bin/env bash
# builds: release
# timeout: 240
#
# The models of the ImProviso paper in the bdd engine: each search must find exactly as many
# states as the paper's tables say (../shared/tables/improviso.tsv), where the models lie beside
# the checkout as ../shared/corpus/improviso. Without reduction that is the number of NuSMV, with
# phase 1 of local steps that of ImProviso, in two-phase search that of PV. The
# paper has no numbers for channels in phase 1; those here keep ours from changing unseen.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/improviso
table=$SELVAGE_ROOT/../shared/tables/improviso.tsv
if ! [ -d "$corpus" ] || ! [ -f "$table" ]; then
  echo "skipped: there is no ../shared/corpus/improviso beside the checkout"
  exit 77
fi

failed=0 checked=0

# expect STATES FILE OPTION...: the answer is `holds`, with this number of states.
expect() {
  local wanted=$1 file=$2 answer states
  shift 2
  answer=$(timeout 60 "$SELVAGE" check --quiet --time 50 --engine bdd --format json "$@" "$corpus/$file.pml")
  states=$(sed -nE 's/.*"answer": *"holds".*"states": *"([0-9]+)".*/\1/p' <<<"$answer")
  checked=$((checked + 1))
  if [ "$states" != "$wanted" ]; then
    echo "FAILED $file $*: ${states:-no} states instead of $wanted: ${answer:0:200}"
    failed=$((failed + 1))
  fi
}

# in_table MODEL N COLUMN: the paper's number, in the row with or without reduction that has one.
in_table() {
  awk -F'\t' -v m="$1" -v n="$2" -v c="$3" '$1 == m && $2 == n && $c != "-" { print $c; exit }' "$table"
}
readonly NUSMV=4 IMPROVISO=7

# searches MODEL N CHANNELS PV FILE OPTION...: all of them.
searches() {
  local model=$1 n=$2 channels=$3 pv=$4 search
  shift 4
  for search in bfs chaining saturation; do
    expect "$(in_table "$model" "$n" $NUSMV)" "$@" -DN="$n" --search $search
  done
  for queue in shifting cyclic; do
    expect "$(in_table "$model" "$n" $IMPROVISO)" "$@" -DN="$n" --search improviso --phase1 local --queue $queue
    expect "$channels" "$@" -DN="$n" --search improviso --phase1 channels --queue $queue
  done
  expect "$pv" "$@" -DN="$n" --search twophase --phase1 local
}

searches leader 2 24 48 leader
searches leader 3 36 209 leader
searches leader 4 48 922 leader
searches leader_nondet 2 65 139 leader -DND
searches leader_nondet 3 508 3298 leader -DND
searches best 7 15 15 best
searches worst 3 15 27 worst

# The paper prints six digits of these.
three_20=$((3 ** 20)) two_21=$((2 ** 21 - 1))
for model in best worst; do
  for search in bfs chaining saturation; do expect $three_20 $model -DN=20 --search $search; done
done
for phase1 in local channels; do
  expect 41 best -DN=20 --search improviso --phase1 $phase1
  expect $two_21 worst -DN=20 --search improviso --phase1 $phase1
  expect 2535301200456458802993406410751 worst -DN=100 --search improviso --phase1 $phase1   # 2^101 - 1
done
expect 41 best -DN=20 --search twophase --phase1 local
expect 515377520732011331036461129765621272702107522001 worst -DN=100 --search saturation     # 3^100

# Certificates of some thousand nodes; migratory has 20,000.
certified() {
  local answer
  answer=$(timeout 60 "$SELVAGE" check --quiet --time 50 --engine bdd --certify --format json "$@")
  checked=$((checked + 1))
  if ! grep -q '"certified": *true' <<<"$answer"; then
    echo "FAILED $*: not certified: ${answer:0:400}"
    failed=$((failed + 1))
  fi
}
certified "$corpus/leader.pml" -DN=3 -DND
certified "$SELVAGE_ROOT/bench/bdd/migratory.pml"

echo "$checked counts, $failed differ"
[ $failed = 0 ]
