#!/usr/bin/env bash
# timeout: 200
#
# Words of many bits in the engine cegar, asked about as integers that wrap around: programs that count without a bound
# that matters (bench/abstraction/wide), which it proves without looking at their values, and one whose guard comes too late,
# so that a word wraps around. What arithmetic means then is for test_smt_term.
set -u
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"
wide=$SELVAGE_ROOT/bench/abstraction/wide

for program in bounded monotone window pair; do
  expect 0 'holds: inductive invariant' "$SELVAGE" check --engine cegar --abstraction implicit --deadlock off "$wide/$program.pml"
done
expect 0 'holds: by [0-9]+ predicates' "$SELVAGE" check --engine cegar --deadlock off "$wide/bounded.pml"
expect 0 'engine cegar' "$SELVAGE" check --deterministic --deadlock off "$wide/monotone.pml"

cat > over.pml << 'MODEL'
int x = 2147483646, y = 0;
active proctype A() { do :: d_step { y < 2147483647 -> x++; y++ } od }
active proctype B() { do :: d_step { y > 0 -> x--; y-- } od }
active proctype M() { do :: d_step { x < y -> assert(false) } od }
MODEL
for way in 'implicit --integers auto' 'implicit --integers on'; do
  # shellcheck disable=SC2086  # several words
  expect 1 'violated' "$SELVAGE" check --engine cegar --abstraction $way --deadlock off over.pml
done

# --- a free word is a word

printf 'var x : bv 8 = any\nproperty small invariant (< (cast bv 16 x) 300)\naction step\n  set x := (+ x 1)\n' > word.svm
for way in explicit implicit; do
  expect 0 'holds' "$SELVAGE" check --engine cegar --abstraction "$way" --keep 0 --integers on word.svm
done
exit $((failures > 0))
