#!/usr/bin/env bash
# timeout: 600
#
# `check --checkpoint` and `resume`: whatever kills a run, what goes on with it says what an
# uninterrupted one says, with the same numbers and traces; and no file is believed that is not
# whole, or belongs to something else. SELVAGE_KILLS and SELVAGE_SEED: so many kills, others.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
# With sanitizers each kill costs seconds.
case $SELVAGE in */debug/*) kills=3 ;; *) kills=15 ;; esac
kills=${SELVAGE_KILLS:-$kills}
RANDOM=${SELVAGE_SEED:-1}

cat > walk.pml <<'MODEL'
byte a, b, c;
chan q = [1] of { byte };
active [2] proctype P() {
  byte i;
  do
  :: i < 3 -> i++; a = (a + i) % 7
  :: i > 2 -> i = i - 2; b = (b + 1) % 5; assert(LIMIT)
  :: q!i
  :: q?c; atomic { c = c % 200; c = c + 1; c = c - 1 }
  od
}
MODEL
cat > start.pml <<'MODEL'
byte n, m;
proctype W(byte i) { byte k; do :: k < 3 -> k++; n = (n + i) % 5 :: k > 1 -> m = (m + 1) % 3; assert(n + m < 6); break od }
init { byte i; do :: i < 5 -> run W(i); i++ :: break od }
MODEL

# What is told, but for time and memory.
told() { sed -E 's/, [0-9.]+ s, [0-9]+ MB.*//' "$1" | grep -v '^explicit:'; }

# whole NAME OPTION…: the answer without interruption.
whole() { timeout 100 "$SELVAGE" check --quiet --engine explicit "${@:2}" > "$1.out" 2> "$1.err"; echo $? > "$1.status"; }

same() { # NAME STATUS WHAT
  [ "$2" = "$(cat "$1.status")" ] || fail "$3: status $2, not $(cat "$1.status"): $(head -n 3 got.out got.err)"
  diff <(told "$1.out") <(told got.out) > differ || { fail "$3: another answer"; head -n 12 differ; }
}

# pieces NAME TICKS OPTION…: stopped after so many ticks, resumed, and again.
pieces() {
  local name=$1 ticks=$2 status n=0
  shift 2
  rm -f c.ckpt
  timeout 100 "$SELVAGE" check --quiet --checkpoint c.ckpt --stop-after "$ticks" "$@" > got.out 2> got.err
  status=$?
  while grep -q interrupted got.out && [ $((n++)) -lt 30 ]; do
    timeout 100 "$SELVAGE" resume --quiet --stop-after $((ticks + n * ticks / 3)) c.ckpt > got.out 2> got.err
    status=$?
  done
  [ "$n" -gt 0 ] || fail "$* was not stopped"
  same "$name" $status "in pieces: $*"
}

# Every order and store, with and without reduction.
large='LIMIT=1' violated='LIMIT=(a+b+c<12)'
i=0
for ways in '--jobs 1' '--jobs 2' '--search dfs' '--store tree --jobs 1' '--store tree --jobs 2' '--search dfs --store tree' \
  '--store collapse' '--search dfs --store collapse' '--store bitstate --bits 20' '--search dfs --store bitstate --bits 20'; do
  i=$((i + 1))
  reduction=$([ $((i % 2)) = 0 ] && echo on || echo off)
  if [ $((i % 3)) = 0 ]; then options="--keep-going -D $violated"; else options="--reduction $reduction -D $large"; fi
  whole way $ways $options walk.pml
  pieces way $((30000 + i * 3001)) $ways $options walk.pml
done
whole grows --jobs 2 --keep-going start.pml
pieces grows 50011 --jobs 2 --keep-going start.pml
whole grows --search dfs start.pml
pieces grows 51 --search dfs start.pml
whole certified --certify --store tree -D "$large" walk.pml
pieces certified 50011 --certify --store tree -D "$large" walk.pml
grep -q certif got.out || fail "nothing was certified: $(head -n 3 got.out)"

# ---- what is written ends at the settled point, whatever was stored behind it

for n in 30007 30015 40015; do
  rm -f c.ckpt
  "$SELVAGE" check --quiet --engine explicit --jobs 1 --reduction off --checkpoint c.ckpt --stop-after $n -D "$large" \
    --format json walk.pml > stopped.$n
  "$SELVAGE" resume --quiet --stop-after 1 --format json c.ckpt > taken.$n
