#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# The engine gpu on threads of this machine: the same answer to every property and the same number of states as `explicit
# --reduction off`, on models of every language; a full table, a limit and a machine without a GPU are `unknown`. Skipped where there is no cc.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
command -v cc > /dev/null || { echo "no C compiler"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

cat > compare.py <<'CHECK'
import json, subprocess, sys

def ask(path, *options):
    done = subprocess.run([sys.argv[1], "check", "--quiet", "--format", "json", "--keep-going", *options, path],
                          capture_output=True, text=True, check=False)
    a = json.loads(done.stdout)
    return {"answer": a["answer"], "states": a["states"], "complete": a["complete"], "unreached": a["unreached"],
            "properties": {p["name"]: p["answer"] for p in a["properties"]}}, a["reason"]

wrong = 0
for path in sys.argv[2:]:
    expected, _ = ask(path, "--engine", "explicit", "--reduction", "off")
    got, reason = ask(path, "--engine", "gpu", "--device", "host", "--jobs", "3")
    if expected != got:
        wrong += 1
        print(f"{path}: {got} ({reason}), explicit: {expected}")
print(f"{len(sys.argv) - 2} models, {wrong} wrong")
sys.exit(wrong > 0)
CHECK
# Bits that vary only far from the first states: what is stored is found to be too narrow, and widened.
cat > deep.proc <<'MODEL'
uint16 x = 0;
uint32 y = 7, z = 0;
process p { while x < 11000 { x = x + 1; } y = 3000000; z = y; assert z == 7; }
MODEL
# States of many words that vary, so that trees are deep; a step changes one or two of them.
cat > wide.proc <<'MODEL'
byte a[24] = 0, b[24] = 0;
process p { int[0..23] i = 0; while true { a[i] = 255 - a[i]; i = (i + 1) % 24; } }
process q { int[0..23] k = 0; while true { b[k] = 255 - b[k]; k = (k + 1) % 24; } }
MODEL
# Layers of thousands of states, of which a list holds a few at a time. All 295750 are there: bench/gpu/run.py says why.
{
  echo 'byte v[6];'
  for i in 0 1 2 3 4 5; do
    echo "process P$i { state s; init s; trans s -> s { guard v[$i] < 9 && v[$i] <= v[$(((i + 1) % 6))] + 3; effect v[$i] = v[$i] + 1; }; }"
  done
  echo 'system async;'
} > counters.dve
"$SELVAGE" check --quiet --engine gpu --device host --jobs 3 --deadlock off counters.dve 2>&1 | grep -q '^295750 states' || fail "counters"
examples=$SELVAGE_ROOT/examples corpus=$SELVAGE_ROOT/tests/corpus
python3 compare.py "$SELVAGE" "$examples"/{diners.pml,leader.pml,elevator.dve,peterson.bp,crossing.puml} \
  "$corpus"/svm/{queue_order,waits_in_section,queue_defer_only}.svm "$corpus"/svm/two_deadlocks.svm "$corpus"/promela/select_d_step.pml deep.proc wide.proc ||
  fail "gpu and explicit differ"

# status STATUS TEXT OPTION…
status() {
  local want=$1 text=$2 got=0
  shift 2
  "$SELVAGE" check --quiet --engine gpu "$@" > out 2>&1 || got=$?
  if [ $got != "$want" ] || ! grep -q "$text" out; then fail "gpu $*: status $got"; cat out; fi
}
cat > many.dve <<'MODEL'
byte v[8];
process A { state s; init s; trans s -> s { effect v[0] = (v[0] + 1) % 200, v[1] = (v[1] + v[0]) % 200; }; }
process B { state s; init s; trans s -> s { effect v[2] = (v[2] + 1) % 200, v[3] = (v[3] + v[2]) % 200; }; }
process C { state s; init s; trans s -> s { effect v[4] = (v[4] + 1) % 200, v[5] = (v[5] + v[4]) % 200; }; }
system async;
MODEL
"$SELVAGE" check --engine gpu --device host --jobs 1 --log 1 deep.proc 2>&1 | grep -q 'more bits vary' || fail "deep.proc fits at once"
status 2 'table of states on the device is full' --device host --memory 60 many.dve
status 2 'time limit reached' --device host --time 1 many.dve
if ! ldconfig -p 2> /dev/null | grep -q libcuda.so.1; then status 2 'no GPU here' "$examples/diners.pml"; fi

exit $((failures > 0))
