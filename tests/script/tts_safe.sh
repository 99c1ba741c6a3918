#!/usr/bin/env bash
# timeout: 300
#
# Safe thread transition systems, generated with an argument (bench/threads/safe_tts.py): the
# engine `threads` proves all of them, symbolic states say what sets of thread states say as far as those
# come (at least half of them), and a search with three threads finds nothing.
set -u

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=18
case ${SELVAGE_BUILD-} in */debug) count=4 ;; esac
python3 "$SELVAGE_ROOT/bench/threads/safe_tts.py" "$scratch" $count || exit 1
failed=0 checked=0 compared=0 skipped=0
complain() { echo "FAILED $*"; failed=$((failed + 1)); }

# status_of OPTION... FILE
status_of() {
  local status=0
  timeout 60 "$SELVAGE" check --quiet "$@" >/dev/null 2>&1 || status=$?
  echo $status
}

# abstractly OPTION... FILE: what the abstraction says, in a word
abstractly() {
  local text
  text=$(timeout 60 "$SELVAGE" check --quiet --engine threads --approximate "$@" 2>&1)
  case $text in
  *"limit reached"* | *"out of memory"* | *"gave up"*) echo late ;;
  *"abstract counterexample"*) echo maybe ;;
  *holds*) echo holds ;;
  *) echo "$text" ;;
  esac
}

# compare NAME FILE: symbolic states with sets
compare() {
  local sets symbols
  sets=$(abstractly --time 10 "$2") symbols=$(abstractly --time 1 --repr qbf "$2")
  if [ "$sets" = late ] || [ "$symbols" = late ]; then skipped=$((skipped + 1)); return; fi
  compared=$((compared + 1))
  if [ "$sets" != "$symbols" ]; then complain "$1: sets: $sets, symbolic states: $symbols"; fi
}

for file in "$scratch"/*.tts; do
  name=$(basename "$file")
  status=$(status_of --time 30 --engine threads "$file")
  if [ "$status" != 0 ]; then complain "$name: status $status: $(head -n 1 "$file")"; fi
  compare "$name" "$file"
  status=$(status_of --time 2 --engine explicit --threads 3 "$file")
  if [ "$status" != 0 ] && [ "$status" != 2 ]; then complain "$name: three threads: status $status"; fi
  checked=$((checked + 1))
done
echo "$checked systems, $failed failed; symbolic states: $compared answers compared, $skipped skipped for limits"
[ $failed = 0 ] && [ $compared -ge $skipped ] && [ $checked = $((3 * count)) ]