done
python3 - << 'CHECK' || fail 'the store is not cut to the settled point'
import glob, json
behind = 0
for path in glob.glob("stopped.*"):
    stopped, taken = json.load(open(path)), json.load(open(path.replace("stopped", "taken")))
    settled = int(stopped["statistics"]["last checkpoint"].split()[0])
    assert int(taken["states"]) == settled, (path, settled, taken["states"])
    behind += int(stopped["states"]) - settled
assert behind > 0, "nothing was stored behind it: other numbers are needed"
CHECK

# ---- killed at any moment

answers=('--jobs 1 --reduction off' '--jobs 2 --reduction off --keep-going' '--search dfs --reduction off' '--store tree --jobs 1'
  '--store tree --jobs 2 --keep-going' '--store collapse' '--search dfs --store bitstate --bits 20' '--store bitstate --bits 20')
resumed=0 begun=0
for ((k = 0; k < kills; k++)); do
  ways=${answers[k % ${#answers[@]}]}
  limit=$([ $((RANDOM % 2)) = 0 ] && echo "$large" || echo "$violated")
  whole killed $ways -D "$limit" walk.pml
  rm -f k.ckpt
  command=(check --engine explicit --checkpoint k.ckpt --every 0.0$((RANDOM % 5 + 1)) $ways -D "$limit" walk.pml)
  for piece in 1 2 3; do
    "$SELVAGE" "${command[@]}" --quiet > got.out 2> got.err &
    pid=$!
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    signal=$([ $((RANDOM % 4)) = 0 ] && echo TERM || echo KILL)
    kill -s $signal $pid 2> /dev/null
    wait $pid 2> /dev/null
    if [ -f k.ckpt ]; then command=(resume --every 0.0$((RANDOM % 5 + 1)) k.ckpt); fi
  done
  if [ -f k.ckpt ]; then resumed=$((resumed + 1)); else begun=$((begun + 1)); fi
  timeout 100 "$SELVAGE" "${command[@]}" --quiet --trace got.json > got.out 2> got.err
  same killed $? "killed: ${command[*]}"
  if grep -q violated killed.out; then
    "$SELVAGE" replay got.json walk.pml -D "$limit" > replayed 2>&1 || grep -q 'real run' replayed || fail "the trace is no run: $(head -n 2 replayed)"
  fi
done
echo "$resumed runs were resumed after kills, $begun had left nothing"
[ $resumed -gt 0 ] || fail 'no run was resumed'

# ---- limits: a last checkpoint is written

# limited OPTION…: true if the limit has struck and there is a checkpoint; it is then resumed.
limited() {
  rm -f l.ckpt
  timeout 100 "$SELVAGE" check --quiet --checkpoint l.ckpt "$@" -D "$large" walk.pml > got.out 2> got.err
  grep -q 'limit reached' got.out && [ -f l.ckpt ] || return
  timeout 100 "$SELVAGE" resume --quiet l.ckpt > got.out 2> got.err
  same limited $? "after $*"
}
whole limited --reduction off -D "$large" walk.pml
# How long the search takes depends on the machine.
for seconds in 0.6 0.3 0.2 0.1 0.08 0.06 0.05 0.04 0.03 0.02 none; do
  [ $seconds = none ] || ! limited --time $seconds --jobs 1 --reduction off || break
done
[ $seconds != none ] || fail '--time left no checkpoint'
base=$("$SELVAGE" check --quiet --engine explicit -D "$violated" walk.pml | sed -nE 's/.* ([0-9]+) MB.*/\1/p')
for store in 'exact --jobs 1' 'exact --jobs 2' tree collapse; do
  whole limited --reduction off --store $store -D "$large" walk.pml
  for more in -2 -1 0 1 2 3 4 5 6 8 10 12 14 17 20 none; do
    [ $more = none ] || ! limited --memory $((base + more)) --reduction off --store $store || break
  done
  [ $more != none ] || fail "--memory left no checkpoint: $store"
done

# ---- what is refused

make() { rm -f x.ckpt; "$SELVAGE" check --quiet --checkpoint x.ckpt --stop-after 20000 --reduction off -D "$large" "$@" walk.pml > /dev/null 2>&1; }
make
"$SELVAGE" resume x.ckpt --quiet --checkpoint y.ckpt --stop-after 1000 > /dev/null 2>&1
[ -f y.ckpt ] || fail 'resume --checkpoint writes nothing'
size=$(stat -c %s x.ckpt)
for n in 0 5 8 20 100 $((size / 2)) $((size - 1)); do
  head -c "$n" x.ckpt > cut.ckpt
  expect 65 'cut.ckpt: ' "$SELVAGE" resume cut.ckpt
done
for n in 8 9 40 200 $((size / 3)) $((size - 20)) $((size - 9)) $((size - 1)); do
  python3 -c 'import sys; d = bytearray(open("x.ckpt", "rb").read()); d[int(sys.argv[1])] ^= 4; open("bad.ckpt", "wb").write(d)' "$n"
  expect 65 'bad.ckpt: the checkpoint is .*damaged' "$SELVAGE" resume bad.ckpt
done
python3 -c 'd = bytearray(open("x.ckpt", "rb").read()); d[:8] = d[:8][::-1]; open("turned.ckpt", "wb").write(d)'
expect 65 'other byte order' "$SELVAGE" resume turned.ckpt
expect 65 'no checkpoint' "$SELVAGE" resume walk.pml
expect 65 'this is no file' "$SELVAGE" resume .
expect 65 'No such file' "$SELVAGE" resume missing.ckpt
expect 64 'resume needs one' "$SELVAGE" resume
expect 64 'does nothing for resume' "$SELVAGE" resume --search dfs x.ckpt
mkdir -p elsewhere && cp x.ckpt elsewhere
(cd elsewhere && expect 65 'was started in' "$SELVAGE" resume x.ckpt)
cp walk.pml kept.pml
sed -i 's/% 7/% 8/' walk.pml
expect 64 'of another model' "$SELVAGE" resume x.ckpt
sed 's/^byte a.*/& \/\/ no other model/' kept.pml > walk.pml
expect 0 holds "$SELVAGE" resume --quiet x.ckpt
cp kept.pml walk.pml

# ---- what cannot be written down is said before anything is searched

expect 64 'does nothing for the engine bdd' "$SELVAGE" check --engine bdd --checkpoint x.ckpt -D "$large" walk.pml
expect 64 'one file' "$SELVAGE" check --checkpoint x.ckpt walk.pml start.pml
expect 64 'not with --time-per-property' "$SELVAGE" check --checkpoint x.ckpt --time-per-property 3 -D "$large" walk.pml
expect 64 'not go with --watch' "$SELVAGE" check --checkpoint x.ckpt --watch walk.pml
cat > int.svm <<'MODEL'
var x : int = 0
property one invariant (< x 100)
process P
  location l
  action go
    from l -> l
    set x := (+ x 1)
end
MODEL
expect 64 'unbounded integers' "$SELVAGE" check --checkpoint x.ckpt int.svm
expect 64 'infinite runs' "$SELVAGE" check --checkpoint x.ckpt -D "$large" --ltl '[]<> (a == 1)' walk.pml
expect 0 'engine explicit' "$SELVAGE" check --quiet --checkpoint x.ckpt -D "$large" walk.pml

# ---- where it cannot be written the answer is told all the same

expect 74 'holds' "$SELVAGE" check --quiet --checkpoint no/x.ckpt --every 0.01 --reduction off -D "$large" walk.pml
expect 74 'cannot write no/x.ckpt: No such file' "$SELVAGE" check --quiet --checkpoint no/x.ckpt --every 0.01 --reduction off -D "$large" walk.pml
make
cp x.ckpt before.ckpt
expect 74 'File too large' bash -c "trap '' XFSZ; ulimit -f 100; '$SELVAGE' check --quiet --checkpoint x.ckpt --stop-after 100000 --reduction off -D '$large' walk.pml"
grep -q 'unknown: interrupted' out || fail 'the answer is lost with a full disk'
cmp -s x.ckpt before.ckpt || fail 'a full disk has spoilt the checkpoint before'
[ ! -e x.ckpt.new ] || fail 'a full disk leaves half a file'
if [ -c /dev/full ]; then
  ln -sf /dev/full x.ckpt.new
  expect 74 'No space left' "$SELVAGE" check --quiet --checkpoint x.ckpt --stop-after 20000 --reduction off -D "$large" walk.pml
  cmp -s x.ckpt before.ckpt || fail 'a full device has spoilt the checkpoint before'
fi
"$SELVAGE" check --format json --quiet --checkpoint x.ckpt --every 0.01 --reduction off -D "$large" walk.pml > json 2> /dev/null
grep -q 'last checkpoint' json || fail 'JSON does not tell of checkpoints'
exit $((failures > 0))
