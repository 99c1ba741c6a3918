#!/usr/bin/env bash
# What answers say: who waits for what in a deadlock, which expression is to blame, traces that fit
# and fold, options that would do nothing, times and sizes with units, reports for CI.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
unset NO_COLOR

# --- deadlocks: every process that has not ended, what it lacks, who could help
cat > locks.proc <<'END'
lock m, n;
daemon process idle_one { acquire(m); release(m); }
process left { acquire(m); acquire(n); release(n); release(m); }
process right { acquire(n); acquire(m); release(m); release(n); }
process gone { }
END
expect 1 '^ waits  left .*acquire\(n\) +n is held by right$' "$SELVAGE" check --property deadlock locks.proc
grep -qE '^ waits  right .*acquire\(m\) +m is held by left$' out || fail "who holds m"
grep -qE '^  idle  idle_one .*acquire\(m\) +m is held by left$' out || fail "a daemon is listed too"
grep -qE '^ (waits|idle)  +gone' out && fail "who has ended waits for nothing"
"$SELVAGE" check --format json --property deadlock locks.proc > out || true
python3 - <<'END' || fail "needs in JSON"
import json
waits = json.load(open("out"))["trace"]["waits"]
found = {w["process"]: w for w in waits}
assert set(found) == {"left", "right", "idle_one"}, found
assert found["left"]["needs"] == [{"kind": "release", "what": "n", "by": ["right"], "text": "n is held by right"}]
assert found["idle_one"]["may_stay"] and not found["left"]["may_stay"]
END
cat > queues.pml <<'END'
chan out = [1] of { byte };
chan in_ = [1] of { byte };
chan meet = [0] of { byte };
byte x;
active proctype sender() { out!1; out!2 }
active proctype receiver() { byte v; in_?v; out?v }
active proctype looker() { x == 1; meet!0 }
active proctype loner() { meet!1 }
active proctype taker() { byte w; x == 2; meet?w }
END
expect 1 '^ waits  sender.0. .*out!2 +out is full; receiver.1. could receive$' "$SELVAGE" check --wide --property deadlock queues.pml
grep -qE 'in_\?v +in_ is empty; no process that is left could send$' out || fail "nobody could send"
grep -qE 'x == 1 +x = 0; no process that is left could change it$' out || fail "nobody could change x"
grep -qE 'meet!1 meet\?w +no process takes part; taker.4. could$' out || fail "who could take part"
expect 1 'written|^$|violated' "$SELVAGE" check --trace t.svg --property deadlock locks.proc
grep -q 'left waits: acquire(n): n is held by right' t.svg || fail "the chart tells who waits"
grep -q 'idle_one idle: acquire(m): m is held by left' t.svg || fail "the chart tells who is idle"

