#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Promela means what Spin says: 300 random programs must have the same states and
# errors, whatever the search; about 40 of them have a formula, and the same answer to
# it. tests/differential/promela.py does the work.
#   SELVAGE_SPIN_COUNT=5000 SELVAGE_SPIN_SEED=9000 tests/script/promela_spin.sh
set -eu

for tool in spin python3; do
  command -v $tool > /dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
command -v tcc > /dev/null || command -v gcc > /dev/null || command -v cc > /dev/null ||
  { echo "skipped: there is no C compiler"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/promela.py" --selvage "$SELVAGE" --jobs 2 \
  --seed "${SELVAGE_SPIN_SEED-1}" --count "${SELVAGE_SPIN_COUNT-300}"
