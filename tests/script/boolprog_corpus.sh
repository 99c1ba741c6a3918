#!/usr/bin/env bash
# builds: release
# timeout: 1800
#
# Boolean programs of other tools, where they lie beside the checkout as
# ../shared/corpus/boolprog; they are not part of the repository.
#   1. every .bp file parses, within 5 seconds;
#   2. expectations marked CORE agree, with and without reduction;
#   3. other tools' verdicts (TOOL) are compared and shown; they are no proof,
#      so nothing fails here.
# SELVAGE_TOOL_TIME is the time limit for each file of part 3 (default 5, 0
# leaves it out).
set -u

self=$(readlink -f "$0")
corpus=$SELVAGE_ROOT/../shared/corpus/boolprog
jobs=2

# Each part works on one line of its list and prints one line: "ok …", "FAILED …" or a note.

parse_one() {
  local status=0
  timeout 5 "$SELVAGE" show --stats "$corpus/$1" >/dev/null 2>&1 || status=$?
  case $status in
    0 | 2) echo "ok $1" ;;
    124) echo "FAILED $1: not parsed within 5 seconds" ;;
    *) echo "FAILED $1: show ends with $status" ;;
  esac
}

# "-l X" of the options column means --label X; the rest belongs to the other tool.
label_of() { sed -nE 's/.*-l +([A-Za-z_0-9]+).*/--label \1/p' <<<"$1"; }

status_of() { case $1 in SAFE) echo 0 ;; UNSAFE) echo 1 ;; esac }

# core_one FILE<TAB>EXPECTED<TAB>OPTIONS
core_one() {
  local file expected options want status reduction
  IFS=$'\t' read -r file expected options <<<"$1"
  want=$(status_of "$expected")
  for reduction in on off; do
    status=0
    timeout 60 "$SELVAGE" check --quiet --reduction $reduction $(label_of "$options") "$corpus/$file" \
      >/dev/null 2>&1 || status=$?
    if [ $status = "$want" ]; then echo "ok $file ($reduction)"
    elif [ $status = 124 ] && [ $reduction = off ]; then echo "note $file: no answer in 60 seconds without reduction"
    else echo "FAILED $file: status $status instead of $want with --reduction $reduction"; fi
  done
}

tool_one() {
  local file expected options want status=0
  IFS=$'\t' read -r file expected options <<<"$1"
  want=$(status_of "$expected")
  timeout $((SELVAGE_TOOL_TIME + 10)) "$SELVAGE" check --quiet --threads 3 --time "$SELVAGE_TOOL_TIME" \
    "$corpus/$file" >/dev/null 2>&1 || status=$?
  case $status in
    "$want") echo "agree $file" ;;
    2) echo "unknown $file" ;;
    0 | 1) echo "differ $file: status $status, but the other tool ($options) says $expected" ;;
    124) echo "late $file" ;;
    *) echo "crash $file: status $status" ;;
  esac
}

export SELVAGE_TOOL_TIME=${SELVAGE_TOOL_TIME-5}
case ${1-} in
  parse_one | core_one | tool_one) "$1" "$2"; exit 0 ;;
esac

if ! [ -d "$corpus" ]; then
  echo "skipped: there is no ../shared/corpus/boolprog beside the checkout"
  exit 77
fi

# all_of WORK: runs WORK for every line of the input.
all_of() { xargs -d '\n' -P $jobs -n 1 "$self" "$1"; }
rows() { awk -F'\t' -v kind="$1" '$4 == kind && $1 ~ /\.n?bp$/ { print $1 "\t" $2 "\t" $3 }' "$corpus/expected.tsv"; }
failed=0
# show TITLE RESULTS: everything but the good news, and a line of counts.
show() {
  local bad
  bad=$(grep -c '^FAILED' <<<"$2")
  grep -vE '^(ok|agree|unknown|late) ' <<<"$2"
  echo "$1: $(grep -c . <<<"$2") results, $bad failed"
  failed=$((failed + bad))
}

show "parsing" "$(cd "$corpus" && find . -name '*.bp' | sed 's,^\./,,' | sort | all_of parse_one)"
show "CORE" "$(rows CORE | all_of core_one)"
if [ "$SELVAGE_TOOL_TIME" != 0 ]; then
  results=$(rows TOOL | grep -E $'\t(SAFE|UNSAFE)\t' | all_of tool_one)
  show "other tools" "$results"
  for word in agree differ unknown late crash; do
    printf '  %-8s %5d\n' $word "$(grep -c "^$word " <<<"$results")"
  done
fi
[ $failed = 0 ]
