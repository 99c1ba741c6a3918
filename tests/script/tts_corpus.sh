#!/usr/bin/env bash
# timeout: 600
#
# Thread transition systems of ../shared/corpus/boolprog: the engine `threads`
# agrees with their labels. A label with a question mark is only a guess.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/boolprog
if ! [ -r "$corpus/expected.tsv" ]; then
  echo "skipped: there is no $corpus"
  exit 77
fi
failed=0 checked=0
while IFS=$'\t' read -r file label _; do
  case $file in *.tts | *.ttd) ;; *) continue ;; esac
  case $label in SAFE) want=0 ;; UNSAFE) want=1 ;; *) continue ;; esac
  status=0
  timeout 120 "$SELVAGE" check --quiet --time 100 --engine threads "$corpus/$file" >/dev/null 2>&1 || status=$?
  checked=$((checked + 1))
  if [ $status != $want ]; then
    echo "FAILED $file: status $status instead of $want"
    failed=$((failed + 1))
  fi
done <"$corpus/expected.tsv"
echo "$checked systems, $failed failed"
[ $failed = 0 ] && [ $checked -gt 0 ]
