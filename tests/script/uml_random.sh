#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# Random UML state machines: compact, flattened and Spin's reading must agree, and engines with each other.
# tests/differential/uml.py does the work; without spin and a C compiler Spin is left out.
#   uml_random.sh [SEED [COUNT]]
set -u

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
spin=()
{ command -v spin && { command -v tcc || command -v gcc || command -v cc; }; } > /dev/null || spin=(--no-spin)
exec python3 "$SELVAGE_ROOT/tests/differential/uml.py" --selvage "$SELVAGE" --seed "${1-1}" --count "${2-30}" \
  --jobs 2 ${spin[@]+"${spin[@]}"}
