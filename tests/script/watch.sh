#!/usr/bin/env bash
# `check --watch`: an answer for every state of the files, however they are written; a check that
# runs when its file changes is given up; Ctrl-C ends it, with the status of the last answer.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

pid=
trap '[ -z "$pid" ] || kill -KILL $pid 2> /dev/null || true; rm -rf "$work"' EXIT
watch() { # ARGUMENT…: in the background, as on a terminal (where Ctrl-C is not ignored)
  : > out
  python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
    "$SELVAGE" check --watch "$@" >> out 2>&1 &
  pid=$!
}
# waits_for COUNT PATTERN: until that many lines match.
waits_for() {
  for _ in $(seq 300); do
    [ "$(grep -cE -- "$2" out)" -ge "$1" ] && return 0
    sleep 0.1
  done
  fail "not $1 times /$2/ but:"
  cat out
}
ends() { # STATUS: Ctrl-C gives it, soon
  local status=0
  kill -INT $pid
  for _ in $(seq 50); do kill -0 $pid 2> /dev/null || break; sleep 0.1; done
  kill -KILL $pid 2> /dev/null && fail "Ctrl-C does not end it"
  wait $pid || status=$?
  pid=
  [ $status = "$1" ] || fail "ended with $status, not $1"
}
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

echo '#define X 1' > x.h
printf '#include "x.h"\nactive proctype P() { assert(X) }\n' > p.pml
watch p.pml
waits_for 1 '^p.pml: holds'
waits_for 1 'watching; Ctrl-C ends'
echo '#define X 0' > x.h # an included file
waits_for 1 '^p.pml: violated'
waits_for 1 '^selvage: x.h has changed$'
printf 'active proctype P() { assert(1) }\n' > new && mv new p.pml # as editors save
waits_for 2 '^p.pml: holds'
rm p.pml
waits_for 1 'p.pml: error: cannot read this file'
printf 'active proctype P() { assert(0) }\n' > p.pml
waits_for 2 '^p.pml: violated'
printf 'active proctype P() { assert(0 }\n' > p.pml
waits_for 1 '^p.pml:1:32: error'
printf 'active proctype P() { assert(!0) }\n' > p.pml
waits_for 3 '^p.pml: holds'
sleep 0.5
[ "$(grep -c 'watching' out)" = 7 ] || { fail "checked without a change"; cat out; }
ends 0
grep -q 'interrupted' out && fail "an answer was interrupted"

# A check without end, and a file that becomes easy.
"$SELVAGE_ROOT/bench/explicit/towers.sh" 6 6 "$work" > /dev/null
mv towers-6-6.svm t.svm
echo 'process P initial 1 pool 1 entry a
  location a
end' > easy.svm
watch --quiet --engine explicit --reduction off t.svm
sleep 1
cp easy.svm t.svm
waits_for 1 '^t.svm: holds'
grep -q 'interrupted' out && fail "a check that was given up is told"
"$SELVAGE_ROOT/bench/explicit/towers.sh" 6 6 "$work" > /dev/null
mv towers-6-6.svm t.svm
waits_for 1 '^selvage: t.svm has changed$'
sleep 0.5
ends 2
grep -q '^t.svm: unknown: interrupted' out || { fail "Ctrl-C during a check"; cat out; }

expect 64 'cannot watch the standard input' "$SELVAGE" check --watch -
expect 64 'does nothing for simulate' "$SELVAGE" simulate --watch t.svm
exit $((failures > 0))
