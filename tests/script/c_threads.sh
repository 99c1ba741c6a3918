#!/usr/bin/env bash
# timeout: 300
#
# C programs that start threads without end, tests/threads/c/*.c: the engine `threads`, and `auto`, give the
# answer that each argues for in its head, and a search with a few threads finds no more. Random
# ones behind them; more of those: tests/differential/c_threads.py.
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
failed=0 checked=0
complain() {
  echo "FAILED $1"
  if [ -n "${STOP_AT_FIRST-}" ]; then exit 1; fi
  failed=$((failed + 1))
}

# ask FILE OPTION…: the status.
ask() {
  local file=$1 status=0
  shift
  timeout 100 "$SELVAGE" check --quiet "$@" "$file" > /dev/null 2>&1 || status=$?
  echo $status
}

case $SELVAGE_BUILD in
  */debug) ways="threads" random=2 ;;
  *) ways="threads threads,--reduction,off auto" random=10 ;;
esac

for file in "$SELVAGE_ROOT"/tests/threads/c/*.c; do
  name=${file##*/} time=30
  case $(sed -n 's,^// *expect: *,,p' "$file" | head -n 1) in
    holds) want=0 ;;
    violated) want=1 ;;
    unknown) want=2 time=2 ;;
    *) complain "$name does not say what to expect"; continue ;;
  esac
  for way in $ways; do
    status=$(ask "$file" --time $time --engine ${way//,/ })
    if [ $status != $want ]; then complain "$name, $way: status $status instead of $want"; fi
  done
  status=$(ask "$file" --time 5 --engine explicit --threads 3)
  if [ $status -gt 2 ] || { [ $status = 1 ] && [ $want != 1 ]; }; then complain "$name, three threads: status $status"; fi
  checked=$((checked + 1))
done
python3 "$SELVAGE_ROOT/tests/differential/c_threads.py" "$SELVAGE" --count $random --seed 1 --most 3 || failed=$((failed + 1))
echo "$checked programs, $failed failures"
[ $failed = 0 ] && [ $checked -gt 10 ]
