#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The benchmark families of bench/pbmc say what they are said to: on small instances `explicit` finds the
# answer, and `bmc` finds it too, with and without projections, on bits and on mathematical integers.
# What `--projection auto` decides is what docs/bench-pbmc.md says.
set -eu
families=$SELVAGE_ROOT/bench/pbmc/families.py
. "$SELVAGE_ROOT/tests/script/kit.sh"

# check STATUS COMMAND…
check() {
  local want=$1 status=0
  shift
  "$SELVAGE" check --quiet --time 30 "$@" > out 2>&1 || status=$?
  [[ $status =~ ^($want)$ ]] || { fail "$* -> status $status, wanted $want"; tail -n 3 out; }
}

# family STATUS BOUND PROPERTY NAME [GENERATOR OPTION…] [-- SELVAGE OPTION…]
family() {
  local status=$1 bound=$2 property=$3 name=$4 generate=() options=()
  shift 4
  while [ $# -gt 0 ] && [ "$1" != -- ]; do generate+=("$1"); shift; done
  [ $# -gt 0 ] && shift
  options=(--property "$property" "$@")
  local bounded=$status
  [ "$status" = 0 ] && bounded='0|2'
  for numbers in bits int; do
    python3 "$families" "$name" --numbers $numbers "${generate[@]+"${generate[@]}"}" > model.proc
    check "$status" --engine explicit "${options[@]}" model.proc
    for projection in off on; do
      for semantics in interleaving serial process; do
        [ $numbers = int ] && [ $semantics != interleaving ] && continue
        check "$bounded" --engine bmc --induction off --bound "$bound" --semantics $semantics \
          --projection $projection "${options[@]}" model.proc
      done
    done
  done
}

family 0 7 no_collision indexer-2 -- --set SIZE=32 --set MESSAGES=2
family 1 16 no_collision indexer-2 -- --set SIZE=1 --set MESSAGES=1
family 0 8 no_overflow fsys-2 -- --set INODES=2 --set BLOCKS=2
family 1 10 apart dphil-3
family 0 8 apart dphil-3 -- --set BUG=3
for seed in 1 2; do
  family 1 12 values litmus-2 --seed $seed
  family 0 12 values litmus-2 --seed $seed --unsat
done
family 1 12 values local-2
family 0 12 values local-2 --unsat

# decides on|off NUMBERS SEMANTICS FILE
decides() {
  local want=$1 says=off
  "$SELVAGE" check --quiet --time 30 --engine bmc --induction off --bound 1 --format json \
    --solver "$([ "$2" = int ] && echo smt || echo sat)" --semantics "$3" "$4" > out 2>&1 || true
  grep -q '"projection"' out && says=on
  grep -q '"solver"' out || fail "$*: no answer"
  [ $says = "$want" ] || fail "$*: auto is $says"
}

for numbers in bits int; do
  for name in indexer-3 local-4 litmus-4 dphil-4 fsys-3; do
    python3 "$families" $name --numbers $numbers > model.proc
    for semantics in interleaving serial process; do
      case "$name $numbers $semantics" in
      indexer*int\ inter* | local*int\ inter*) decides on $numbers $semantics model.proc ;;
      *) decides off $numbers $semantics model.proc ;;
      esac
    done
  done
done
echo 'int x = 0; process alone { while true { x = x + 1; } } property small: x < 9;' > one.proc
decides off int interleaving one.proc
exit $((failures > 0))
