#!/usr/bin/env bash
# builds: release
# timeout: 900
#
# Boolean programs mean what Spin says: 30 random ones, written as .bp and as
# Promela, must get the same answers. tests/differential/boolprog.py does the work.
#   SELVAGE_SPIN_COUNT=5000 SELVAGE_SPIN_SEED=9000 tests/script/boolprog_spin.sh
set -eu

for tool in spin gcc python3; do
  command -v $tool > /dev/null || { echo "skipped: there is no $tool"; exit 77; }
done

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/boolprog.py" --selvage "$SELVAGE" --batch 20 \
  --seed "${SELVAGE_SPIN_SEED-1}" --count "${SELVAGE_SPIN_COUNT-20}"
