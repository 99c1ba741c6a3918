#!/usr/bin/env bash
# What comes in: files of any name, pipes, devices, directories, included files.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
examples=$SELVAGE_ROOT/examples

# The language is told by the text where the suffix says nothing.
cp "$examples/diners.pml" model
for name in model.pr model.prm model.sumo model.trojka model.txt; do cp model $name; done
for name in model model.pr model.prm model.sumo model.trojka model.txt; do
  expect 1 "$name: violated: deadlock" "$SELVAGE" check --property deadlock $name
done
cp "$examples/race.bp" race
expect 1 'race: violated' "$SELVAGE" check race
expect 1 '"language":"boolprog"' "$SELVAGE" check --format json race
expect 1 'violated' bash -c '"$SELVAGE" check - < race'
expect 65 'tells the language; use --language with one of boolprog, c, dve, hybrid, proc, promela, svm, tts, uml$' \
  "$SELVAGE" check "$SELVAGE_ROOT/LICENSE"
printf 'proctype p() { skip }\nvoid main() begin skip; end\n' > both
expect 65 'may be in several; use --language with one of boolprog, promela$' "$SELVAGE" check both
expect 64 'there is no language "pascal"; there are boolprog, c, dve' "$SELVAGE" check --language pascal race
expect 64 'did you mean "promela"\?' "$SELVAGE" check --language promla race
expect 64 'did you mean "bdd"\?' "$SELVAGE" check --engine bddd race
printf 'byte x\ninit { y = 1 }\n' > wrong
expect 65 'wrong:2:8: error: the variable `y` is not declared' "$SELVAGE" check wrong

# Files that cannot be read.
expect 65 'missing.pml: error: cannot read this file: No such file or directory' "$SELVAGE" check missing.pml
expect 65 'missing: error: cannot read this file: No such file or directory' "$SELVAGE" check missing
mkdir folder.pml
expect 65 'folder.pml: error: cannot read this file: it is a directory' "$SELVAGE" check folder.pml
expect 65 '/dev/zero: error: cannot read this file: it is a device, not a file' \
  "$SELVAGE" check --language promela /dev/zero
expect 65 'cannot read this file: it is a device, not a file' bash -c '"$SELVAGE" check --language promela - < /dev/zero'
if [ "$(id -u)" != 0 ]; then
  cp model locked.pml
  chmod 0 locked.pml
  expect 65 'locked.pml: error: cannot read this file: Permission denied' "$SELVAGE" check locked.pml
fi
truncate -s 65M large.pml
expect 65 'large.pml: error: cannot read this file: it is larger than 64 MB' "$SELVAGE" check large.pml
expect 65 'it is larger than 64 MB' bash -c 'cat /dev/zero | "$SELVAGE" check --language promela -'

# Pipes: with a writer they are files, without one the time counts.
expect 1 'violated: deadlock' bash -c '"$SELVAGE" check --property deadlock <(cat model)'
expect 1 'violated: deadlock' bash -c 'cat model | "$SELVAGE" check --property deadlock --time 20 /dev/stdin'
expect 1 'violated: deadlock' bash -c '(head -n 3 model; sleep 1; tail -n +4 model) | "$SELVAGE" check --property deadlock --time 20 -'
mkfifo pipe.pml
expect 2 'pipe.pml: unknown: time limit reached' timeout 20 "$SELVAGE" check --time 1 pipe.pml
expect 2 '"reason":"time limit reached"' timeout 20 "$SELVAGE" check --format json --time 1 pipe.pml
printf '#include "pipe.pml"\ninit { skip }\n' > includes_pipe.pml
expect 2 'includes_pipe.pml: unknown: time limit reached' timeout 20 "$SELVAGE" check --time 1 includes_pipe.pml
expect 1 'violated' "$SELVAGE" check --trace t.json race
expect 1 'the trace is a real run' bash -c '"$SELVAGE" replay <(cat t.json) race'
expect 65 'it is a device' "$SELVAGE" replay /dev/zero race
expect '2|65' 'time limit reached' timeout 20 "$SELVAGE" replay --time 1 pipe.pml race

# An included file is somebody else's: no more of it is shown than what is wrong.
printf 'root:secret1:0 secret2\nsecret3 secret4 secret5\n' > private
printf '#include "private"\ninit { skip }\n' > curious.pml
expect 65 'private:1:[0-9]+: error: ' "$SELVAGE" check curious.pml
for word in secret3 secret4 secret5; do
  cat "$work/out" "$work/err" | grep -q $word && fail "$word of an included file is shown"
done
[ "$(cat "$work/out" "$work/err" | grep -o 'secret[0-9]\|root' | sort -u | wc -l)" -le 1 ] ||
  fail "more than one word of an included file is shown: $(cat "$work/err")"
expect 65 'private:1:' "$SELVAGE" check --format json curious.pml
[ "$(cat "$work/out" "$work/err" | grep -o 'secret[0-9]\|root' | sort -u | wc -l)" -le 1 ] ||
  fail "more than one word of an included file is shown in JSON"
printf 'init { printf("a text without end) }\n' > open.inc
printf '#include "open.inc"\n' > open.pml
expect 65 'open.inc:1:' "$SELVAGE" check open.pml
printf '#include "/dev/zero"\ninit { skip }\n' > zero.pml
expect 65 'cannot read the file `/dev/zero`: it is a device' "$SELVAGE" check zero.pml
printf '#include "folder.pml"\ninit { skip }\n' > includes_folder.pml
expect 65 'cannot read the file `folder.pml`: it is a directory' "$SELVAGE" check includes_folder.pml

exit $((failures > 0))
