#!/usr/bin/env bash
# timeout: 120
#
# Which queue encoding bmc takes by itself in SMT, and that messages of many fields, which get tags,
# come out as they went in, whatever the encoding.
set -u
. "$(dirname "$0")/kit.sh"

# Two messages of $1 fields; the second one is $2, or not.
program() {
  awk -v n="$1" -v last="$2" 'BEGIN {
    for (i = 0; i < n; i++) {
      sorts = sorts (i ? ", " : "") "int16"; names = names (i ? ", " : "") "v" i
      first = first (i ? ", " : "") "x + " i; declare = declare "int16 v" i "; "
    }
    print "chan q[2] of {" sorts "};"
    print "process source { int16 x; havoc x in 3..9; q ! " first "; x = x + 1; q ! " first "; }"
    print "process sink { " declare "q ? " names "; q ? " names "; assert v0 + v" n - 1 " != " last "; }"
  }'
}
bmc=("$SELVAGE" check --quiet --format json --engine bmc --solver smt --semantics interleaving --induction off
  --deadlock off --bound 9 --time 50)

program 5 12 > narrow.proc
program 6 13 > wide.proc
program 6 12 > odd.proc   # 2 x + 7 is odd: no violation
expect 1 '"queues": ?"shifting"' "${bmc[@]}" narrow.proc
expect 1 '"queues": ?"shifting with tags"' "${bmc[@]}" wide.proc
for queue in auto shifting cyclic linear; do
  expect 1 '"depth": ?7' "${bmc[@]}" --queue $queue wide.proc
  expect '0|2' 'no violation within|no run' "${bmc[@]}" --queue $queue odd.proc
done
# shellcheck disable=SC2086 # for benchmarks only; an encoding is one word or two
for queue in cyclic-bits cyclic-array "cyclic-array --tags" "shifting-int --tags"; do
  expect 1 '"depth": ?7' "${bmc[@]}" --queue-terms $queue wide.proc
  expect '0|2' 'no violation within|no run' "${bmc[@]}" --queue-terms $queue odd.proc
done
expect 64 'must be' "${bmc[@]}" --queue-terms square wide.proc
expect 64 'must be' "${bmc[@]}" --queue cyclic-bits wide.proc
expect 0 'queue auto.shifting.cyclic.linear.unordered' "$SELVAGE" help check
if "$SELVAGE" help check | grep -qE -- "--queue-terms|--tags"; then fail "an option for benchmarks is listed"; fi
exit $((failures > 0))
