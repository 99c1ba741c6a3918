#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# A quick slice of other people's C programs (../shared/corpus/c): no answer is
# wrong, and at least eight in ten are right. All of them:
# tests/differential/c_corpus.py build/release/selvage ../shared/corpus/c --time 60
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
corpus=$SELVAGE_ROOT/../shared/corpus/c
[ -f "$corpus/expected.tsv" ] || { echo "skipped: there is no ../shared/corpus/c"; exit 77; }
output=$(python3 "$SELVAGE_ROOT/tests/differential/c_corpus.py" "$SELVAGE" "$corpus" --time 20 --slice 2/8) || {
  echo "$output"
  exit 1
}
echo "$output"
right=$(sed -nE 's/.*[ ,]([0-9]+) right.*/\1/p' <<< "$output")
explained=$(sed -nE 's/.*[ ,]([0-9]+) explained.*/\1/p' <<< "$output")
all=$(sed -nE 's/^([0-9]+) programs:.*/\1/p' <<< "$output")
[ $((10 * (right + ${explained:-0}))) -ge $((8 * all)) ] || { echo "FAILED: fewer than eight in ten"; exit 1; }
