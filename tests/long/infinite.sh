#!/usr/bin/env bash
# part: 10,000 random models with random recurrences, by every engine that looks for infinite runs
#
# Half of the slices draw models of one profile, the others as the seed has it.
set -u
. "$(dirname "$0")/_kit.sh"
SLICES=200

run_slice() {
  local program=$SELVAGE_BUILD/tests/random_models log=$LONG_OUT/said profiles profile=() models=0 failed late=0
  profiles=$("$program" --list | sed -n 's/^profile \([a-z]*\).*/\1/p')
  # shellcheck disable=SC2206
  profiles=($profiles)
  [ $(($1 % 2)) = 0 ] || profile=(--profile "${profiles[$(($1 / 2 % ${#profiles[@]}))]}")
  "$program" --infinite --only infinite --seed $((3000001 + 50 * $1)) --count 50 --time 240 --stop 50 \
    --out "$LONG_OUT" "${profile[@]}" 2>&1 | tee "$log"
  models=$(number '^([0-9]+) models ' "$log")
  failed=$(grep -c '^seed [0-9]*: ' "$log")
  late=$(awk '/runs with a limit of time were late/ { n += $1 } END { print n + 0 }' "$log")
  rm -f "$log"
  [ "$models" -gt 0 ] || return 1
  total $((models - failed)) "$failed" "$late"
}
main "$@"
