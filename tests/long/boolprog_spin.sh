#!/usr/bin/env bash
# part: 5,000 random Boolean programs against Spin, written as Promela: every assertion, by every engine
# timeout: 3600
set -u
. "$(dirname "$0")/_kit.sh"
need spin gcc python3
SLICES=100

run_slice() {
  local log=$LONG_OUT/said programs failed large
  python3 "$SELVAGE_ROOT/tests/differential/boolprog.py" --selvage "$SELVAGE" --batch 25 \
    --seed $((200001 + 50 * $1)) --count 50 2>&1 | tee "$log"
  programs=$(number '([0-9]+) programs: ' "$log")
  large=$(number ', ([0-9]+) too large' "$log")
  failed=$(number ', ([0-9]+) (failed|disagreements?)' "$log")
  rm -f "$log"
  [ "$programs" -gt 0 ] || return 1
  total $((programs - large - failed)) "$failed" "$large"
}
main "$@"
