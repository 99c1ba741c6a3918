#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# Random networks of hybrid automata in both languages: bmc, a solver on the spelled-out product and a walk through concrete
# states must agree. tests/differential/hybrid.py does the work.
#   SELVAGE_HYBRID_COUNT=2000 SELVAGE_HYBRID_SEED=9000 tests/script/hybrid_random.sh
set -eu

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
command -v z3 > /dev/null || { echo "skipped: there is no z3"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/hybrid.py" --selvage "$SELVAGE" \
  --seed "${SELVAGE_HYBRID_SEED-1}" --count "${SELVAGE_HYBRID_COUNT-40}"
