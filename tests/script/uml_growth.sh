#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The encoding of a state machine is linear in its diagram: twice the depth, or twice the number of transitions, makes at most 2.2 times
# the terms and the clauses of a step, whatever a step is. Flattening, which makes a location of every configuration, stands beside it.
set -u

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 "$SELVAGE_ROOT/bench/uml/growth.py" --selvage "$SELVAGE" --most 2.2 "$@"
