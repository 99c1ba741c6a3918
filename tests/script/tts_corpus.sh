#!/usr/bin/env bash
# timeout: 600
#
# Thread transition systems of ../shared/corpus/boolprog: the engine `threads`
# agrees with their labels, and its traces are runs. A label with a question mark is only a guess.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/boolprog
if ! [ -r "$corpus/expected.tsv" ]; then
  echo "skipped: there is no $corpus"
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 checked=0
complain() { echo "FAILED $*"; failed=$((failed + 1)); }
while IFS=$'\t' read -r file label _; do
  case $file in *.tts | *.ttd) ;; *) continue ;; esac
  case $label in SAFE) want=0 ;; UNSAFE) want=1 ;; *) continue ;; esac
  status=0
  timeout 120 "$SELVAGE" check --quiet --time 100 --engine threads --trace "$scratch/trace.json" \
    "$corpus/$file" >/dev/null 2>&1 || status=$?
  checked=$((checked + 1))
  if [ $status != $want ]; then complain "$file: status $status instead of $want"; continue; fi
  if [ $status = 1 ]; then
    status=0
    timeout 60 "$SELVAGE" replay "$scratch/trace.json" "$corpus/$file" >"$scratch/replay" 2>&1 || status=$?
    if [ $status != 1 ]; then complain "$file: replay: $(head -n 1 "$scratch/replay")"; fi
  fi
done <"$corpus/expected.tsv"
echo "$checked systems, $failed failed"
[ $failed = 0 ] && [ $checked -gt 0 ]