# --- the expression that is to blame, its line and its value; the write did not happen
cat > index.pml <<'END'
byte a[3];
byte i;
active proctype P() {
  do
  :: i < 5 ->
     a[i] = i + 7;
     i++
  od
}
END
expect 1 'violated: assertion array-index: index i of a is 3, not 0 to 2 \(index.pml:6\)' "$SELVAGE" check --wide index.pml
grep -qE ' a\[i\] = i \+ 7 +fails: index i of a is 3, not 0 to 2$' out || fail "the step fails"
grep -qE 'a\[0\] = 10' out && fail "a write that failed is shown as done"
grep -qE '^ +6 \|      a\[i\] = i \+ 7' out || fail "the source line"
"$SELVAGE" check --format json --trace t.json index.pml > out || true
python3 - <<'END' || fail "fails in JSON"
import json
last = json.load(open("out"))["trace"]["steps"][-1]
assert last["fails"] == "index i of a is 3, not 0 to 2" and last["changes"] == {}, last
one = next(p for p in json.load(open("out"))["properties"] if p["name"] == "array-index")
assert (one["line"], one["column"]) == (6, 8) and one["reason"] == last["fails"], one
END
expect 1 '^  violated  assertion array-index: index i of a is 3, not 0 to 2 \(index.pml:6\)$' "$SELVAGE" check index.pml
expect 1 'message="assertion array-index: index i of a is 3, not 0 to 2 \(index.pml:6\)"' "$SELVAGE" check --format junit index.pml
expect 1 'fails: index i of a is 3.*|the trace is a real run' "$SELVAGE" replay t.json index.pml
expect 1 'fails: index i of a is 3, not 0 to 2$' "$SELVAGE" simulate --seed 3 index.pml
printf 'lock m;\nprocess P { acquire(m); }\nprocess Q { acquire(m); }\n' > stuck.proc
expect 1 '^ waits  [PQ] .*acquire\(m\) +m is held by [PQ]$' "$SELVAGE" simulate stuck.proc
[ "$(grep -c deadlock out)" = 1 ] || fail "a walk says once that it is stuck"
cat > divide.proc <<'END'
int x = 2;
int y = 0;
process P { x = x - 1; x = x - 1; y = 10 / (x * 2); }
END
expect 1 'the divisor of 10 / \(x \* 2\) is 0 \(divide.proc:3\)' "$SELVAGE" check divide.proc
cat > range.proc <<'END'
int[0..3] x = 0;
process P { while (true) { x = x + 1; } }
END
expect 1 'the value x \+ 1 is 4, not 0 to 3' "$SELVAGE" check range.proc
cat > index.dve <<'END'
byte a[3];
byte i = 0;
process P { state p; init p; trans p -> p { guard i < 5; effect a[i + 1] = 1, i = i + 1; }; }
system async;
END
cat > stored.proc <<'END'
chan c[1] of {int};
int[0..3] x = 0;
function twice(int[0..9] n) : int[0..9] = n * 2;
process P { c!7; c?x; }
process Q { int[0..9] y = 4; y = twice(y + 1); }
END
sed '/^process P/d' stored.proc > function.proc
sed '/^process Q/d' stored.proc > received.proc
expect 1 'the value for x is 7, not 0 to 3' "$SELVAGE" check received.proc
expect 1 'the value n \* 2 is 10, not 0 to 9' "$SELVAGE" check function.proc
expect 1 'index i \+ 1 of a is 3, not 0 to 2 \(index.dve:3\)' "$SELVAGE" check index.dve

# --- cells that are alike at the start
cat > alike.proc <<'END'
int[0..9] a[5] = 0;
int[0..9] b[2][4] = 3;
int[0..9] c[8] = { 0, 0, 0, 0, 1, 1, 1, 2 };
process P { int[0..9] l[3] = 2; a[4] = 1; assert(a[4] == 0); }
END
start='a\[0\.\.4\] = 0, b\[0\]\[0\.\.3\] = 3, b\[1\]\[0\.\.3\] = 3, c\[0\.\.3\] = 0, c\[4\] = 1, c\[5\] = 1, c\[6\] = 1, c\[7\] = 2, P\.l\[0\] = 2, P'
expect 1 "^     0  start           $start" "$SELVAGE" check --wide alike.proc
grep -qE ' a\[4\] = 1$' out || fail "a change is of one cell"
expect 1 '"a\[3\]":"0","a\[4\]":"0"' "$SELVAGE" check --format json alike.proc

# --- traces that fit: no index and no line number is lost
cat > a_file_with_quite_a_long_name_indeed.proc <<'END'
int the_shared_counter_of_all_processes = 0;
process an_unusually_long_process_name[i : 0..10] {
  the_shared_counter_of_all_processes = the_shared_counter_of_all_processes + 1;
  assert(the_shared_counter_of_all_processes < 2);
}
END
for width in 60 80 100 140; do
  "$SELVAGE" check --width $width a_file*.proc > out || true
  python3 - $width <<'END' || fail "--width $width"
import sys
lines = open("out", encoding="utf-8").read().splitlines()[2:]
width = int(sys.argv[1])
end = next(i for i, l in enumerate(lines) if l.startswith("  violated:"))
steps = [l for l in lines[1:end] if l.strip()[:1] in "123456789"]
assert all(len(l) <= width for l in lines[:end]), max(map(len, lines[:end]))
assert steps and all("]" in l and (":3 " in l or ":4 " in l) for l in steps), steps
END
done
expect 1 ' an_unusually_long_process_name\[[0-9]+\]  a_file_with_quite_a_long_name_indeed.proc:3  ' "$SELVAGE" check --wide a_file*.proc

