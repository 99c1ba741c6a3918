#!/usr/bin/env bash
# part: every engine on models of other people, against the answers and numbers of states of other tools
# timeout: 7200
set -u
. "$(dirname "$0")/_kit.sh"
need python3
corpus=$SELVAGE_ROOT/../shared/corpus
[ -d "$corpus" ] || skip "there is no ../shared/corpus beside the checkout"
engines() { "$SELVAGE_ROOT/tests/differential/corpus_engines.py" --selvage "$SELVAGE" --corpus "$(readlink -f "$corpus")" "$@"; }
SLICES=$(engines --list)

run_slice() {
  local log=$LONG_OUT/said
  engines --seconds 10 --slice "$1/$SLICES" 2>&1 | tee "$log"
  set -- $(sed -nE 's/^([0-9]+) agree, ([0-9]+) differ, ([0-9]+) late$/\1 \2 \3/p' "$log")
  rm -f "$log"
  [ $# = 3 ] || return 1
  total "$@"
}
main "$@"
