#!/usr/bin/env bash
# What goes out: a file that cannot be written is said (status 74), and the answer is told
# all the same. /dev/full takes nothing.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
race=$SELVAGE_ROOT/examples/race.bp
peterson=$SELVAGE_ROOT/examples/peterson.bp
[ -c /dev/full ] || { echo "skipped: there is no /dev/full"; exit 77; }

# expect_told PATTERN ANSWER COMMAND…: status 74, the reason on stderr, and the answer on stdout.
expect_told() {
  local pattern=$1 answer=$2
  shift 2
  expect 74 "$pattern" "$@"
  grep -qE -- "$answer" "$work/out" || fail "$*: the answer is lost: $(cat "$work/out")"
  grep -qE -- "^selvage: .*$pattern" "$work/err" || fail "$*: $(cat "$work/err")"
}

for suffix in txt json svg; do
  expect_told "cannot write /nonexistent/t.$suffix: No such file or directory" 'violated: assertion' \
    "$SELVAGE" check --trace /nonexistent/t.$suffix "$race"
done
ln -s /dev/full full.json
ln -s /dev/full full.svg
ln -s /dev/full full.txt
for suffix in txt json svg; do
  expect_told "cannot write full.$suffix: No space left on device" 'violated: assertion' \
    "$SELVAGE" check --trace full.$suffix "$race"
done
# A limit on the sizes of files, as shells and batch systems set it.
told=$(ulimit -f 0; "$SELVAGE" check --quiet --trace limited.json "$race" 2>&1; echo "status $?")
[[ $told = *'violated: assertion'*'cannot write limited.json: File too large'*'status 74' ]] || fail "ulimit -f: $told"
expect_told 'cannot write full.json' '"answer":"violated"' "$SELVAGE" check --format json --trace full.json "$race"
expect 0 'holds' "$SELVAGE" check --trace full.json "$peterson"
expect_told 'cannot write full.svg: No space left' 'holds' \
  "$SELVAGE" check --engine bdd --plot full.svg "$peterson"
expect_told 'cannot write /nonexistent/nodes.svg' 'holds' \
  "$SELVAGE" check --engine bdd --plot /nonexistent/nodes.svg "$peterson"
ln -s /dev/full full.cnf
ln -s /dev/full full.smt2
expect_told 'cannot write full.cnf: No space left' 'violated' \
  "$SELVAGE" check --engine bmc --dump full.cnf "$race"
expect_told 'cannot write /nonexistent/q.cnf' 'violated' \
  "$SELVAGE" check --engine bmc --dump /nonexistent/q.cnf "$race"
expect_told 'cannot write full.smt2: No space left' 'violated' \
  "$SELVAGE" check --engine bmc --solver smt --dump full.smt2 "$race"
expect 1 'violated' "$SELVAGE" check --trace t.json "$race"
expect_told 'cannot write full.json' 'the trace is a real run' "$SELVAGE" replay --trace full.json t.json "$race"
expect_told 'cannot write full.json' 'violated' "$SELVAGE" explain --trace full.json t.json "$race"
expect_told 'cannot write full.json' 'stopped after 3 steps' \
  "$SELVAGE" simulate --steps 3 --seed 1 --trace full.json "$peterson"

# Over several files the worst status counts; our own bugs would be worse.
expect_told 'cannot write full.svg' 'race.bp: violated' \
  "$SELVAGE" check --engine bdd --plot full.svg "$race" "$peterson"

# Standard output itself.
for command in 'check' 'check --format json' 'show --model' 'simulate --steps 3'; do
  expect 74 'selvage: cannot write to standard output' \
    bash -c "\"\$SELVAGE\" $command '$race' > /dev/full"
done
for command in help engines languages --version; do
  expect 74 'cannot write to standard output' bash -c "\"\$SELVAGE\" $command > /dev/full"
done
expect 74 'cannot write to standard output' bash -c "\"\$SELVAGE\" check '$race' '$peterson' > /dev/full"
expect 74 'cannot write to standard output' bash -c "\"\$SELVAGE\" check '$race' >&-"

exit $((failures > 0))
