#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The BEEM models of ../shared/corpus/dve: all can be read; small ones have the
# numbers of states and transitions, and the reachable goals, of BEEM's
# database. Nothing to do where the corpus is not there.
#   dve_corpus.sh [MOST]        models with at most MOST states (default 60000)
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/dve
[ -r "$corpus/expected.tsv" ] || { echo "skipped: there is no $corpus"; exit 77; }
most=${1-60000}
failed=0 read=0 counted=0

for file in "$corpus"/*.dve; do
  read=$((read + 1))
  timeout 60 "$SELVAGE" show "$file" > /dev/null 2>&1 && continue
  echo "FAILED $file cannot be read"
  failed=$((failed + 1))
done

# file, states, transitions (or ?) of the models that are small enough.
small() {
  awk -F'\t' -v most="$most" \
    '$7 == "reach-all" && $3 == "yes" && $2 + 0 <= most { print $1, $2, $4 }' "$corpus/expected.tsv"
}

while read -r name states transitions; do
  got=$(timeout 120 "$SELVAGE" check --engine explicit --reduction off --keep-going --quiet --time 100 \
    "$corpus/$name" 2> /dev/null | sed -nE 's/^([0-9]+) states, ([0-9]+) transitions.*/\1 \2/p')
  counted=$((counted + 1))
  [ "$transitions" = "?" ] && got="${got% *} ?"
  [ "$got" = "$states $transitions" ] && continue
  echo "FAILED $name: states and transitions are $got, not $states $transitions"
  failed=$((failed + 1))
done < <(small)
echo "$read models read, $counted counted, $failed failed"

if command -v python3 > /dev/null; then
  python3 "$SELVAGE_ROOT/tests/differential/dve_goals.py" "$corpus" --most "$most" || failed=1
else
  echo "goals skipped: there is no python3"
fi
[ $failed = 0 ] && [ $counted != 0 ]
