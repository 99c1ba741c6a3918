#!/usr/bin/env bash
# The command line as a user meets it: statuses, messages, JSON, limits, Ctrl-C.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
cd "$SELVAGE_ROOT/examples"

expect 0 'holds' "$SELVAGE" check peterson.bp
expect 1 'violated: assertion' "$SELVAGE" check race.bp
expect 1 'violated' "$SELVAGE" check peterson.bp race.bp
expect 64 'there is no command "chekc"' "$SELVAGE" chekc race.bp
expect 64 'did you mean --engine' "$SELVAGE" check --engin explicit race.bp
expect 64 'there is no engine "magic"; there are auto, explicit, bdd, boppo, bmc, ic3, events, cegar, polyhedra, threads, gpu, random' "$SELVAGE" check --engine magic race.bp
expect 64 'needs a value' "$SELVAGE" check race.bp --engine
expect 64 'needs a file' "$SELVAGE" check
expect 64 'usage: selvage' "$SELVAGE"
expect 0 'usage: selvage' "$SELVAGE" --help
expect 0 '--reduction on\|off' "$SELVAGE" help check
expect 0 '^selvage [0-9]' "$SELVAGE" --version
expect 0 '-D, --define NAME\[=VALUE\]' "$SELVAGE" help check
expect 0 'holds' "$SELVAGE" check -DN=3 -D DEBUG -Ilib -I . --define=M=2 --no-deadlock --lossy abp.pml
expect 64 'there is no option -X' "$SELVAGE" check -X race.bp
expect 64 '-D needs a value' "$SELVAGE" check race.bp -D
expect 0 '^explicit' "$SELVAGE" engines
expect 0 '^boolprog' "$SELVAGE" languages
expect 0 'engine bdd' "$SELVAGE" check --engine bdd --plot "$work/nodes.svg" peterson.bp
if ! grep -q 'nodes of the states reached' "$work/nodes.svg"; then
  echo "FAILED: --plot wrote no picture"
  failures=$((failures + 1))
fi
expect 2 "explicit' knows no search 'saturation', only auto\|bfs\|dfs" "$SELVAGE" check --engine explicit --search saturation peterson.bp
expect 2 "threads' knows no order 'flow', only best\|source\|process\|force" "$SELVAGE" check --engine threads --order flow peterson.bp
expect 0 'engine bdd' "$SELVAGE" check --search saturation peterson.bp
expect 64 "must be 'auto', .*, not 'satruation'; did you mean 'saturation'\?" "$SELVAGE" check --search satruation peterson.bp
expect 1 'deadlock' "$SELVAGE" check --deadlock diners.pml
expect 1 'deadlock' "$SELVAGE" check --deadlock on diners.pml
expect 64 '--store needs a value \(exact\|tree\|collapse\|bitstate\)' "$SELVAGE" check peterson.bp --store
expect 2 'no violation within 3 joint steps' "$SELVAGE" check --engine bmc --no-induction --bound 3 peterson.bp
expect 2 "only the search 'bfs' counts steps" "$SELVAGE" check --engine bdd --search chaining --depth 3 peterson.bp
expect 2 'no violation within 3 steps' "$SELVAGE" check --engine bdd --depth 3 peterson.bp
expect 65 'cannot read this file' "$SELVAGE" check missing.bp
printf 'void main() begin\n  x := 1;\nend\n' > "$work/bad.bp"
expect 65 'bad.bp:2:3: error: ' "$SELVAGE" check "$work/bad.bp"
expect 65 'error' "$SELVAGE" check "$work/bad.bp" race.bp peterson.bp
printf 'chan q = [1] of { byte };\nchan c;\nbyte x = len(c);\nactive proctype P(chan e) { bool z = full(e) }\n' > "$work/unset.pml"
expect 65 'unset.pml:3:14: error: this channel is not initialised yet' "$SELVAGE" check "$work/unset.pml"
expect 65 'unset.pml:4:43: error: this channel is not initialised yet' "$SELVAGE" check "$work/unset.pml"
expect 64 'no property is named' "$SELVAGE" check --property nothing race.bp
expect 1 'violated' bash -c '"$SELVAGE" check --language boolprog - < race.bp'
expect 0 'process thread' "$SELVAGE" show --model race.bp
expect 0 'digraph' "$SELVAGE" show --dot race.bp
expect 0 'packed state' "$SELVAGE" show --stats race.bp
expect 1 'violated' "$SELVAGE" check --trace "$work/t.json" race.bp
expect 1 'the trace is a real run' "$SELVAGE" replay "$work/t.json" race.bp
expect 65 'not a run' "$SELVAGE" replay "$work/t.json" peterson.bp
expect 65 'no trace' "$SELVAGE" replay <(echo '{}') race.bp
sed -E 's/"choices": \[\]/"choices": ["true"]/' "$work/t.json" > "$work/forged.json"
expect 65 'the choices of step 1 do not fit' "$SELVAGE" replay "$work/forged.json" race.bp
python3 -c 'import json, sys; t = json.load(open(sys.argv[1])); del t["steps"][4]; json.dump(t, open(sys.argv[2], "w"))' \
  "$work/t.json" "$work/shorter.json"
