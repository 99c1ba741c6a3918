#!/usr/bin/env bash
# timeout: 600
#
# SIGINT and SIGTERM end every engine, whatever it is doing, and the answer says so:
# `interrupted`, exit status 2, in text and in JSON; so does --time. Nothing is left
# running. What is measured is generous (seconds), since machines are busy.
set -u

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
slack=${SELVAGE_SLACK:-10}  # seconds that an end may take
fail() {
  echo "FAILED $*"
  failed=1
  [ -z "${STOP_AT_FIRST-}" ] || exit 1
}

# Large for every engine: none ends on it by itself. The assertion holds, because the number is
# prime, and to find that out takes too long.
cat > "$work/large.proc" <<'MODEL'
const N = 12;
int[0..32767] a[N] = 2;
int[0..32767] sum = 1;
process p[i : 0..N-1] {
  while true {
    int[0..32767] d = 0;
    havoc d;
    a[i] = (a[i] * 31 + d * sum) % 32768;
    sum = (sum * a[i] + 7 * d + i) % 32768;
    assert a[0] * a[1] * a[2] * a[3] != 288230376151724129;
  }
}
MODEL
# One step of the reference interpreter takes very long: a million cells, a million choices.
cat > "$work/wide.proc" <<'MODEL'
byte a[1000000] = 0;
int[0..999999] i = 0;
process p { while true { havoc i; a[i] = a[i] + 1; assert a[0] != 200; } }
MODEL
cat > "$work/mixed.pml" <<'MODEL'
byte a, b, c, d;
active [3] proctype P() {
  byte i;
  do :: i < 40 -> i++; a = a + i :: b < 100 -> b++; c = c + b % 3 :: c > 3 -> d++; assert(d != 249) od
}
MODEL
cat > "$work/threads.bp" <<'MODEL'
decl a, b, c, d, e, f, g, h;
void w() begin
  decl l0, l1, l2, l3, l4, l5, l6, l7, l8, l9;
  l0, l1, l2, l3, l4, l5, l6, l7, l8, l9 := *, *, *, *, *, *, *, *, *, *;
  while (*) do
    a, b, c, d := l0 & b | l4, l1 != c, l2 | d & l5, l3 != a;
    e, f, g, h := l6 & f, l7 != g & l8, l9 | h, e != l0;
    l0, l1, l2, l3, l4 := l1 != a, l2 != b, l3 != c, l4 != d, l0 != e;
    l5, l6, l7, l8, l9 := l6 != f, l7 != g, l8 != h, l9 != a, l5 != b;
  od
  assert(!a | !b | !c | !d | !e | !f | !g | !h | l0 | l1 | l2 | l3 | l4 | l5 | l6 | l7 | l8 | l9);
end
void main() begin
  while (*) do start_thread w(); od
end
MODEL
# No initial state: 999999999989 is prime. Before that is known, nothing can be said.
cat > "$work/first.svm" <<'MODEL'
var a : int 0..1000000 = any
var b : int 0..1000000 = any
init (= (* a b) 999999999989)
property one invariant (> a 1)
property again formula (always (eventually (= a 1)))
process P
  location l
  action go
    from l -> l
    guard (= a b)
end
MODEL
sed 's/^init/var n : int = 0\n&/' "$work/first.svm" > "$work/integer.svm"
# Which edges of 150 automata meet takes seconds to find out, before any engine begins.
python3 - > "$work/many.hy" <<'MODEL' || fail "no model of many automata"
print("var x: clock;")
for a in range(150):
    labels = range(a % 3, 120, 3) if a else range(120)
    print(f"automaton a{a} synclabs: {', '.join(f'l{k}' for k in labels)}; initially s0 & x = 0;")
    for s in range(120):
        jump = f"when x >= 1 sync l{s} goto s{(s * 7 + 1) % 120};" if s in labels else ""
        print(f"loc s{s}: while x <= 10 wait {{}} {jump} when x >= 2 goto s{(s + 1) % 120};")
    print("end")
print("var init_reg, final_reg : region;")
MODEL

# interrupt SIGNAL MODEL OPTION…: starts a check, sends the signal, looks at the answer.
interrupt() {
  local signal=$1 model=$2 begin end pid status=0
  shift 2
  "$SELVAGE" check --quiet --format json "$@" "$work/$model" > "$work/out" 2> "$work/err" &
  pid=$!
  sleep 0.5
  kill -s "$signal" $pid 2> /dev/null || { fail "$signal $model $*: ended by itself: $(head -c 300 "$work/out")"; return; }
  begin=$(date +%s%N)
  wait $pid || status=$?
  end=$(date +%s%N)
  [ $status = 2 ] || fail "$signal $model $*: status $status"
  [ $(((end - begin) / 1000000000)) -lt "$slack" ] || fail "$signal $model $*: took $(((end - begin) / 1000000)) ms"
  grep -q '"cause":"interrupted"' "$work/out" || fail "$signal $model $*: $(head -c 300 "$work/out")"
  grep -q '"reason":"interrupted' "$work/out" || fail "$signal $model $*: $(head -c 300 "$work/out")"
}

