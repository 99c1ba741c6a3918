#!/usr/bin/env bash
# Explicit search against Spin's pan on the same system (towers.sh), same run,
# no reduction: states per second of processor time (the machine may be busy
# with other things) and bytes per state beyond the packed state.
# usage: script/bench explicit [N K]      (default 4 4: 6.25 million states)
set -eu
case ${1:-4}-${2:-4} in
  *[!0-9-]* | -* | *-) echo "usage: script/bench explicit [N K]" >&2; exit 64 ;;
esac
n=${1:-4} k=${2:-4}
here=$(cd "$(dirname "$0")" && pwd)
selvage=$(realpath "${SELVAGE:-$here/../../build/release/selvage}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/towers.sh" "$n" "$k" "$work" > /dev/null
cd "$work"

# Runs a command; sets wall, seconds (of the processor) and kbytes (peak), leaves its output in out.txt.
measure() {
  local user system
  /usr/bin/time -f '%e %U %S %M' -o time.txt "$@" > out.txt 2> err.txt || true
  read -r wall user system kbytes < <(tail -n 1 time.txt)
  seconds=$(awk -v u="$user" -v s="$system" 'BEGIN { print u + s }')
}

row() {   # name states words
  awk -v name="$1" -v states="$2" -v w="$wall" -v s="$seconds" -v kb="$kbytes" -v words="$3" 'BEGIN {
    beyond = words ? sprintf("%.1f", (kb * 1024 - 3e6) / states - 8 * words) : "-"
    printf "%-26s %12d %9.2f %9.2f %12.0f %12.1f %8s\n", name, states, w, s, states / s, kb * 1024 / states, beyond }'
}

printf '%-26s %12s %9s %9s %12s %12s %8s\n' run states wall-s cpu-s states/s bytes/state beyond
words=$("$selvage" show --stats "towers-$n-$k.svm" | sed -nE 's/.* bits in ([0-9]+) words/\1/p')
for search in bfs dfs; do
  measure "$selvage" check --quiet --engine explicit --reduction off --jobs 1 --search $search "towers-$n-$k.svm"
  states=$(sed -nE 's/^([0-9]+) states, .*/\1/p' out.txt)
  row "selvage --search $search" "$states" "$words"
  [ $search = bfs ] && ours=$seconds
  [ $search = dfs ] && ours_dfs=$seconds
done
measure "$selvage" check --quiet --engine explicit --reduction off --jobs 2 "towers-$n-$k.svm"
row "selvage --jobs 2" "$states" "$words"
measure "$selvage" check --quiet --engine explicit --reduction off --store collapse "towers-$n-$k.svm"
row "selvage --store collapse" "$states" ""

if ! command -v spin > /dev/null || ! command -v gcc > /dev/null; then
  echo "spin or gcc is not installed: no comparison with pan"
  exit 0
fi
spin -o1 -o2 -o3 -a "towers-$n-$k.pml" > /dev/null
measure gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c
compile=$seconds
measure ./pan -m2000000
pan_states=$(sed -nE 's/^ *([0-9]+) states, stored.*/\1/p' out.txt)
row "pan (dfs)" "$pan_states" ""
pan=$seconds
measure gcc -O2 -DSAFETY -DNOREDUCE -DBFS -o panb pan.c
measure ./panb
row "pan -DBFS" "$(sed -nE 's/^ *([0-9.e+]+) states, stored.*/\1/p' out.txt)" ""
awk -v a="$ours" -v b="$seconds" -v c="$ours_dfs" -v d="$pan" -v e="$compile" 'BEGIN {
  printf "pan / selvage, run time: bfs %.2f, dfs %.2f (pan was compiled in %.2f s beforehand)\n", b / a, d / c, e }'
[ "$states" = "$pan_states" ] || { echo "the numbers of states differ: $states and $pan_states"; exit 1; }
