#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# Witnesses in SV-COMP's format 2 (--witness): what is written of the typical bugs is a document of
# that format (read back by Python where it has yaml, with the hash of the program), and `selvage replay` follows it;
# a run that it does not describe is refused. Witnesses of other tools, with and without columns, threads, avoided places
# (tests/data/witness), each with what becomes of it. Invariants are asked again.
set -u
[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
. "$SELVAGE_ROOT/tests/script/kit.sh"
export SOURCE_DATE_EPOCH=1700000000


# ---- of violations: written, and followed again

written=0
for program in aba check_then_act double_free lost_update peterson torn_pair use_after_free no_barrier; do
  file=$SELVAGE_ROOT/examples/c-bugs/$program.c
  eval "set -- $(sed -nE 's,^// *selvage check (.*)examples/c-bugs/.* violated,\1,p' "$file" | head -n 1)"
  rm -f w.yml
  "$SELVAGE" check --quiet "$@" --witness w.yml "$file" > out 2>&1 || true
  [ -f w.yml ] || { fail "$program: $(tail -n 1 out)"; continue; }
  written=$((written + 1))
  "$SELVAGE" replay w.yml "$file" > out 2>&1
  [ $? = 1 ] || fail "$program: the witness is not followed: $(tail -n 1 out)"
  grep -q "$(sha256sum < "$file" | cut -c 1-64)" w.yml || fail "$program: the hash"
  "$SELVAGE" replay w.yml "$file" -- -DFIXED > out 2>&1
  [ $? = 65 ] || fail "$program: the corrected program has this run: $(tail -n 1 out)"
done
[ $written = 8 ] || fail "only $written witnesses"
python3 - w.yml << 'END' || fail "the document"
import sys
try:
    import yaml
except ImportError:
    sys.exit(0)
(entry,) = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
assert entry["entry_type"] == "violation_sequence"
meta = entry["metadata"]
assert meta["format_version"] in ("2.0", "2.2") and len(meta["uuid"]) == 36 and meta["task"]["language"] == "C"
assert str(meta["creation_time"]).startswith("2023-11-14")
segments = [s["segment"] for s in entry["content"]]
assert all(w["waypoint"]["action"] == "follow" for s in segments for w in s)
assert segments[-1][0]["waypoint"]["type"] == "target"
END

# ---- results, branches and calls of a sequential program

cat > seq.c << 'END'
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int twice(int n) {
  return 2 * n;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y = __VERIFIER_nondet_uchar();
  while (x > 10) x -= 7;
  if (twice(x) == -14 && y == 200)
    reach_error();
  return 0;
}
END
"$SELVAGE" check --quiet --witness seq.yml seq.c > out 2>&1
[ $? = 1 ] || fail "seq.c: $(head -n 1 out)"
grep -q 'result == -7"' seq.yml && grep -q 'result == 200"' seq.yml || fail "results: $(cat seq.yml)"
grep -q 'format_version: "2.0"' seq.yml || fail "version of one thread"
"$SELVAGE" replay seq.yml seq.c > out 2>&1
[ $? = 1 ] || fail "seq.yml: $(tail -n 1 out)"
sed 's/result == 200"/result == 201"/' seq.yml > bad.yml
"$SELVAGE" replay bad.yml seq.c > out 2>&1
[ $? = 65 ] && grep -q 'no run passes the waypoint in its line' out || fail "bad.yml: $(cat out)"

way() { # type line column [value format]
  printf '  - segment:\n    - waypoint:\n        type: "%s"\n        action: "follow"\n' "$1"
  [ $# -lt 4 ] || printf '        constraint:\n          value: "%s"\n          format: "%s"\n' "$4" "$5"
  printf '        location:\n          file_name: "seq.c"\n          line: %s\n' "$2"
  [ -z "$3" ] || printf '          column: %s\n' "$3"
}
head_of() { printf -- '- entry_type: "violation_sequence"\n  metadata: {format_version: "2.0", task: {specification: "G ! call(reach_error())"}}\n  content:\n'; }
follow() { # name, expected status; the waypoints are standard input
  { head_of; cat; } > "$1.yml"
  "$SELVAGE" replay "$1.yml" seq.c > out 2>&1
  [ $? = "$2" ] || fail "$1: $(tail -n 1 out)"
}
result='\\result =='
{ way function_return 8 33 "$result 0" acsl_expression; way function_return 9 45 "$result 200" acsl_expression; way target 12 5; } | follow zero 65
{ way function_return 8 33 "$result 7" acsl_expression; way target 12 5; } | follow seven 65
{ way function_return 8 '' "$result -7" acsl_expression; way branching 10 '' false c_expression; way function_enter 11 14
  way branching 11 3 true c_expression; way target 12 ''; } | follow lines 65
{ way function_return 8 33 "$result -7" acsl_expression; way function_return 9 45 "$result 200" acsl_expression; way branching 10 3 false c_expression
  way function_enter 11 14; way branching 11 3 true c_expression; way target 12 5; } | follow full 1
{ way function_return 8 33 "$result -7" acsl_expression; way function_return 9 45 "$result 200" acsl_expression
  way branching 11 3 false c_expression; way target 12 5; } | follow branch 65
{ way function_return 8 33 "$result -7" acsl_expression; way function_return 9 45 "$result 200" acsl_expression; way target 10 3; } | follow elsewhere 65

# ---- a result of which is only asked something; the last statement of a step that does several

cat > ask.c << 'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b;
int main(void) {
  if (__VERIFIER_nondet_int() == 5) {
    a = 1;
    b = 2;
    reach_error();
  }
  return 0;
}
END
"$SELVAGE" check --quiet --witness ask.yml ask.c > out 2>&1
replays() { # expected status, what is done with the witness, what it is
  sed "$2" ask.yml > asked.yml
  "$SELVAGE" replay asked.yml ask.c > out 2>&1
  [ $? = "$1" ] || fail "ask.c, $3: $(tail -n 1 out)"
}
replays 1 '' 'as it was written'
replays 65 's/result == 5"/result == 6"/' 'another result'
replays 65 's/line: 8/line: 7/; /column/d' 'a target that is not the last statement'

# ---- who moves

cat > two.c << 'END'
#include <pthread.h>
extern void reach_error(void);
int x, y;
void *one(void *p) {
  x = 1;
  y = 1;
  return 0;
}
void *two(void *p) {
  x = 2;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x == 1) reach_error();
  return 0;
}
END
"$SELVAGE" check --quiet --witness two.yml two.c > out 2>&1
[ $? = 1 ] || fail "two.c"
grep -q 'format_version: "2.2"' two.yml && grep -q 'thread_id: 2' two.yml || fail "threads: $(cat two.yml)"
"$SELVAGE" replay two.yml two.c > out 2>&1
[ $? = 1 ] || fail "two.yml: $(tail -n 1 out)"
order() { # thread that goes first, thread that goes second, their lines
  head_of | sed 's/2\.0/2.2/'
  for k in 1 2; do
    eval "thread=\${$k} line=\${$((k + 2))}"
    way assumption "$line" 3 1 c_expression | sed "s/two.c/two.c/; s/seq.c/two.c/; s/        location/        thread_id: $thread\n        location/"
  done
  way target 19 15 | sed 's/seq.c/two.c/'
}
order 2 1 10 5 > right.yml
"$SELVAGE" replay right.yml two.c > out 2>&1
[ $? = 1 ] || fail "two before one: $(tail -n 1 out)"
order 1 2 10 5 > other.yml  # no thread runs the other's function
"$SELVAGE" replay other.yml two.c > out 2>&1
[ $? = 65 ] || fail "threads are not told apart: $(tail -n 1 out)"

# ---- of correctness

cat > safe.c << 'END'
#include <pthread.h>
#include <assert.h>
int turns, limit = 3, hidden;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) {
  int hidden = 900;
  while (hidden > 898) {
    hidden--;
    pthread_mutex_lock(&m);
    if (turns < limit) turns++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  hidden = 2;
  assert(turns == 3);
}
END
"$SELVAGE" check --quiet --witness safe.yml safe.c > out 2>&1
[ $? = 0 ] || fail "safe.c: $(head -n 1 out)"
grep -q 'loop_invariant' safe.yml && grep -q '0 <= limit && limit <= 3' safe.yml && grep -q 'line: 7' safe.yml || fail "invariants: $(cat safe.yml)"
! grep -q hidden safe.yml || fail "a local variable hides this name"
"$SELVAGE" replay safe.yml safe.c > out 2>&1
[ $? = 0 ] || fail "safe.yml: $(cat out)"
sed 's/limit <= 3/limit <= 2/' safe.yml > unsafe.yml
"$SELVAGE" replay unsafe.yml safe.c > out 2>&1
[ $? = 1 ] || fail "a wrong invariant: $(cat out)"

# asked where it stands, and nowhere else
at() { sed "s/value: \".*\"/value: \"$1\"/; s/line: 7/line: $2/; s/column: .*/column: 3/; s/type: \"loop_invariant\"/type: \"$3\"/" safe.yml; }
for way in '0:turns >= 1:22:location_invariant' '1:turns == 0:22:location_invariant' '0:turns <= 3:7:loop_invariant' '65:hidden == 0:7:loop_invariant'; do
  IFS=: read -r status value line kind <<< "$way"
  at "$value" "$line" "$kind" > placed.yml
  "$SELVAGE" replay placed.yml safe.c > out 2>&1
  [ $? = "$status" ] || fail "$way: $(cat out)"
done

expect 65 'it describes no run' "$SELVAGE" explain safe.yml safe.c
expect 64 'does nothing for simulate' "$SELVAGE" simulate --witness w.yml safe.c
expect 64 'does nothing for' "$SELVAGE" sweep --witness w.yml safe.c

# ---- what there is no witness of, and what is none

echo 'int d; int main(void) { return 1 / d; }' > div.c
"$SELVAGE" check --quiet --witness div.yml div.c > out 2>&1
[ $? = 74 ] && [ ! -f div.yml ] && grep -q 'SV-COMP has no specification' out || fail "div.c: $(cat out)"
refused() { # what it says; the text is standard input
  cat > none.yml
  "$SELVAGE" replay none.yml seq.c > out 2>&1
  [ $? = 65 ] && grep -q "$1" out || fail "refused \"$1\": $(cat out)"
}
refused 'none.yml:1: a witness is a list of entries' <<< 'a: b'
refused 'there is nothing in it' < /dev/null
refused 'none.yml:2: a key and a colon are expected here' < <(printf -- '- a: b\n  c\n')
refused 'this text has no end on its line' < <(printf -- '- a: "b\n')
refused 'a closing bracket is missing here' < <(printf -- '- a: [b, c')
refused 'entries of type "loop_invariant" are not read' < <(printf -- '- entry_type: loop_invariant\n  content: []\n')
refused 'there is no segment' < <(head_of | sed 's/content:/content: []/')
refused 'this waypoint has no location' < <(head_of; printf '  - segment:\n    - waypoint: {type: target, action: follow}\n')
refused 'the last segment, and no other, has the target' < <(head_of; way assumption 8 3 1 c_expression)
refused 'there are no waypoints of type "jump"' < <(head_of; way jump 8 3)
refused 'is no condition on' < <(head_of; way function_return 8 33 'x == 1' acsl_expression; way target 12 5)
refused 'nested too deeply' < <(printf -- '- a: '; printf '[%.0s' $(seq 100))
exit $((failures > 0))