# --- folds and windows
cat > count.proc <<'END'
int i = 0;
process P { while (i < 40) { i = i + 1; } assert(i < 40); }
END
expect 1 '^   ×[0-9]+  steps? .* taken [0-9]+ times, up to step [0-9]+: i = [0-9]+$' "$SELVAGE" check --engine explicit count.proc
[ "$(wc -l < out)" -lt 20 ] || fail "a long loop is not folded"
expect 1 'i = 17$' "$SELVAGE" check --engine explicit --no-fold count.proc
"$SELVAGE" check --engine explicit --trace t.json count.proc > /dev/null || true
python3 - <<'END' > steps
import json
print(len(json.load(open("t.json"))["steps"]))
END
steps=$(cat steps)
expect 1 "^ +$steps  P" "$SELVAGE" check --engine explicit count.proc
expect 1 '^ +10  P' "$SELVAGE" check --engine explicit --from-step 10 --to-step 12 count.proc
grep -qE '^   \.\.\.  9 steps are left out$' out || fail "what is before the window"
grep -qE '^     9  reached  ' out || fail "the state where the window begins"
grep -qE "^   \.\.\.  $((steps - 12)) steps are left out$" out || fail "what is behind the window"
grep -qE '^ +(9|13)  P' out && fail "steps outside of the window"

# --- colours: on a terminal, and not with NO_COLOR
expect 1 $'\033\\[31mviolated' "$SELVAGE" check --color on count.proc
"$SELVAGE" check count.proc | grep -q $'\033' && fail "colours in a pipe"
if command -v script > /dev/null; then
  TERM=xterm script -qec "'$SELVAGE' check count.proc" /dev/null < /dev/null > out || true
  grep -q $'\033\\[31mviolated' out || fail "no colours on a terminal"
  NO_COLOR=1 TERM=xterm script -qec "'$SELVAGE' check count.proc" /dev/null < /dev/null > out || true
  grep -q $'\033\\[31m' out && fail "NO_COLOR is not obeyed"
  TERM=xterm script -qec "'$SELVAGE' check --trace t.txt count.proc" /dev/null < /dev/null > out || true
  grep -q $'\033' t.txt && fail "colours in a file"
fi

# --- options that would do nothing
expect 64 '--depth does nothing for the engine bmc; it is for ' "$SELVAGE" check --engine bmc --depth 4 count.proc
expect 64 '--bound does nothing for the engine explicit' "$SELVAGE" check --engine explicit --bound 4 count.proc
expect 64 '"cause": *"usage"' "$SELVAGE" check --engine explicit --bound 4 --format json count.proc
expect 1 'violated' "$SELVAGE" check --bound 400 --depth 400 --reorder count.proc
expect 64 '--define does nothing for a file in the language proc; it is for .*promela' "$SELVAGE" check -DX count.proc
expect 64 '--nonprogress does nothing for a file in the language proc' "$SELVAGE" check --nonprogress count.proc
cp "$SELVAGE_ROOT/examples/gate.pha" .
expect 64 '--stimulus does nothing for a file in the language hybrid' "$SELVAGE" check --stimulus go gate.pha
expect 64 '--steps does nothing for check' "$SELVAGE" check --steps 4 count.proc
expect 64 '--engine does nothing for simulate' "$SELVAGE" simulate --engine bdd count.proc
expect 64 '--trace knows no files like \*.pdf' "$SELVAGE" check --trace t.pdf count.proc
expect 64 '--plot knows no files like \*.png' "$SELVAGE" check --plot t.png count.proc
expect 64 'as .dot for state machines' "$SELVAGE" check --trace t.dot count.proc

# --- files: none is removed where there is no trace; one that cannot be written loses no answer
sed 's/assert(i < 40)/assert(i < 41)/' count.proc > holds.proc
echo precious > t.json
expect 0 'there is no trace, t.json is not written' "$SELVAGE" check --trace t.json holds.proc
grep -qx precious t.json || fail "a file is touched although there is no trace"
expect 74 'count.proc: violated' "$SELVAGE" check --trace no/such/folder/t.json count.proc

# --- times and sizes
for time in 5 5s 0.5 500ms 2m 1h; do expect 0 holds "$SELVAGE" check --time $time holds.proc; done
for size in 500 500M 1G 0.5G 1GiB; do expect 0 holds "$SELVAGE" check --memory $size holds.proc; done
for bad in 5x -1 1e3 .5 5. ''; do expect 64 '--time needs a time' "$SELVAGE" check --time "$bad" holds.proc; done
expect 64 '--memory needs a size' "$SELVAGE" check --memory 1Q holds.proc
expect 64 'must be at most' "$SELVAGE" check --time 99999999999 holds.proc

