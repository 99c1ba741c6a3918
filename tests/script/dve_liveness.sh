#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The LTL properties of BEEM (../shared/corpus/dve, *.propN.dve: models with the Büchi process of
# a negated formula): the answers are those of BEEM's database. An answer may be missing for
# want of time, but not be the opposite. Nothing to do where the corpus is not there.
#   dve_liveness.sh [SECONDS [INSTANCES]]     per question (2), instances 1 to INSTANCES (2)
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/dve
[ -r "$corpus/expected.tsv" ] || { echo "skipped: there is no $corpus"; exit 77; }
seconds=${1-2} instances=${2-2}
failed=0 asked=0 answered=0

questions() {
  awk -F'\t' -v most="$instances" \
    '$7 ~ /^ltl/ && ($8 == "yes" || $8 == "no") { split($1, part, "."); if (part[2] + 0 <= most) print $1, $8 }' \
    "$corpus/expected.tsv"
}

while read -r name answer; do
  asked=$((asked + 1))
  "$SELVAGE" check --engine explicit --quiet --time "$seconds" --property property:LTL_property \
    "$corpus/$name" > /dev/null 2>&1
  case $?,$answer in
    0,yes | 1,no) answered=$((answered + 1)) ;;
    2,*) ;;
    *)
      echo "FAILED $name: not $answer"
      failed=1
      ;;
  esac
done < <(questions)
echo "$answered of $asked questions answered"
[ $((answered * 10)) -ge $((asked * 8)) ] || { echo "too few"; failed=1; }
exit $failed
