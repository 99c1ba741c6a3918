#!/usr/bin/env bash
# The tests of the engine gpu on the GPU of this machine: our own models of every language, limits, the cache, walks
# (tests/script/gpu.sh), and COUNT random models (40), each with every kind of search; then a search and walks under
# compute-sanitizer, where it is. The first line says which GPU. Without one: 77.
#
# usage: script/test gpu [COUNT]
#
# SELVAGE and RANDOM_MODELS name the programs; otherwise the release build is taken, or made.
set -eu
cd "$(dirname "$0")/.."
count=${1:-40}
if [ -z "${SELVAGE-}" ]; then
  SELVAGE=$PWD/build/release/selvage
  RANDOM_MODELS=$PWD/build/release/tests/random_models
  [ -x "$SELVAGE" ] || { cmake --preset release > /dev/null; cmake --build --preset release > /dev/null; }
fi
export SELVAGE SELVAGE_ROOT=$PWD SELVAGE_DEVICE=${SELVAGE_DEVICE:-gpu}
failures=0

ask() { "$SELVAGE" check --quiet --format json --engine gpu --device "$SELVAGE_DEVICE" "$@"; }
name=$(ask examples/leader.pml | sed -nE 's/.*"device":"([^"]*)".*/\1/p')
if [ -z "$name" ]; then
  ask examples/leader.pml | sed -nE 's/.*"reason":"([^"]*)".*/\1/p' | head -n 1
  exit 77
fi
echo "device: $name"

tests/script/gpu.sh || failures=$((failures + 1))
if [ -x "${RANDOM_MODELS-}" ]; then
  out=$(mktemp -d)
  "$RANDOM_MODELS" --only gpu --count "$count" --seed 70001 --time 300 --out "$out" || failures=$((failures + 1))
  rm -rf "$out"
else
  echo "no random models: there is no such program"
fi
for options in "" "--search walk --walk 20000"; do
  command -v compute-sanitizer > /dev/null || { echo "no compute-sanitizer"; break; }
  for tool in memcheck racecheck; do
    status=0
    # shellcheck disable=SC2086
    compute-sanitizer --target-processes all --tool $tool --error-exitcode 9 "$SELVAGE" check --quiet --engine gpu --memory 4000 \
      $options examples/leader.pml > sanitizer.log 2>&1 || status=$?
    grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' sanitizer.log | sed "s/^/$tool ${options:-search}: /" || true
    if [ $status = 9 ]; then failures=$((failures + 1)); fi
    rm -f sanitizer.log
  done
done
echo "$failures failed"
exit $((failures > 0))