expect 65 'not a run' "$SELVAGE" replay "$work/shorter.json" race.bp
expect 1 'violated' "$SELVAGE" check --trace "$work/t.txt" race.bp
grep -q 'start_thread clerk' "$work/t.txt" || { echo 'FAILED: text trace'; failures=$((failures + 1)); }
expect 0 'holds' "$SELVAGE" check --certify peterson.bp
expect 0 'certified' "$SELVAGE" check --certify peterson.bp
expect 0 '^ +5  thread' "$SELVAGE" simulate --steps 5 --seed 3 peterson.bp
expect 0 'stopped after 5 steps' "$SELVAGE" simulate --steps 5 --seed 3 peterson.bp
expect 1 'violated' "$SELVAGE" check -DN=3 -I lib --trace "$work/d.json" diners.pml
grep -q '"N=3"' "$work/d.json" || { echo 'FAILED: definitions in the trace'; failures=$((failures + 1)); }
expect 1 'the trace is a real run' "$SELVAGE" replay --trace "$work/d2.json" "$work/d.json" diners.pml
cmp "$work/d.json" "$work/d2.json" || failures=$((failures + 1))
expect 65 'has several values' "$SELVAGE" replay <(sed 's/"init": "any"/"init": ["any"]/' "$work/d.json") diners.pml
expect 1 ' waits  philosopher\(1\)  diners.pml:17 +fork\[second\]!1' "$SELVAGE" check --property deadlock --trace "$work/w.json" diners.pml
python3 - "$work/w.json" <<'END' || { echo 'FAILED: who waits for what'; failures=$((failures + 1)); }
import json, sys
waits = json.load(open(sys.argv[1]))["waits"]
assert [(w["process"], w["statement"], w["line"]) for w in waits] == \
    [(f"philosopher({k})", "fork[second]!1", 17) for k in range(3)], waits
END
expect 0 'stopped after 4 steps' "$SELVAGE" simulate --steps 4 --trace "$work/s.json" peterson.bp
expect 0 'the trace is a real run' "$SELVAGE" replay "$work/s.json" peterson.bp
expect 0 'Enter: random' bash -c 'printf "1\n\ns\nq\n" | "$SELVAGE" simulate --interactive peterson.bp'

# Back and forth by hand: undo, jump, what cannot be done; the run that is written is the one up to here.
by_hand() { printf "$1" | "$SELVAGE" simulate --interactive --trace "$work/h.json" "${2:-peterson.bp}"; }
export -f by_hand
export work
expect 0 'after step 1$' bash -c 'by_hand "1\n1\nu\nq\n"'
expect 0 'at the start$' bash -c 'by_hand "1\nu\nq\n"'
expect 0 'this is the start$' bash -c 'by_hand "u\nq\n"'
expect 0 'after step 2$' bash -c 'by_hand "1\n1\n1\nj 0\nj 2\nq\n"'
expect 0 'the trace is a real run' "$SELVAGE" replay "$work/h.json" peterson.bp
[ "$(grep -c '"statement"' "$work/h.json")" = 2 ] || { echo 'FAILED: the run after a jump'; failures=$((failures + 1)); }
expect 0 'the run has only 1 step$' bash -c 'by_hand "1\nj 2\nq\n"'
expect 0 'j needs the number' bash -c 'by_hand "j\nq\n"'
expect 0 'undo the last step' bash -c 'by_hand "?\nq\n"'
expect 0 '7 is not one of them' bash -c 'by_hand "7\nq\n"'
expect '[01]' 'no step is possible here; u goes back' bash -c '(yes "" | head -n 40; echo q) | "$SELVAGE" simulate --interactive race.bp'