# --- hints, and help for one command
expect 64 'did you mean `selvage check count.proc`' "$SELVAGE" count.proc
expect 64 'did you mean `selvage check`' "$SELVAGE" chek count.proc
"$SELVAGE" help simulate > out
grep -q -- '--steps' out || fail "help simulate lists --steps"
grep -q -- '--certify' out && fail "help simulate lists what it does not take"
"$SELVAGE" help check > out
grep -q -- '^  --interactive' out && fail "help check lists what it does not take"
expect 0 'engines takes no options' "$SELVAGE" help engines

# --- property by property
cat > three.proc <<'END'
int x = 0;
int y = 0;
process P { while (true) { x = (x + 1) % 5; } }
process Q { while (true) { y = y + 1; } }
property small: x < 5;
property tiny: x < 3;
property never: y < 1000000000;
END
expect 1 '^  unknown   invariant never.*time limit' timeout 60 "$SELVAGE" check --engine explicit --time-per-property 1 --keep-going --no-deadlock three.proc
grep -qE '^  violated  invariant tiny' out || fail "tiny is violated"
status=0
"$SELVAGE" check --time-per-property 1 --keep-going --format json --trace t.json --property tiny --property small three.proc > out || status=$?
[ $status = 1 ] || fail "property by property: status $status"
python3 - <<'END' || fail "property by property: JSON"
import json
answer = json.load(open("out"))
assert {p["name"]: p["answer"] for p in answer["properties"]}["tiny"] == "violated", answer["properties"]
assert answer["trace"]["property"] == "tiny"
END
expect 1 'the trace is a real run' "$SELVAGE" replay t.json three.proc

# --- for continuous integration
cp "$SELVAGE_ROOT/examples/race.bp" .
echo 'broken' > broken.proc
status=0
"$SELVAGE" check --format junit count.proc holds.proc broken.proc > out.xml 2> /dev/null || status=$?
[ $status = 65 ] || fail "junit: status $status"
python3 - <<'END' || fail "JUnit"
import xml.etree.ElementTree as tree
root = tree.parse("out.xml").getroot()
suites = {s.get("name"): s for s in root}
assert root.tag == "testsuites" and set(suites) == {"count.proc", "holds.proc", "broken.proc"}
assert suites["count.proc"].get("failures") == "1" and "i = 40" in suites["count.proc"].find(".//failure").text
assert suites["holds.proc"].get("failures") == suites["holds.proc"].get("errors") == "0"
assert int(suites["holds.proc"].get("tests")) == len(suites["holds.proc"]) > 0
assert suites["broken.proc"].get("errors") == "1"
END
"$SELVAGE" check --format sarif count.proc holds.proc broken.proc > out.sarif 2> /dev/null || true
python3 - <<'END' || fail "SARIF"
import json
log = json.load(open("out.sarif"))
assert log["version"] == "2.1.0" and len(log["runs"]) == 3
bad = [r for r in log["runs"][0]["results"] if r["kind"] == "fail"]
assert len(bad) == 1 and bad[0]["level"] == "error", bad
assert bad[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
assert bad[0]["codeFlows"][0]["threadFlows"][0]["locations"]
assert all(r["kind"] == "pass" for r in log["runs"][1]["results"])
assert not log["runs"][2]["invocations"][0]["executionSuccessful"]
assert {r["ruleId"] for r in log["runs"][0]["results"]} <= {r["id"] for r in log["runs"][0]["tool"]["driver"]["rules"]}
END
mkdir 'a b'
cp count.proc 'a b/50% of #1.proc'
"$SELVAGE" check --format sarif --reach 'i == 3' --property reach 'a b/50% of #1.proc' > out.sarif 2> /dev/null || true
python3 - <<'END' || fail "SARIF: a path with blanks; a question of the command line"
import json
run = json.load(open("out.sarif"))["runs"][0]
[result] = run["results"]
assert run["artifacts"][0]["location"]["uri"] == "a%20b/50%25%20of%20%231.proc"
place = result["locations"][0]["physicalLocation"]
assert place["artifactLocation"]["uri"] == "a%20b/50%25%20of%20%231.proc" and place["region"]["startLine"] > 0
assert "(--reach 'i == 3')" in result["message"]["text"], result
END
exit $((failures > 0))
