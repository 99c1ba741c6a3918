#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# Random DVE systems: a small interpreter and every engine must agree with the
# front end. tests/differential/dve.py does the work.
#   dve_random.sh [SEED [COUNT]]
set -u

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 "$SELVAGE_ROOT/tests/differential/dve.py" --seed "${1-1}" --count "${2-150}"
