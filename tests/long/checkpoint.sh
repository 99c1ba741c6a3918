#!/usr/bin/env bash
# part: checks killed at random moments and resumed, 200 times
# timeout: 1200
set -u
. "$(dirname "$0")/_kit.sh"
SLICES=10

run_slice() {
  local status=0
  SELVAGE_KILLS=20 SELVAGE_SEED=$((100 + $1)) "$SELVAGE_ROOT/tests/script/checkpoint.sh" > "$LONG_OUT/said" 2>&1 || status=$?
  cat "$LONG_OUT/said"
  rm -f "$LONG_OUT/said"
  if [ $status = 0 ]; then total 20 0 0; else total 0 1 0; fi
}
main "$@"
