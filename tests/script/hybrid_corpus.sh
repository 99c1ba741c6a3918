#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Other people's hybrid automata: every question of ../shared/corpus/hybrid is read; violations that PHAVerLite reports are found
# by bmc (none of them depends on its convex hulls), and nothing that it proves is violated. HyTech files, of which some are
# broken, are read or refused with a place: the table says which.
set -u
corpus=$SELVAGE_ROOT/../shared/corpus/hybrid
if ! [ -d "$corpus" ]; then
  echo "skipped: there is no ../shared/corpus/hybrid beside the checkout"
  exit 77
fi
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"

# --- PHAVer

phaver() {
  local question=$1 model=$2 answer=$3 status=0 seconds=1
  if [ "$answer" = unsafe ]; then seconds=60; fi
  timeout 90 "$SELVAGE" check --quiet --engine bmc --time $seconds --question "$corpus/phaver/$question.cfg" \
    "$corpus/phaver/$model" > out 2> err || status=$?
  case $answer:$status in
    unsafe:1 | safe:0 | safe:2 | "?:0" | "?:2") ;;
    *) fail "$question: $answer, but the status is $status: $(head -n 1 out) $(head -n 3 err)" ;;
  esac
  if grep -qE 'error:|unsupported:' err; then fail "$question is not read: $(head -n 3 err)"; fi
}

questions=0
while IFS=$'\t' read -r question model answer _; do
  [ "$question" = question ] && continue
  questions=$((questions + 1))
  phaver "$question" "$model" "$answer"
done < "$corpus/expected.tsv"

# --- proofs: by clauses over predicates (one of which PHAVerLite did not finish), and by polyhedra

proved() {
  local engine=$1 question=$2 model=$3 status=0
  timeout 120 "$SELVAGE" check --quiet --engine "$engine" --question "$corpus/phaver/$question.cfg" "$corpus/phaver/$model" \
    > out 2> err || status=$?
  if grep -q 'built without libppl' out err; then return; fi
  [ $status = 0 ] || fail "$question is not proved by $engine: status $status: $(head -n 1 out) $(head -n 3 err)"
}
proved ic3 NAV2-UB2 NAV2.pha
proved ic3 DRNW03-UB01 DRNW03-UB.pha
proved polyhedra NAV2-UB2 NAV2.pha
proved polyhedra FISCS04-UB04 FISCS04.pha

# --- HyTech: the status of `show`, and where it is not 0 the first line that is complained about

table='BangOlufsen.hy 65 407
BangOlufsen2.hy 65 107
FischerAHV93.hy 0
TrainAHV93.hy 0
audio-10Q-syn.hy 0
flipflop.hy 0
flipflop_CC.hy 0
spsmall_blueb_lsv.hy 0
spsmall_blueb_lsv_1p.hy 65 401
spsmall_obs.hy 0
spsmall_obs_2p.hy 0
sr_latch.hy 0
sr_latch_nand.hy 0
swimming3.hy 2 81
taawpretest.hy 0
testBoucle.imi.tmp.hy 0
visafull.hy 0'

files=0
while read -r name want line; do
  files=$((files + 1))
  status=0
  timeout 30 "$SELVAGE" show "$corpus/hytech/$name" > out 2> err || status=$?
  [ $status = "$want" ] || fail "$name: status $status instead of $want: $(head -n 3 err)"
  if [ -n "$line" ] && ! grep -E 'error:|unsupported:' err | head -n 1 | grep -q "/$name:$line:"; then
    fail "$name is not refused at line $line: $(head -n 2 err)"
  fi
done <<< "$table"
for file in "$corpus"/hytech/*.hy; do
  grep -q "^${file##*/} " <<< "$table" || fail "${file##*/} is not in the table"
done
echo "$questions questions, $files HyTech files, $failures failures"
exit $((failures > 0))
