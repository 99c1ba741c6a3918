#!/usr/bin/env bash
# timeout: 300
#
# Safe thread transition systems, generated with an argument (bench/threads/safe_tts.py): the
# engine `threads` proves all of them, with sets and with symbolic states as far as those
# come, and a search with three threads finds nothing.
set -u

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=18
case ${SELVAGE_BUILD-} in */debug) count=4 ;; esac
python3 "$SELVAGE_ROOT/bench/threads/safe_tts.py" "$scratch" $count || exit 1
failed=0 checked=0
complain() { echo "FAILED $*"; failed=$((failed + 1)); }

# status_of OPTION... FILE
status_of() {
  local status=0
  timeout 60 "$SELVAGE" check --quiet "$@" >/dev/null 2>&1 || status=$?
  echo $status
}

for file in "$scratch"/*.tts; do
  name=$(basename "$file")
  status=$(status_of --time 30 --engine threads "$file")
  if [ "$status" != 0 ]; then complain "$name: status $status: $(head -n 1 "$file")"; fi
  status=$(status_of --time 1 --engine threads --approximate --repr qbf "$file")
  if [ "$status" != 0 ] && [ "$status" != 2 ]; then complain "$name: symbolic states: status $status"; fi
  status=$(status_of --time 2 --engine explicit --threads 3 "$file")
  if [ "$status" != 0 ] && [ "$status" != 2 ]; then complain "$name: three threads: status $status"; fi
  checked=$((checked + 1))
done
echo "$checked systems, $failed failed"
[ $failed = 0 ] && [ $checked = $((3 * count)) ]
