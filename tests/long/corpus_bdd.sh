#!/usr/bin/env bash
# part: bdd in every search and order of bits against explicit search, on models of other people
# timeout: 3600
set -u
. "$(dirname "$0")/_kit.sh"
need python3
corpus=$SELVAGE_ROOT/../shared/corpus
[ -d "$corpus" ] || skip "there is no ../shared/corpus beside the checkout"
# One slice for some models of a language: those whose path has this number, modulo all.
SLICES=120

mine() { # every SLICES-th model of the lists
  for language in promela dve boolprog; do
    tail -n +2 "$corpus/$language/expected.tsv" | cut -f 1 | awk -v language=$language '!seen[$1]++ { print language "/" $1 }'
  done | awk -v i="$1" -v n=$SLICES 'NR % n == i'
}

run_slice() {
  local results=$LONG_OUT/results models
  mapfile -t models < <(mine "$1")
  "$SELVAGE_ROOT/tests/differential/corpus_bdd.py" --selvage "$SELVAGE" --corpus "$(readlink -f "$corpus")" --recorded \
    --seconds 5 --results "$results" "${models[@]}"
  words() { grep -c "\"word\": \"$1\"" "$results"; }
  [ -s "$results" ] || { total 0 0 0; return; }
  total $(($(words equal) + $(words ended))) "$(words different)" "$(words 'not ended')"
  rm -f "$results"
}
main "$@"
