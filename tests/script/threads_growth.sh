#!/usr/bin/env bash
# timeout: 120
#
# The engine `threads` on the artificial programs (bench/threads/families.py) at twice the paper's largest
# size, and with globals that begin at zero. It passes changes by saturation, in less than a second of processor time; rounds of images, which grew
# with more than the third power of n, take minutes for zero-V-2000. Symbolic thread states
# are as many as in the paper: n + 11 and 2n + 9.
set -u

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
for family in ART-PC ART-V zero-PC zero-V; do
  python3 "$SELVAGE_ROOT/bench/threads/families.py" $family 2000 >"$scratch/$family.bp" || exit 1
  status=0
  timeout 50 "$SELVAGE" check --quiet --engine threads --init zero --time 40 "$scratch/$family.bp" || status=$?
  if [ $status != 0 ]; then echo "FAILED $family-2000: status $status"; failed=1; fi
done

# count FAMILY N EXPECTED
count() {
  python3 "$SELVAGE_ROOT/bench/threads/families.py" "$1" "$2" >"$scratch/counted.bp" || exit 1
  got=$(timeout 50 "$SELVAGE" check --quiet --engine threads --approximate --repr qbf --time 40 --format json \
    "$scratch/counted.bp" | sed -n 's/.*"symbolic thread states":"\([0-9]*\)".*/\1/p')
  if [ "$got" != "$3" ]; then echo "FAILED $1-$2: $got symbolic states instead of $3"; failed=1; fi
}
for n in 10 20; do
  count ART-PC $n $((n + 11))
  count ART-V $n $((2 * n + 9))
done
exit $failed
