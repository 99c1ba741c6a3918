#!/usr/bin/env bash
# timeout: 300
#
# `check --disk`: where memory is full the search goes on, with the numbers of a search in memory; nothing stays
# behind, whatever ends it; and a disk that is full is no answer.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
mkdir d
TMPDIR=$work
export TMPDIR

cat > walk.pml <<'MODEL'
byte a, b;
active [PROCS] proctype P() {
  byte i;
  do
  :: i < MOST -> i++; a = (a + i) % 7
  :: i > 2 -> atomic { i = i - 2; b = (b + 1) % 5 }; assert(LIMIT)
  od
}
MODEL

# What is told, but for time, memory, and which of several shortest traces there is.
told() { grep -vE '^ +[0-9×]+ |^ +(at once|waits|and|or) |^  step ' "$1" | sed -E 's/, [0-9.]+ s, [0-9]+ MB.*//' | grep -vE '^ {20}'; }

# same WHAT OPTION…: in memory and on disk.
same() {
  local status disk
  timeout 100 "$SELVAGE" check --quiet --engine explicit --jobs 1 "${@:2}" walk.pml > whole
  status=$?
  timeout 100 "$SELVAGE" check --quiet --disk d --spill-after 300 "${@:2}" walk.pml > got
  disk=$?
  [ $status = $disk ] || fail "$1: status $disk, in memory $status"
  diff <(told whole) <(told got) > differ || { fail "$1: another answer"; head -n 12 differ; }
}

same 'all states' -D PROCS=2 -D MOST=6 -D LIMIT=1 --reduction off
same 'reduction' -D PROCS=2 -D MOST=6 -D LIMIT=1
same 'many violations' -D PROCS=2 -D MOST=4 -D 'LIMIT=(a+b<9)' --reduction off --keep-going --deadlock on
same 'bound' -D PROCS=2 -D MOST=6 -D LIMIT=1 --depth 9

# Found behind what is on disk, and replayed by another command.
expect 1 'violated' "$SELVAGE" check --quiet --disk d --spill-after 300 -D PROCS=2 -D MOST=6 -D 'LIMIT=(i<4||a<6||b<4)' \
  --trace t.json walk.pml
expect 1 'violated' "$SELVAGE" replay --quiet -D PROCS=2 -D MOST=6 -D 'LIMIT=(i<4||a<6||b<4)' walk.pml t.json

# A limit that a search in memory meets.
case $SELVAGE in */debug/*) large=4 few=200 ;; *) large=8 few=26 ;; esac
timeout 100 "$SELVAGE" check --quiet --engine explicit --jobs 1 -D PROCS=3 -D MOST=$large -D LIMIT=1 --reduction off \
  --format json walk.pml > whole
timeout 200 "$SELVAGE" check --quiet --disk d --memory $few -D PROCS=3 -D MOST=$large -D LIMIT=1 --reduction off \
  --format json walk.pml > got
[ $? = 0 ] || fail "--memory $few --disk: $(head -c 600 got)"
python3 - << 'CHECK' || fail 'a small memory'
import json
whole, got = json.load(open("whole")), json.load(open("got"))
for key in ("status", "states", "transitions", "depth", "reason"):
    assert whole[key] == got[key], (key, whole[key], got[key])
CHECK
case $SELVAGE in */debug/*) ;; *)
  expect 2 'memory limit reached' "$SELVAGE" check --quiet --engine explicit --memory $few -D PROCS=3 -D MOST=$large \
    -D LIMIT=1 --reduction off walk.pml
  grep -q '"times memory was full"' got || fail 'no statistics'
  grep -qE '"times memory was full", *"value": *"?0"?' got && fail 'memory was never full'
esac

# Nothing stays behind a kill.
"$SELVAGE" check --quiet --disk d --spill-after 20 -D PROCS=4 -D MOST=20 -D LIMIT=1 --reduction off walk.pml > out 2>&1 &
pid=$!
for _ in $(seq 100); do # until it has files without a name
  find "/proc/$pid/fd" -lname "$work/d/*" 2> /dev/null | grep -q . && break
  sleep 0.05
done
kill -9 $pid
wait $pid 2> /dev/null
[ -z "$(ls -A d)" ] || fail "left behind: $(ls -A d)"

# The disk is full: a limit on the size of files has the same effect.
cat > full << 'FULL'
#!/usr/bin/env bash
trap '' XFSZ
ulimit -f 8
exec "$SELVAGE" check --quiet --disk d --spill-after 300 "$@" walk.pml
FULL
chmod +x full
expect 2 'the disk is full or fails \(d: .*\): no violation within [0-9]+ steps' ./full -D PROCS=3 -D MOST=12 -D LIMIT=1 --reduction off
expect 2 '"cause": ?"disk"' ./full -D PROCS=3 -D MOST=12 -D LIMIT=1 --reduction off --format json

# What it does not go with.
refused() { expect 64 "$1" "$SELVAGE" check --quiet --disk d "${@:2}" -D PROCS=1 -D MOST=2 -D LIMIT=1 walk.pml; }
refused 'breadth first' --search dfs
refused 'store exact' --store tree
refused 'checkpoint' --checkpoint c
refused 'certify' --certify
refused 'does nothing for the engine bdd' --engine bdd
refused 'infinite runs' --ltl '[]<>(a==1)'
expect 64 'No such file' "$SELVAGE" check --quiet --disk nowhere -D PROCS=1 -D MOST=2 -D LIMIT=1 walk.pml
expect 64 'Not a directory' "$SELVAGE" check --quiet --disk walk.pml -D PROCS=1 -D MOST=2 -D LIMIT=1 walk.pml
expect 0 'all [0-9]+ states' "$SELVAGE" check --quiet --disk d --jobs 4 -D PROCS=1 -D MOST=4 -D LIMIT=1 walk.pml
exit $((failures > 0))
