#!/usr/bin/env bash
# builds: release
#
# Every mutant of tests/mutation can be applied to the program as it is. Whether the tests notice
# them takes long: tests/mutation/run.py.
set -eu

command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
cd "$SELVAGE_ROOT"
python3 tests/mutation/run.py --check