for engine in auto explicit bdd boppo bmc ic3; do
  interrupt INT large.proc --engine $engine
  interrupt TERM large.proc --engine $engine
done
interrupt INT large.proc --engine events
interrupt TERM mixed.pml --engine cegar
interrupt INT many.hy --engine polyhedra --reach 'x = 11'
if command -v cc > /dev/null; then interrupt TERM large.proc --engine gpu --device host; fi
interrupt INT large.proc --engine explicit --jobs 2
interrupt TERM large.proc --engine random --walk 1000000000
interrupt INT wide.proc --engine random
interrupt TERM wide.proc --engine auto
interrupt INT threads.bp --engine threads
interrupt TERM many.hy --engine bmc

# timeout(1), like some shells, signals the program twice at once; who presses Ctrl-C again later means it.
for number in INT TERM; do
  (cd "$work" && timeout -s $number 1 "$SELVAGE" check --quiet large.proc) > "$work/out" 2> "$work/err"
  grep -q '^large.proc: unknown: interrupted' "$work/out" || fail "timeout -s $number: $(head -c 300 "$work/out")"
done
# Signals that wait for the program together are delivered at the same time, whatever else the machine does.
"$SELVAGE" check --quiet "$work/large.proc" > "$work/out" 2> "$work/err" &
pid=$!
sleep 0.5
kill -s STOP $pid
kill -s INT $pid
kill -s TERM $pid
kill -s CONT $pid
status=0
wait $pid || status=$?
[ $status = 2 ] && grep -q 'large.proc: unknown: interrupted' "$work/out" || fail "INT with TERM: status $status, $(head -c 300 "$work/out")"
mkfifo "$work/never"
exec 9<> "$work/never"
"$SELVAGE" check --quiet --language proc - <&9 > "$work/out" 2> "$work/err" &
pid=$!
sleep 0.5
kill -s INT $pid
sleep 0.4
kill -s INT $pid 2> /dev/null
status=0
wait $pid || status=$?
[ $status = 130 ] || [ $status = 2 ] || fail "a second signal: status $status"
exec 9>&-

# limited MODEL OPTION…: --time 1 ends it.
limited() {
  local model=$1 begin end status=0
  shift
  begin=$(date +%s%N)
  "$SELVAGE" check --quiet --format json --time 1 "$@" "$work/$model" > "$work/out" 2> "$work/err" || status=$?
  end=$(date +%s%N)
  [ $status = 2 ] || fail "--time 1 $model $*: status $status"
  [ $(((end - begin) / 1000000000)) -lt $((slack + 1)) ] || fail "--time 1 $model $*: took $(((end - begin) / 1000000)) ms"
  grep -q '"cause":"time"' "$work/out" || fail "--time 1 $model $*: $(head -c 300 "$work/out")"
}
for engine in auto explicit bdd boppo bmc ic3; do limited large.proc --engine $engine; done
limited wide.proc --engine random
limited wide.proc --engine auto
limited threads.bp --engine threads
for ways in '--search bfs' '--search dfs' '--store bitstate'; do
  limited first.svm --engine explicit --property one $ways
done
limited first.svm --engine explicit --property again
limited first.svm --engine explicit --property again --jobs 2
limited integer.svm --engine explicit --property one
# Limits are looked at often enough where each state takes long: in seconds of the processor, which
# does not depend on what else the machine does. With sanitizers it takes longer to read the model.
{
  for array in a b c d e f; do echo "int $array[65536];"; done
  echo 'byte n; active proctype p() { do :: n < 200 -> n++; a[n * 300] = n; f[65535] = n :: n == 200 -> break od }'
} > "$work/fat.pml"
if [[ ${SELVAGE_BUILD-} != */debug ]]; then
  (ulimit -t 10; limited fat.pml --engine explicit --jobs 1 --store tree --reduction off; exit $failed) || failed=1
fi
if command -v cc > /dev/null; then limited first.svm --engine gpu --device host --property one; fi
for listing in --logs --states=first.svg; do
  (cd "$work" && timeout 30 "$SELVAGE" show ${listing/=/ } --time 1 first.svm) > "$work/out" 2> "$work/err"
  grep -q 'time limit reached' "$work/err" || fail "show $listing: $(head -c 300 "$work/err")"
done

# Nothing is left behind, suspended or not.
sleep 0.2
if pgrep -f "$work" > "$work/left"; then fail "left running: $(tr '\n' ' ' < "$work/left")"; fi
[ $failed = 0 ] && echo "all ends are in time"
exit $failed
