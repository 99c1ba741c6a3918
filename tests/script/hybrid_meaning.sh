#!/usr/bin/env bash
# timeout: 600
#
# Every sentence on what hybrid automata mean (docs/language-hybrid.md, S1 … Q11) has a test in
# tests/hybrid/meaning, and every test belongs to a sentence. Its first lines:
#   -- rule: T5
#   -- expect: reached          or never
#   -- steps: 3                 of a shortest run (if known)
#   -- waits: several           there may be two in a row
# What is reached must be found with a trace that can be replayed, and has no two waits in a row.
# What is never reached must not be found within eight steps.
#   hybrid_meaning.sh [FILE…]
set -u
folder=$SELVAGE_ROOT/tests/hybrid/meaning
page=$SELVAGE_ROOT/docs/language-hybrid.md
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"

head_of() { sed -n "s/^-- $2: //p" "$1" | head -n 1; }
field() { sed -nE "s/.*\"$1\": *\"?([a-z0-9]*).*/\1/p" answer | head -n 1; }

# run FILE OPTION…: the status; the answer and the trace are files here.
run() {
  local file=$1 status=0
  shift
  rm -f trace.json
  timeout 60 "$SELVAGE" check --quiet --format json --engine bmc --bound 8 --time 20 --trace trace.json "$@" "$file" \
    > answer 2> messages || status=$?
  return $status
}

waits_twice() { grep -oE '"action": *"[a-z_A-Z0-9]*"' trace.json | uniq -d | grep -q elapse; }

reached() {
  local file=$1 name=${1##*/} status=0
  "$SELVAGE" replay trace.json "$file" > replayed 2>&1 || status=$?
  [ $status = 1 ] || fail "$name: the trace cannot be replayed ($status): $(head -n 2 replayed)"
  if [ -z "$(head_of "$file" waits)" ] && waits_twice; then fail "$name: two waits in a row"; fi
}

check_file() {
  local file=$1 name=${1##*/} want steps status
  want=$(head_of "$file" expect)
  steps=$(head_of "$file" steps)
  grep -q "^\* \*\*$(head_of "$file" rule)\*\* " "$page" || fail "$name: there is no such rule on the page"
  for semantics in interleaving auto; do
    status=0
    run "$file" --semantics $semantics || status=$?
    case $want:$status in
      reached:1) reached "$file" ;;
      never:0 | never:2) grep -qE 'time limit|"unsupported"' answer && fail "$name: no answer: $(cat answer)" ;;
      *) fail "$name: $want, but the status is $status: $(head -c 400 answer) $(head -n 3 messages)" ;;
    esac
    if [ $semantics = interleaving ] && [ -n "$steps" ] && [ "$(field depth)" != "$steps" ]; then
      fail "$name: $(field depth) steps instead of $steps"
    fi
  done
}

files=("$@")
if [ $# = 0 ]; then
  files=("$folder"/*)
  for rule in $(sed -nE 's/^\* \*\*([STUJQ][0-9]+)\*\* .*/\1/p' "$page"); do
    [ "$rule" = U3 ] && continue  # refused: tests/errors/hybrid/urgent_open.hy
    grep -qE "^-- rule: $rule\$" "$folder"/* || fail "rule $rule has no test"
  done
fi
for file in "${files[@]}"; do check_file "$file"; done
echo "${#files[@]} files, $failures failures"
exit $((failures > 0))
