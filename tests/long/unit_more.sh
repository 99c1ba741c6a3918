#!/usr/bin/env bash
# part: unit tests that draw at random, with many more draws: LTL formulas, abstractions
# timeout: 3600
set -u
. "$(dirname "$0")/_kit.sh"
SLICES=20

# Slice 0 draws formulas, the others models for abstraction, from another seed each.
run_slice() {
  local tests=$SELVAGE_BUILD/tests status=0 n=100000
  if [ "$1" = 0 ]; then LTL_FORMULAS=$n "$tests/test_ltl" || status=$?
  else n=20; ABSTRACT_SEED=$((1000 * $1)) ABSTRACT_COUNT=$n "$tests/test_abstract" || status=$?; fi
  if [ $status = 0 ]; then total $n 0 0; else total 0 1 0; fi
}
main "$@"
