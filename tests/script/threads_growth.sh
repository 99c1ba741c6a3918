#!/usr/bin/env bash
# timeout: 120
#
# The engine `threads` on the artificial programs (bench/threads/families.py) at twice the paper's largest
# size. It passes changes by saturation, in less than a second of processor time; rounds of images, which grew
# with more than the third power of n, take minutes for ART-V-2000.
set -u

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
for family in ART-PC ART-V; do
  python3 "$SELVAGE_ROOT/bench/threads/families.py" $family 2000 >"$scratch/$family.bp" || exit 1
  status=0
  timeout 50 "$SELVAGE" check --quiet --engine threads --init zero --time 40 "$scratch/$family.bp" || status=$?
  if [ $status != 0 ]; then echo "FAILED $family-2000: status $status"; failed=1; fi
done
exit $failed
