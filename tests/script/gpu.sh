#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# The engine gpu on threads of this machine (or on its GPU: SELVAGE_DEVICE=gpu, as script/test gpu does): the same answer to every property and the same number of states as `explicit
# --reduction off`, on models of every language; a full table, a limit and a machine without a GPU are `unknown`. Skipped where there is no cc.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
device=${SELVAGE_DEVICE:-host}
[ "$device" = gpu ] || command -v cc > /dev/null || { echo "no C compiler"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

cat > compare.py <<'CHECK'
import json, os, subprocess, sys

def ask(path, *options):
    done = subprocess.run([sys.argv[1], "check", "--quiet", "--format", "json", "--keep-going", *options, path],
                          capture_output=True, text=True, check=False)
    a = json.loads(done.stdout)
    return {"answer": a["answer"], "states": a["states"], "complete": a["complete"], "unreached": a["unreached"],
            "properties": {p["name"]: p["answer"] for p in a["properties"]}}, a["reason"]

wrong = 0
for path in sys.argv[3:]:
    expected, why = ask(path, "--engine", "explicit", "--reduction", "off")
    assert expected["complete"], f"{path}: {why}"
    # A search that makes up states may never end.
    gpu = ["--engine", "gpu", "--device", sys.argv[2], "--jobs", "3", "--cache", "cache", "--time", "100"]
    got, reason = ask(path, *gpu, "--reduction", "off")
    less, _ = ask(path, *gpu)
    if expected != got:
        wrong += 1
        print(f"{path}: {got} ({reason}), explicit: {expected}")
    elif int(less["states"]) > int(got["states"]) or {**less, "states": got["states"]} != got:
        wrong += 1
        print(f"{path}: {less} with reduction, without: {got}")
    if wrong and os.environ.get("STOP_AT_FIRST"):
        break
print(f"{len(sys.argv) - 3} models, {wrong} wrong")
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
# What is lost where who stands in a sticky location and cannot move is forgotten, or moves alone in other locations too.
cat > waits.pml <<'MODEL'
chan q = [1] of { byte };
byte g;
active proctype S() { g = 1; g = 2; q ! 1 }
active proctype T() { g == 2; g = 3 }
active proctype R() { byte x; q ? x; assert(x == 0) }
MODEL
cat > adds.pml <<'MODEL'
byte g, done;
active [2] proctype P() { byte t; t = 1; t = g; g = t + 1; done++; (done == 2); assert(g == 2) }
MODEL
cat > seen.dve <<'MODEL'
byte x, y;
process P { state a, b, c; init a; trans a -> b { effect x = 1; }, b -> c { effect x = 2; }; }
process Q { state a, b, c; init a; trans a -> b { effect y = 1; }, b -> c { effect y = 2; }; }
system async;
MODEL
# Layers of thousands of states, of which a list holds a few at a time. All 295750 are there: bench/gpu/run.py says why.
{
  echo 'byte v[6];'
  for i in 0 1 2 3 4 5; do
    echo "process P$i { state s; init s; trans s -> s { guard v[$i] < 9 && v[$i] <= v[$(((i + 1) % 6))] + 3; effect v[$i] = v[$i] + 1; }; }"
  done
  echo 'system async;'
} > counters.dve
"$SELVAGE" check --quiet --engine gpu --device "$device" --jobs 3 --deadlock off counters.dve 2>&1 | grep -q '^295750 states' || fail "counters"
examples=$SELVAGE_ROOT/examples corpus=$SELVAGE_ROOT/tests/corpus
python3 compare.py "$SELVAGE" "$device" "$examples"/{diners.pml,leader.pml,elevator.dve,peterson.bp,crossing.puml} \
  "$corpus"/svm/{queue_order,queue_defer_only,two_deadlocks}.svm "$corpus"/proc/waits_in_section.proc "$corpus"/promela/select_d_step.pml deep.proc wide.proc waits.pml adds.pml ||
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
"$SELVAGE" check --engine gpu --device "$device" --jobs 1 --log 1 deep.proc 2>&1 | grep -q 'more bits vary' || fail "deep.proc fits at once"
# The second time nothing is compiled and nothing guessed wrong. What is not as it was written is no entry.
cached() {
  "$SELVAGE" check --engine gpu --device "$device" --jobs 1 --log 1 --cache kept --format json deep.proc > out 2> log || true
  grep -q '"answer":"violated"' out || fail "cache: no violation"
}
cached
grep -q '"compiled":"in' out || fail "cache: found before it was written"
cached
if ! grep -q '"compiled":"before"' out || grep -q 'more bits vary' log; then fail "cache: not used"; fi
for entry in kept/*.cache; do printf x | dd of="$entry" bs=1 seek=100 conv=notrunc 2> /dev/null; done
cached
if ! grep -q '"compiled":"in' out || ! grep -q 'more bits vary' log; then fail "cache: a changed entry is used"; fi
"$SELVAGE" check --engine gpu --device "$device" --cache no/such --format json "$examples/leader.pml" > out || fail "cache: no folder"
grep -q '"cache":"not written: no/such: ' out || fail "cache: not a word about the folder"

# Walks: the same run for the same seed on any number of threads; another one for another seed; as long as --depth allows.
walk() { "$SELVAGE" check --quiet --engine gpu --device "$device" --search walk --walk 200000 --cache cache "$@" deadlock.dve | grep -v 'engine gpu' > out || true; }
cat > deadlock.dve <<'MODEL'
byte v[12];
byte lost;
process P { state s; init s; trans s -> s { guard lost < 3; effect v[0] = (v[0] + 1) % 200, lost = lost + 1; },
                                   s -> s { effect v[0] = (v[0] * 3 + 1) % 200, lost = 0; }; }
process Q { state s; init s; trans s -> s { guard lost < 3; effect v[1] = (v[1] + v[2]) % 200; }; }
process R { state s, t; init s; trans s -> t { guard v[0] == 77 && v[1] == 0; effect v[2] = v[2] + 1; }; }
system async;
MODEL
walk --reach 'v[0] == 77 && v[1] == 2' --jobs 1
cp out one
grep -q violated one || fail "walks find nothing"
walk --reach 'v[0] == 77 && v[1] == 2' --jobs 3
cmp -s out one || fail "walks depend on the number of threads"
walk --reach 'v[0] == 77 && v[1] == 2' --seed 9
if cmp -s out one; then fail "walks do not depend on the seed"; fi
walk --reach 'v[0] == 77 && v[1] == 2' --depth 3
grep -q 'unknown: no violation in random walks' out || fail "walks are longer than --depth"
status 1 violated --device "$device" --reach 'x == 1 && y == 2' seen.dve
status 2 'a bound on steps was reached' --device "$device" --depth 3 "$examples/leader.pml"
status 0 'holds' --device "$device" --depth 90 "$examples/leader.pml"
status 2 'table of states on the device is full' --device "$device" --memory 60 many.dve
status 2 'time limit reached' --device "$device" --time 1 many.dve
# Where nobody else decides soon, it takes part; without a GPU it does not.
takes_part() { "$SELVAGE" check --quiet --log 2 --time 0.2 "$@" "$examples/leader.pml" 2>&1 | grep -q 'auto: turn [0-9]*: gpu'; }
takes_part --device "$device" || fail "auto leaves it out"
if takes_part --device "$device" --deterministic; then fail "auto --deterministic asks a GPU"; fi
if [ ! -e /dev/nvidia0 ] && [ ! -e /dev/nvidiactl ] && takes_part; then fail "auto asks a GPU that is not there"; fi
if ! ldconfig -p 2> /dev/null | grep -q libcuda.so.1; then status 2 'no GPU here' "$examples/diners.pml"; fi

exit $((failures > 0))
