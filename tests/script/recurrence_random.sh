#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Random models with random automata of infinite runs: explicit search against the engines
# that record a state. tests/differential/recurrence.py does the work.
#   SELVAGE_RECURRENCE_COUNT=2000 SELVAGE_RECURRENCE_SEED=9000 tests/script/recurrence_random.sh
set -eu

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
models=$(dirname "$SELVAGE")/tests/random_models
[ -x "$models" ] || { echo "skipped: there is no random_models"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/recurrence.py" --selvage "$SELVAGE" --models "$models" \
  --seed "${SELVAGE_RECURRENCE_SEED-1}" --count "${SELVAGE_RECURRENCE_COUNT-25}" --out "${TMPDIR-/tmp}"
