#!/usr/bin/env bash
# part: 20,000 random Promela programs against Spin: states, errors, claims, in every mode
set -u
. "$(dirname "$0")/_kit.sh"
need spin python3
SLICES=200

run_slice() {
  local log=$LONG_OUT/said programs failed
  python3 "$SELVAGE_ROOT/tests/differential/promela.py" --selvage "$SELVAGE" --jobs 1 \
    --seed $((100001 + 100 * $1)) --count 100 2>&1 | tee "$log"
  programs=$(number '([0-9]+) programs, [0-9]+ disagreements' "$log")
  failed=$(number '[0-9]+ programs, ([0-9]+) disagreements' "$log")
  compared=$(number '\(([0-9]+) compared' "$log")
  rm -f "$log"
  [ "$programs" -gt 0 ] || return 1
  total $((compared - failed)) "$failed" $((programs - compared))
}
main "$@"
