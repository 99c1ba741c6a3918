#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The numbers of states and the verdicts in the heads of tests/corpus/promela are
# Spin's: asks Spin itself, plain (-o1 -o2 -o3, no reduction, no claims).
#   promela_counts.sh [FILE...]
set -u

command -v spin > /dev/null || { echo "skipped: there is no spin"; exit 77; }
if command -v tcc > /dev/null; then compile="tcc"
elif command -v gcc > /dev/null; then compile="gcc -O0"
else echo "skipped: there is no C compiler"; exit 77
fi

head_of() { head -n 12 "$1" | sed -n "s,^// *$2: *,,p" | head -n 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

# count FILE: pan's output in `out`.
count() {
  local options=""
  case $(head_of "$1" options) in *--lossy*) options=-m ;; esac
  rm -f pan pan.c out
  spin $options -o1 -o2 -o3 -a "$1" > spin.out 2>&1
  $compile -w -DNOCOMP -DSAFETY -DNOREDUCE -DNOCLAIM -DVECTORSZ=65536 -o pan pan.c > cc.out 2>&1 && ./pan -c0 -n -m100000 > out 2>&1
}

failed=0 checked=0
if [ $# = 0 ]; then set -- "$SELVAGE_ROOT"/tests/corpus/promela/*.pml; fi
for file in "$@"; do
  wanted=$(head_of "$file" states)
  [ -n "$wanted" ] || continue
  count "$file"
  states=$(sed -nE 's/^ *([0-9]+) states, stored.*/\1/p' out 2> /dev/null)
  verdict=holds
  if grep -qE '^pan:[0-9]+: ' out 2> /dev/null; then verdict=violated; fi
  checked=$((checked + 1))
  if [ "$states" != "$wanted" ] || [ $verdict != "$(head_of "$file" expect)" ]; then
    echo "FAILED $file: Spin has ${states:-no number of} states, $verdict"
    failed=$((failed + 1))
  fi
done
echo "$checked models counted by Spin, $failed differ"
[ $failed = 0 ]
