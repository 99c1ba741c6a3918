#!/usr/bin/env bash
# timeout: 300
#
# The engine polyhedra: networks of hybrid automata whose answers are known (bench/abstraction), integers, and what it refuses by
# name. Each of its searches decides something here: boxes, hulls, and polyhedra apart.
set -u
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"
models=$SELVAGE_ROOT/bench/abstraction

echo 'process main { int x = 0; x = 1; }' > there.proc
if "$SELVAGE" check --engine polyhedra there.proc 2>&1 | grep -q 'built without libppl'; then
  echo 'skipped: this Selvage was built without libppl'
  exit 77
fi

# --- hybrid automata

for model in active audio-timing-tight audio billiard-timed grc railroad reactor-clock reactor-rect; do
  expect 0 'holds: inductive invariant of [0-9]+ polyhedra' "$SELVAGE" check --engine polyhedra "$models/$model.hy"
done
expect 0 'holds' "$SELVAGE" check --engine polyhedra "$models/fischer.pha"
for model in audio-drift audio-timing billiard grc-fast railroad-slow reactor-rect-tired; do
  expect 1 'violated' "$SELVAGE" check --engine polyhedra "$models/$model.hy"
done
expect 1 'violated' "$SELVAGE" check --engine polyhedra "$models/fischer-hasty.pha"
expect 0 'polyhedra: boxes: complete' "$SELVAGE" check --log 1 --engine polyhedra "$models/active.hy"
expect 0 'polyhedra: hulls: complete' "$SELVAGE" check --log 1 --engine polyhedra "$models/fischer.pha"
expect 0 'polyhedra: exact: complete' "$SELVAGE" check --log 1 --engine polyhedra "$models/billiard-timed.hy"

# --- integers: hulls are widened, fractions count for nothing

cat > loop.proc << 'MODEL'
int x = 0;
int y = 0;
process main {
  while (x < 1000000) {
    x = x + 1;
    y = y + 2;
  }
  assert y >= x;
}
MODEL
expect 0 'polyhedra: hulls: complete; .* [1-9][0-9]* widenings' "$SELVAGE" check --log 1 --engine polyhedra loop.proc
sed 's/y >= x/y > x + 3000000/' loop.proc > wrong.proc
expect 2 'unknown' "$SELVAGE" check --time 3 --engine polyhedra wrong.proc
sed 's/1000000/5/; s/y >= x/y != 10/' loop.proc > short.proc
expect 1 'violated' "$SELVAGE" check --engine polyhedra short.proc

cat > parity.proc << 'MODEL'
int x = 0;
int y = 0;
int z = 0;
process main {
  havoc y in -100000..100000;
  havoc z in -100000..100000;
  x = 2 * y;
  assert x != 2 * z + 1;
}
MODEL
expect 2 'fractions reach a violation' "$SELVAGE" check --engine polyhedra parity.proc

# No bound, and no short induction: explicit and bmc do not prove it.
cat > counters.proc << 'MODEL'
int x = 0;
int y = 0;
process a { while true { atomic { x = x + 1; y = y + 1; } } }
process b { while true { atomic { await x > 0 && y > 0; x = x - 1; y = y - 1; } } }
property same: x == y && x >= 0;
MODEL
for engine in ic3 cegar polyhedra; do expect 0 'holds' "$SELVAGE" check --deadlock off --engine $engine counters.proc; done

# What is chosen from a range stays in it. (No solver is told so by a formula: "too many choices".)
cat > range.proc << 'MODEL'
int x = 0;
process main {
  havoc x in -100000..100000;
  assert x <= 100000 && x + 100000 >= 0;
}
MODEL
expect 2 'boxes: complete' "$SELVAGE" check --log 1 --deadlock off --engine polyhedra range.proc

# --- refused by name

echo 'chan c[2] of {int}; process main { c ! 1; }' > queue.proc
expect 2 "does not take queues" "$SELVAGE" check --engine polyhedra queue.proc
echo 'int a[2]; process main { a[0] = 1; assert a[0] == 1; }' > array.proc
expect 2 "does not take arrays" "$SELVAGE" check --engine polyhedra array.proc
exit $((failures > 0))
