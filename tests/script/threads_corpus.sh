#!/usr/bin/env bash
# timeout: 400
#
# Our own programs that start threads without end, tests/threads/*.bp and *.svm: the engine
# `threads`, and `auto`, give the answer that each argues for in its head, and what a search
# with a few threads finds is among it; pairs alone never say that what is violated holds. Other engines would search for ever.
set -u

failed=0 checked=0
complain() {
  echo "FAILED $1"
  if [ -n "${STOP_AT_FIRST-}" ]; then exit 1; fi
  failed=$((failed + 1))
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# check NAME STATUS ENGINE FILE: the answer, and that the trace is a run.
check() {
  local status=0 engine=$3 file=$4
  rm -f "$scratch/trace.json"
  timeout 100 "$SELVAGE" check --quiet --time 60 --engine $engine --trace "$scratch/trace.json" "$file" \
    >/dev/null 2>&1 || status=$?
  if [ $status != "$2" ]; then complain "$1, $engine: status $status instead of $2"; return; fi
  if [ $status != 1 ]; then return; fi
  status=0
  timeout 60 "$SELVAGE" replay "$scratch/trace.json" "$file" >"$scratch/replay" 2>&1 || status=$?
  if [ $status != 1 ]; then complain "$1, $engine: replay: $(head -n 1 "$scratch/replay")"; fi
}

for file in "$SELVAGE_ROOT"/tests/threads/*.bp "$SELVAGE_ROOT"/tests/threads/*.svm; do
  name=$(basename "$file")
  case $(sed -n 's,^// *expect: *,,p' "$file" | head -n 1) in
    holds) want=0 ;;
    violated) want=1 ;;
    *) complain "$name does not say what to expect"; continue ;;
  esac
  for engine in "threads" "threads --reduction off" auto; do
    check "$name" $want "$engine" "$file"
  done
  status=0
  timeout 100 "$SELVAGE" check --quiet --time 60 --engine threads --approximate --repr pairs "$file" >/dev/null 2>&1 || status=$?
  if [ $status != 2 ] && [ $status != $want ]; then complain "$name, pairs: status $status"; fi
  for threads in 1 2 3; do
    status=0
    timeout 60 "$SELVAGE" check --quiet --time 5 --engine explicit --threads $threads "$file" >/dev/null 2>&1 || status=$?
    if [ $status = 1 ] && [ $want = 0 ]; then complain "$name is violated with $threads threads"; fi
    if [ $status -gt 2 ]; then complain "$name, $threads threads: status $status"; fi
  done
  checked=$((checked + 1))
done
echo "$checked programs, $failed failures"
[ $failed = 0 ] && [ $checked -gt 20 ]
