#!/usr/bin/env bash
# builds: release
#
# Random patterns of locations of hybrid automata against regular expressions: tests/differential/hy_patterns.py.
#   SELVAGE_HYBRID_COUNT=5000 SELVAGE_HYBRID_SEED=9000 tests/script/hybrid_patterns.sh
set -eu

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/hy_patterns.py" --selvage "$SELVAGE" \
  --seed "${SELVAGE_HYBRID_SEED-1}" --count "${SELVAGE_HYBRID_COUNT-150}"
