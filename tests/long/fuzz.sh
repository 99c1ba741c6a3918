#!/usr/bin/env bash
# part: every libFuzzer target for ten minutes, in slices of one
# builds: release fuzz
# timeout: 600
set -u
. "$(dirname "$0")/_kit.sh"
need clang
shopt -s nullglob
sources=("$SELVAGE_ROOT"/tests/fuzz/fuzz_*.c)
SLICES=$((${#sources[@]} * 10))

run_slice() {
  local source=${sources[$(($1 % ${#sources[@]}))]} name found words=()
  name=${source##*/fuzz_}
  name=${name%.c}
  local program=$SELVAGE_ROOT/build/fuzz/tests/libfuzzer_$name seeds=("$SELVAGE_ROOT/tests/fuzz/seeds/$name")
  [ ! -d "$SELVAGE_ROOT/tests/corpus/$name" ] || seeds+=("$SELVAGE_ROOT/tests/corpus/$name")
  [ ! -d "$SELVAGE_ROOT/tests/errors/$name" ] || seeds+=("$SELVAGE_ROOT/tests/errors/$name")
  [ ! -f "$SELVAGE_ROOT/tests/fuzz/$name.dict" ] || words=(-dict="$SELVAGE_ROOT/tests/fuzz/$name.dict")
  [ -x "$program" ] || { echo "there is no $program"; return 1; }
  # What earlier slices of the target found goes on being used.
  found=$(dirname "$LONG_OUT")/fuzz-found/$name
  mkdir -p "$found"
  "$program" -max_total_time=60 -timeout=20 -rss_limit_mb=4000 -seed=$((1 + $1)) -artifact_prefix="$LONG_OUT/" \
    ${words[@]+"${words[@]}"} "$found" "${seeds[@]}" 2>&1 | tail -n 60
  if ls "$LONG_OUT"/crash-* "$LONG_OUT"/leak-* "$LONG_OUT"/timeout-* "$LONG_OUT"/oom-* > /dev/null 2>&1
  then total 0 1 0; else total 1 0 0; fi
}
main "$@"
