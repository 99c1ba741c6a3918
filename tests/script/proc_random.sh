#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Process programs mean what their reference says: a small interpreter and every engine must agree on
# random programs. tests/differential/proc.py does the work.
#   SELVAGE_PROC_COUNT=5000 SELVAGE_PROC_SEED=9000 tests/script/proc_random.sh
set -eu

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/proc.py" --selvage "$SELVAGE" \
  --seed "${SELVAGE_PROC_SEED-1}" --count "${SELVAGE_PROC_COUNT-60}"
