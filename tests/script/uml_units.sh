#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# Interleaved steps of random state machines: the logs of all complete runs are those that tests/differential/uml_units.py finds,
# which reads the text by itself and shares nothing with the lowering.
#   uml_units.sh [SEED [COUNT [OPTION…]]]
set -u

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 "$SELVAGE_ROOT/tests/differential/uml_units.py" --selvage "$SELVAGE" --most 3000 --seed "${1-1}" --count "${2-48}" "${@:3}"
