#!/usr/bin/env bash
# part: 5,000 random programs of the process language against an interpreter of their own, by every engine
set -u
. "$(dirname "$0")/_kit.sh"
need python3
SLICES=100

run_slice() {
  local log=$LONG_OUT/said programs large failed
  python3 "$SELVAGE_ROOT/tests/differential/proc.py" --selvage "$SELVAGE" --seed $((400001 + 50 * $1)) --count 50 \
    2>&1 | tee "$log"
  programs=$(number '([0-9]+) programs, ' "$log")
  large=$(number ', ([0-9]+) too large' "$log")
  failed=$(number ', ([0-9]+) disagreements' "$log")
  rm -f "$log"
  [ "$programs" -gt 0 ] || return 1
  total $((programs - large - failed)) "$failed" "$large"
}
main "$@"
