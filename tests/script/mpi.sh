#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Explicit search over MPI ranks: whatever their number, answers and counts are those of one process, in several
# languages and on random models; traces are replayed; a rank that is killed, limits and an interruption give
# `unknown`; what ranks do not take is refused. Skipped where there is no mpirun.
#
#   mpi.sh [PART…]    only these parts: compare random traces refused ended
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
command -v mpirun > /dev/null || { echo "skipped: there is no mpirun"; exit 77; }
[ -f "$SELVAGE_BUILD/selvage_mpi.so" ] || { echo "skipped: Selvage was built without MPI"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
# Ranks share processors here; a job that ends in another status than 0 need not be waited for.
export OMPI_MCA_odls_base_sigkill_timeout=0 OMPI_MCA_btl=self,vader OMPI_MCA_rmaps_base_oversubscribe=1
printf '#!/bin/sh\nexec mpirun --allow-run-as-root --oversubscribe --quiet -n "$@"\n' > ranks
chmod +x ranks
PATH=$work:$PATH
asked=${*:-compare random traces refused ended}
asks() { [[ " $asked " = *" $1 "* ]]; }
corpus=$SELVAGE_ROOT/tests/corpus examples=$SELVAGE_ROOT/examples

if ldd "$SELVAGE" | grep -q libmpi; then fail "the program needs MPI to start"; fi

# ---- the same as one process

cat > compare.py <<'CHECK'
import json, subprocess, sys

selvage, ranks, files = sys.argv[1], sys.argv[2], [a for a in sys.argv[3:] if a[0] == "/"]
options = [a for a in sys.argv[3:] if a[0] == "-" and a != "--any" or a[0] not in "/+-"]
threads = [a[1:] for a in sys.argv[3:] if a[0] == "+"]  # for ranks only
fields = "answer", "states", "transitions", "depth", "complete", "unreached", "reason"

def ask(*command):
    done = subprocess.run([*command, "--quiet", "--format", "json", "--keep-going", "--time", "20", *options, *files],
                          capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(answers) != len(files):
        sys.exit(f"{len(answers)} answers for {len(files)} files: {command} {done.stdout[-300:]}{done.stderr[-300:]}")
    return [{**{f: a[f] for f in fields},
             "properties": [(p["name"], p["answer"], p["cause"]) for p in a["properties"]]} for a in answers]

one = ask(selvage, "check", "--engine", "explicit", "--jobs", "1")
many = ask("ranks", ranks, selvage, "check", *threads)
wrong = sum(a != b for a, b in zip(one, many))
for path, a, b in zip(files, one, many):
    if a != b:
        print(f"{path}: one process {a}, {ranks} ranks {b}")
decided = sum(a["answer"] != "unknown" for a in one)
print(f"{len(files)} models, {decided} decided, {wrong} wrong with {ranks} ranks {' '.join(options + threads)}")
sys.exit(wrong > 0 or (decided * 3 < len(files) and "--any" not in sys.argv))
CHECK

# Many states a level, and actions that are independent of each other.
cat > wide.pml <<'MODEL'
byte x[4], seen;
proctype count(byte i) { byte own; do :: x[i] < 4 -> x[i]++; own = x[i] :: x[i] == 4 -> break od; seen++ }
init { atomic { run count(0); run count(1); run count(2); run count(3) } (seen == 4); assert(x[0] + x[1] < 8) }
MODEL
# States of 6000 bytes: few of them fill a parcel, and senders have to wait.
cat > fat.pml <<'MODEL'
byte fat[6000]; byte x[4], y[4];
active [4] proctype p() { byte own; do :: x[_pid] < 2 -> fat[_pid * 1000 + x[_pid]]++; x[_pid]++; own = x[_pid] :: x[_pid] == 2 -> y[_pid]++; break od }
MODEL
# A level of 16384 states, a few of which violate an assertion each: whichever thread of whichever rank meets them.
{
  echo 'short x; byte n; active proctype p() { do'
  echo ':: atomic { n < 14 -> x = 2 * x; n++ } :: atomic { n < 14 -> x = 2 * x + 1; n++ } :: n == 14 -> break od; if'
  for i in $(seq 20); do echo ":: x == $((i * 777)) -> assert(x < 0)"; done
  echo ':: else fi }'
} > many.pml
sed 's/14/17/g; s/short/int/' many.pml > more.pml                         # a level that threads expand in several blocks
sed '/x ==/d; s/:: else/:: x % 777 == 0 -> assert(false) :: else/' more.pml > alike.pml # 169 states violate the same
# An infinite run beside an assertion.
cat > live.pml <<'MODEL'
bool p;
active proctype a() { do :: p = !p :: assert(true) od }
ltl always { []<> p }
MODEL
# Violated by a step, in a state, in an initial state, and by a cut; deadlocks; atomic sections; priorities; errors at run time.
models=("$PWD"/{wide,fat,many}.pml "$examples"/{diners.pml,leader.pml,abp.pml,elevator.dve,peterson.bp,race.bp,crossing.puml,philosophers.proc}
  "$corpus"/svm/{queue_order,waits_in_section,queue_defer_only,two_deadlocks}.svm
  "$corpus"/promela/{migratory_hasty,select_d_step}.pml)
# Some models in which a single state shows that not all was seen: whichever rank has it, all say so.
for i in 1 2 3 4 5; do
  echo "byte x; proctype more() { (x == 200) }
    active proctype count() { do :: x < $i -> x++ :: x == $i -> run more(); run more(); break od; assert(x == $i) }" > "cut$i.pml"
  echo "int[0..100] x = 0; int[0..9] y = $i;
    process count { while x < 10 { x = x + 1; } assert x * 1000000000000000000 >= 0; assert y == $i; }" > "overflow$i.proc"
done
shared=(+--jobs=3 +--share-after=1) # several threads in each rank, for levels of any size
compare() { python3 compare.py "$SELVAGE" "$@" || fail "one process and $1 ranks differ"; }
if asks compare; then
  compare 1 "${shared[@]}" "${models[@]}"
  compare 1 "${shared[@]}" --reduction off "$PWD/more.pml"
  compare 3 "${models[@]}"
  compare 8 "${models[@]:0:5}"
  compare 2 --reduction off "${shared[@]}" "${models[@]}"
  compare 3 --store tree --depth 5 "${models[@]}"
  compare 3 --any --deadlock=off --pool=1 "${shared[@]}" "$PWD"/cut?.pml "$PWD"/overflow?.proc
fi

if asks random && [ -x "$SELVAGE_BUILD/tests/random_models" ]; then
  for profile in plain queues control rules creation joint; do
    "$SELVAGE_BUILD/tests/random_models" --print --seed 4001 --count 5 --profile "$profile" |
      awk -v p="$profile" '/^\/\/ options:/ { n++ } { print > (p n ".svm") }'
  done
  compare 2 --threads 2 --pool 2 "$PWD"/*.svm
  compare 3 --threads 3 "${shared[@]}" "$PWD"/*.svm
fi

# ---- traces

if asks traces; then
  # Whatever the number of ranks, the search stops at the same level, with a trace that can be replayed.
  for n in 1 3; do
    expect 1 'violated' ranks "$n" "$SELVAGE" check --quiet --reduction off --jobs "$n" --share-after 1 --trace "$work/t$n.json" wide.pml
    expect 1 'violated' "$SELVAGE" replay "$work/t$n.json" wide.pml
  done
  # Of 169 states in a level that violate the same, the same one counts, whoever meets them.
  for n in '1 1' '1 3' '3 2'; do
    expect 1 'violated' ranks ${n% *} "$SELVAGE" check --quiet --reduction off --jobs ${n#* } --share-after 1 --trace "$work/alike.json" alike.pml
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["steps"])' alike.json > "alike$n"
    cmp -s 'alike1 1' "alike$n" || fail "ranks and threads $n: $(cat "alike$n") instead of $(cat 'alike1 1')"
  done
  # A deadlock and an assertion that a step violates, in one level: the deadlock is one step nearer.
  echo 'byte x; active proctype p() { if :: x = 1 -> (x == 5) :: x = 2 -> assert(false) fi }' > near.pml
  expect 1 'violated +deadlock' ranks 2 "$SELVAGE" check --quiet --color off --reduction off near.pml
  steps() { python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["steps"]))' "$1"; }
  "$SELVAGE" check --quiet --engine explicit --reduction off --trace one.json wide.pml > /dev/null || true
  [ "$(steps one.json)" = "$(steps t1.json)" ] || fail "a trace of $(steps t1.json) steps by one rank, $(steps one.json) are enough"
  [ "$(steps one.json)" = "$(steps t3.json)" ] || fail "a trace of $(steps t3.json) steps by 3 ranks, $(steps one.json) are enough"
fi

# ---- what is refused

leader=$examples/leader.pml
if asks refused; then
  expect 64 'run the engine explicit, not bdd' ranks 2 "$SELVAGE" check --quiet --engine bdd "$leader"
  expect 64 'breadth first' ranks 2 "$SELVAGE" check --quiet --search dfs "$leader"
  expect 64 'not --store bitstate' ranks 2 "$SELVAGE" check --quiet --store bitstate "$leader"
  expect 64 'one thread' ranks 2 "$SELVAGE" check --quiet --jobs 2 --store tree "$leader"
  expect 64 'in one process' ranks 2 "$SELVAGE" check --quiet --certify "$leader"
  expect 64 'checkpoints are not' ranks 2 "$SELVAGE" check --quiet --checkpoint state "$leader"
  expect 64 'resume is for one process' ranks 2 "$SELVAGE" resume --quiet state
  expect 64 '--disk is not for several ranks' ranks 2 "$SELVAGE" check --quiet --disk . "$leader"
  expect 64 'watch is not' ranks 2 "$SELVAGE" check --quiet --watch "$leader"
  expect 2 'infinite runs are not searched for by several ranks' ranks 2 "$SELVAGE" check --quiet live.pml
  expect 2 'several ranks do not search unbounded data' ranks 2 "$SELVAGE" check --quiet "$corpus/svm/queue_unbounded.svm"
  expect 2 'different models' ranks 1 "$SELVAGE" check --quiet "$leader" : -n 1 "$SELVAGE" check --quiet wide.pml
  expect 2 'different options' ranks 1 "$SELVAGE" check --quiet "$leader" : -n 1 "$SELVAGE" check --quiet --depth 9 "$leader"
  cp "$SELVAGE" alone
  expect 64 'built without MPI' ranks 2 ./alone check --quiet "$leader"
  echo 'active proctype a( { }' > bad.pml
  expect 65 'bad.pml:1' ranks 2 "$SELVAGE" check --quiet bad.pml
  ranks 3 "$SELVAGE" --version > out
  [ "$(wc -l < out)" = 1 ] || fail "several ranks speak: $(cat out)"
fi

# ---- what ends too soon

cat > endless.pml <<'MODEL'
byte a, b, c, d;
active proctype A() { do :: a < 250 -> a++ :: a > 3 -> a = a - 2 od }
active proctype B() { do :: b < 250 -> b++ :: b > 3 -> b = b - 2 od }
active proctype C() { do :: c < 250 -> c++ :: c > 3 -> c = c - 2 od }
active proctype D() { do :: d < 250 -> d++ :: d > 3 -> d = d - 2 od }
MODEL
if asks ended; then
  expect 2 'time limit reached: no violation within [0-9]+ steps' ranks 3 "$SELVAGE" check --quiet --jobs 2 --reduction off --time 1 endless.pml
  expect 2 'memory limit reached' ranks 2 "$SELVAGE" check --quiet --reduction off --memory 30 --time 30 endless.pml
fi

# begin OUTPUT; then the process of rank N is $(process N).
begin() {
  OMPI_MCA_odls_base_sigkill_timeout=2 ranks 3 bash -c 'echo $$ > pid.$OMPI_COMM_WORLD_RANK; exec "$0" check --quiet --reduction off endless.pml' "$SELVAGE" > "$1" 2> /dev/null &
  job=$!
  sleep 2
}
process() { cat "pid.$1"; }
if asks ended; then
  begin killed
  kill -KILL "$(process 1)"
  wait $job && fail "a rank was killed, and the status is 0"
  grep -q 'unknown: a rank ended' killed || fail "a rank was killed: $(cat killed)"
  begin interrupted
  kill -INT "$(process 0)"
  status=0; wait $job || status=$?
  [ $status = 2 ] && grep -q 'interrupted: no violation within' interrupted || fail "interrupted: $status, $(cat interrupted)"
fi
exit $((failures > 0))
