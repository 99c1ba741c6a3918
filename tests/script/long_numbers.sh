#!/usr/bin/env bash
# Numbers that double in length with every step: nobody hangs, and what was not covered is said.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > square.proc <<'MODEL'
int x = 3;
process p { while true { x = x * x; } }
process q { while true { skip; } }
property low: x != 7;
property once: x != 43046721;
MODEL
expect 2 'not covered: numbers of more than 4096 bits' "$SELVAGE" check --engine explicit --property low square.proc
expect 1 'violated: invariant once' "$SELVAGE" check --engine explicit --property once square.proc
expect 2 'no violation in a random walk' "$SELVAGE" check --engine random --property low square.proc
expect 1 'cut: a number of more than 4096 bits' "$SELVAGE" simulate --steps 1000 --keep-going square.proc
expect 0 'unbounded integers' "$SELVAGE" show --stats square.proc

exit $((failures > 0))