expect 64 'goes with one file' "$SELVAGE" check --trace "$work/t.json" race.bp peterson.bp

# One step with 2^40 successors, a long atomic section, a long goto: limits still count.
python3 - "$work" <<'END'
import sys
names = ["x%d" % i for i in range(40)]
with open(sys.argv[1] + "/wide.bp", "w") as f:
    f.write("void main() begin decl %s; %s := %s; assert(%s); end\n"
            % (", ".join(names), ", ".join(names), ", ".join("*" * 40), "|".join(names)))
with open(sys.argv[1] + "/long.bp", "w") as f:
    f.write("decl g := 0, x := 0;\nvoid main() begin atomic_begin;\n" + "x := !x;\n" * 3000)
    f.write("atomic_end; goto %s;\n" % ", ".join("L%d" % i for i in range(4000)))
    f.write("".join("L%d: skip;\n" % i for i in range(4000)) + "assert(!g); end\n")
END
expect '[12]' 'unknown: .*limit|violated' timeout 60 "$SELVAGE" check --quiet --time 1 --engine explicit "$work/wide.bp"
expect 0 'holds' timeout 60 "$SELVAGE" check --quiet "$work/long.bp"

# A state of more than 2^16 words.
cat > "$work/large.pml" <<'END'
int a[65536], b[65536], c[65536];
byte i;
init {
  for (i : 0 .. 3) { c[65535 - i] = i + 1; a[i] = 1; b[40000] = c[65535 - i]; assert(b[40000] == i + 1) };
  assert(c[65532] == 4 && c[65531] == 0 && a[3] == 1)
}
END
expect 0 '^29 states' "$SELVAGE" check --engine explicit --reduction off "$work/large.pml"
expect 0 'holds' "$SELVAGE" check --engine explicit --store collapse "$work/large.pml"

# No line of a trace is wider than 100 columns.
"$SELVAGE" check race.bp > "$work/out" || true
awk 'length($0) > 100 { wide = 1 } END { exit wide }' "$work/out" ||
  { echo 'FAILED: a line is wider than 100 columns'; failures=$((failures + 1)); }

# JSON Lines: one object per file with the promised fields.
"$SELVAGE" check --format json peterson.bp race.bp "$work/bad.bp" > "$work/json" 2> /dev/null || true
python3 - "$work/json" <<'END' || failures=$((failures + 1))
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
assert [r["answer"] for r in rows] == ["holds", "violated", "unknown"], rows
assert [r["status"] for r in rows] == [0, 1, 65]
for r in rows:
    for key in "file language engine answer reason properties states transitions depth seconds memory_mb trace".split():
        assert key in r, key
race = rows[1]
assert race["states"].isdigit() and race["transitions"].isdigit()
step = race["trace"]["steps"][-1]
assert step["line"] == 13 and step["statement"] == "assert(!sold)" and step["process"].startswith("thread")
assert race["properties"][0]["kind"] == "assertion" and race["properties"][0]["answer"] == "violated"
assert rows[2]["diagnostics"][0]["line"] == 2
END

# Limits and Ctrl-C give `unknown` with what was covered.
"$SELVAGE_ROOT/bench/explicit/towers.sh" 6 6 "$work" > /dev/null
expect 2 'time limit' "$SELVAGE" check --quiet --engine explicit --reduction off --time 1 "$work/towers-6-6.svm"
expect 2 'memory limit' "$SELVAGE" check --quiet --engine explicit --memory 60 --time 60 --reduction off "$work/towers-6-6.svm"
status=0
"$SELVAGE" check --quiet --engine explicit --reduction off "$work/towers-6-6.svm" > "$work/out" 2>&1 &
pid=$!
sleep 1
kill -INT $pid
wait $pid || status=$?
if [ $status != 2 ] || ! grep -q 'unknown: interrupted' "$work/out"; then
  echo "FAILED: Ctrl-C gave status $status"; cat "$work/out"; failures=$((failures + 1))
fi

[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
