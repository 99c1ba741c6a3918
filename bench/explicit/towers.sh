#!/usr/bin/env bash
# Writes one system twice, as .svm and as Promela, with the same reachable states.
#
# N processes with three small variables each (a dozen for N = 4): x counts to
# K, then y does, then a flag z is toggled, but only while the neighbour's flag
# differs from what this process wants: a little interaction, no deadlock.
# usage: bench/explicit/towers.sh N K DIRECTORY
set -eu
[ $# = 3 ] || { echo "usage: bench/explicit/towers.sh N K DIRECTORY" >&2; exit 64; }
n=$1 k=$2 dir=$3
mkdir -p "$dir"
svm=$dir/towers-$n-$k.svm pml=$dir/towers-$n-$k.pml
bits=1
while [ $((1 << bits)) -le "$k" ]; do bits=$((bits + 1)); done

{
  for i in $(seq 0 $((n - 1))); do
    echo "var x$i : bv $bits = 0"
    echo "var y$i : bv $bits = 0"
    echo "var z$i : bool = false"
  done
  for i in $(seq 0 $((n - 1))); do
    next=$(((i + 1) % n))
    cat <<END
process P$i initial 1 pool 1 entry run
  location run end
  action climb$i
    from run
    guard (< x$i $k)
    set x$i := (+ x$i 1)
  action step$i
    from run
    guard (and (= x$i $k) (< y$i $k))
    set x$i := 0, y$i := (+ y$i 1)
  action flip$i
    from run
    guard (and (= x$i $k) (= y$i $k) (or (not z$i) (not z$next)))
    set x$i := 0, y$i := 0, z$i := (not z$i)
end
END
  done
  echo "property top invariant (<= x0 $k)"
} > "$svm"

{
  for i in $(seq 0 $((n - 1))); do echo "byte x$i, y$i; bool z$i;"; done
  for i in $(seq 0 $((n - 1))); do
    next=$(((i + 1) % n))
    cat <<END
active proctype P$i() {
end: do
  :: d_step { x$i < $k -> x$i++ }
  :: d_step { x$i == $k && y$i < $k -> x$i = 0; y$i++ }
  :: d_step { x$i == $k && y$i == $k && (!z$i || !z$next) -> x$i = 0; y$i = 0; z$i = 1 - z$i }
  od
}
END
  done
} > "$pml"
echo "$svm $pml"
