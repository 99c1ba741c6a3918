#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Random small C programs with threads: the final outcomes that Selvage reaches
# are those of an exhaustive scheduler on the real compiler, with and without
# merged steps. More of them: tests/differential/c_schedule.py.
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
oracle=$SELVAGE_ROOT/tests/differential/c_schedule.py
python3 "$oracle" "$SELVAGE" --count 10 --seed 1 || exit 1
python3 "$oracle" "$SELVAGE" --count 4 --seed 40 --options '--merge off' || exit 1
python3 "$oracle" "$SELVAGE" --count 4 --seed 60 --options '--reduction off'
