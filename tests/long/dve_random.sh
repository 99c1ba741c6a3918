#!/usr/bin/env bash
# part: 5,000 random DVE systems against an interpreter of their own, by every engine
set -u
. "$(dirname "$0")/_kit.sh"
need python3
SLICES=100

run_slice() {
  local log=$LONG_OUT/said compared large failed
  python3 "$SELVAGE_ROOT/tests/differential/dve.py" --seed $((300001 + 50 * $1)) --count 50 2>&1 | tee "$log"
  compared=$(number '([0-9]+) systems compared' "$log")
  large=$(number ', ([0-9]+) too large' "$log")
  failed=$(number ', ([0-9]+) failed' "$log")
  rm -f "$log"
  [ "$compared" -gt 0 ] || return 1
  total $((compared - failed)) "$failed" "$large"
}
main "$@"
