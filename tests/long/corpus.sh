#!/usr/bin/env bash
# part: every model of tests/corpus by every engine with every option, against what its head says
set -u
. "$(dirname "$0")/_kit.sh"
files=("$SELVAGE_ROOT"/tests/corpus/*/*.*)
SLICES=$(((${#files[@]} + 9) / 10))

run_slice() {
  local file good=0 bad=0
  for file in "${files[@]:$((10 * $1)):10}"; do
    case $file in *.h | *.inc) continue ;; esac
    if timeout 600 "$SELVAGE_ROOT/tests/script/corpus.sh" "$file"; then good=$((good + 1)); else bad=$((bad + 1)); fi
  done
  total "$good" "$bad" 0
}
main "$@"
