#!/usr/bin/env bash
# builds: release
# timeout: 200
#
# Pools of events with deferral in every encoding of queues that bmc has: what explicit search finds is found, and nothing else.
# The steps of a pool are those of the thesis' table 4.1: a message comes, is taken, is deferred, is released.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
corpus=$SELVAGE_ROOT/tests/corpus/uml

try() {
  local bmc=("$SELVAGE" check --quiet --engine bmc --solver "$1" "$2" "$3" --bound 7 --induction off --time 60)
  expect 1 'violated: invariant all' "${bmc[@]}" --property all "$corpus/defer_released.puml"
  expect '0|2' 'no violation within|holds|no run' "${bmc[@]}" --property order "$corpus/defer_order.puml"
  expect 1 'violated: .*overflow' "${bmc[@]}" --property overflow --pool 2 "$corpus/overflow.puml"
}

for queue in shifting cyclic linear unordered; do try sat --queue $queue; done
for queue in shifting-int cyclic-bits cyclic-uif cyclic-array linear-array; do try smt --queue-terms $queue; done
exit $((failures > 0))
