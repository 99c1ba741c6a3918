#!/usr/bin/env bash
# --compile: the same answers, counts and traces as without, whatever the search; one warning and the
# same answer where the model cannot be compiled; nothing left behind. The text is C and C++ that
# needs nothing from outside. Skipped where there is no cc.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
command -v cc > /dev/null || { echo "no C compiler"; exit 77; }
corpus=$SELVAGE_ROOT/tests/corpus
mkdir tmp
export TMPDIR=$work/tmp

# What does not depend on time and memory; whether it was compiled is shown.
answer() { "$SELVAGE" check --engine explicit --quiet "$@" 2>&1 | sed -E 's/, [0-9.]+ s, [0-9]+ MB, / /'; }

after=0
same() {
  answer "$@" > plain.txt
  answer --compile --compile-after "$after" "$@" > compiled.txt
  cmp -s plain.txt compiled.txt || fail "--compile $*: $(diff plain.txt compiled.txt | head -5)"
}
same --reduction off "$corpus/svm/queue_order.svm"
same --keep-going --jobs 2 "$SELVAGE_ROOT/examples/diners.pml"
same --search dfs --store collapse "$SELVAGE_ROOT/examples/leader.pml"
same --reduction off --depth 6 "$SELVAGE_ROOT/examples/elevator.dve"
same --store bitstate --bits 16 "$SELVAGE_ROOT/examples/peterson.bp"
same "$SELVAGE_ROOT/examples/crossing.puml"
after=1 same --reduction off --jobs 2 "$SELVAGE_ROOT/examples/leader.pml" # in the middle of the search, mostly
expect 0 '"compiled": ?"in [0-9.]+ s' "$SELVAGE" check --engine explicit --compile --compile-after 0 --format json "$SELVAGE_ROOT/examples/crossing.puml"
[ -z "$(ls tmp)" ] || fail "files were left: $(ls tmp)"

# ---- where it cannot be done

mkdir bin
path=$PATH

# one_warning PATH REASON
one_warning() {
  local status=0
  PATH=$1 "$SELVAGE" check --engine explicit --compile --compile-after 0 "$SELVAGE_ROOT/examples/diners.pml" > out 2> err || status=$?
  [ $status = 1 ] || fail "status $status"
  grep -q "^selvage: warning: --compile: the model is interpreted: $2" err || fail "no warning: $(cat err)"
  [ "$(grep -c warning err)" = 1 ] || fail "not one warning: $(cat err)"
  [ -z "$(ls tmp)" ] || fail "files were left: $(ls tmp)"
}
one_warning /nonexistent 'there is no C compiler'
printf '#!/bin/sh\necho broken >&2\nexit 3\n' > bin/cc
chmod +x bin/cc
one_warning "$work/bin:$path" 'the C compiler failed (status 3): broken'
printf '#!/bin/sh\nexit 0\n' > bin/cc
one_warning "$work/bin:$path" 'what was compiled cannot be loaded'
TMPDIR=$work/nowhere one_warning "$path" 'no temporary file'

# A compiler that takes too long is stopped.
printf '#!/bin/sh\nsleep 100\n' > bin/cc
start=$(date +%s)
PATH=$work/bin:$path "$SELVAGE" check --engine explicit --compile --compile-after 0 --time 1 "$SELVAGE_ROOT/examples/diners.pml" > out 2> err || true
[ $(($(date +%s) - start)) -lt 30 ] || fail "the compiler was not stopped"

# ---- the text

# A clang that can write code for GPUs needs no CUDA for this.
gpu_flags=(-x cuda -nocudainc -nocudalib --cuda-gpu-arch=sm_70 --cuda-device-only -w -O1 -S
  -D__CUDACC__ '-D__device__=__attribute__((device))')
echo '__device__ int nothing;' > empty.c
gpu=$(clang "${gpu_flags[@]}" -o step.ptx empty.c 2> err && echo yes || true)
for model in "$corpus/svm/queue_order.svm" "$SELVAGE_ROOT/examples/leader.pml" "$corpus/svm/committed.svm"; do
  "$SELVAGE" show --compiled "$model" > step.c 2> err || fail "no text: $(cat err)"
  cc -std=c99 -Wall -Wno-unused -Werror -O1 -c -o step.o step.c || fail "$model: not C"
  outside=$(nm -u step.o | grep -vE ' (memcpy|memset|_GLOBAL_OFFSET_TABLE_)$' || true)
  [ -z "$outside" ] || fail "$model: needs $outside"
  ! grep -q '#include' step.c || fail "$model: includes something"
  ! command -v c++ > /dev/null || c++ -x c++ -fsyntax-only -w step.c || fail "$model: not C++"
  [ -z "$gpu" ] || clang "${gpu_flags[@]}" -o step.ptx step.c || fail "$model: not for a GPU"
done
exit $((failures > 0))
