#!/usr/bin/env bash
# The HTML report: one page that stands alone, in which whatever a model says is text; it tells
# the same run as the JSON trace; its partial order is one (neighbours that are independent can
# change places); what cannot be written is 74. tests/long/html.sh opens it in a browser.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
examples=$SELVAGE_ROOT/examples
corpus=$SELVAGE_ROOT/tests/corpus

cat > long.pml << 'END'
chan ring[3] = [1] of { int };
int total = 0;
active [3] proctype station() {
  int seen, turns = 0;
  if :: _pid == 0 -> ring[1]!0 :: else fi;
  do
  :: ring[_pid]?seen -> turns++; total = total + turns % 3;
     if :: total > 390 -> assert(false) :: else fi;
     ring[(_pid + 1) % 3]!seen + 1
  od
}
END
cat > lasso.pml << 'END'
bool lost = false; byte rounds = 0;
active proctype P() { printf("begin\n"); do :: rounds = (rounds + 1) % 3; lost = (rounds == 2) od }
ltl calm { <>[] !lost }
END
cat > ends.pml << 'END'
bool on = false;
active proctype P() { on = true }
ltl off { []<> !on }
END
cat > two.proc << 'END'
int x = 0;
process up { while (true) { x = (x + 1) % 5; } }
property small: x < 3;
property fits: x < 4;
END
printf 'byte n = 0;\ninline up() { n++ }\n/* <b>secret</b> */\n' > part.h
printf '#include "part.h"\nactive proctype P() { up(); assert(n == 0) }\n' > whole.pml
cat > 'evil<img src=x onerror=alert(1)>.svm' << 'END'
property never assertion
process p initial 1 pool 1 entry a
  location a
  location b
  action go
    text "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    from a -> b
    print "<b onclick=alert(3)>&amp;</b>"
  action fail
    text "]]>\"'&lt;"
    from b
    fails never
end
END

cat > look.py << 'END'
import html.parser, json, re, subprocess, sys

class Page(html.parser.HTMLParser):
    """Tags are balanced, nothing is loaded, scripts are ours."""
    def __init__(self, path):
        super().__init__()
        self.stack, self.data, self.scripts, self.rows, self.text = [], None, 0, 0, ""
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.all = file.read()
        self.feed(self.all)
        assert not self.stack, (path, self.stack)
        assert self.scripts == 2, (path, "scripts", self.scripts)
        assert re.search(r"default-src 'none'", self.all)
        for loaded in re.findall(r"@import|url\((?!#)|\bfetch\(|XMLHttpRequest|import\(|WebSocket|innerHTML|eval\(", self.all):
            assert loaded in self.text or not self.code_has(loaded), (path, loaded)

    def code_has(self, word):
        return any(word in part for part in re.findall(r"<(?:style|script nonce=\"selvage\")>(.*?)</(?:style|script)>", self.all, re.S))

    def handle_starttag(self, tag, attributes):
        assert tag not in ("img", "link", "iframe", "object", "embed", "base", "b", "a"), (self.path, tag)
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "href"), (self.path, tag, name, value)
        if tag == "script":
            self.scripts += 1
        self.rows += tag == "tr"
        if tag != "meta":
            self.stack.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1][0] == tag, (self.path, tag, self.stack[-3:])
        self.stack.pop()

    def handle_data(self, data):
        if self.stack and self.stack[-1][0] == "script" and self.stack[-1][1].get("id") == "data":
            assert "<" not in data
            self.data = json.loads(data)
        elif self.stack and self.stack[-1][0] not in ("script", "style"):
            self.text += data


def place_text(page, at):
    assert at is None or at[2] <= at[3] and page.data["files"][at[0]]["lines"][at[1]] is not None, at


def same_run(page, trace):
    run = page.data["runs"][0]
    assert len(run["steps"]) == len(trace["steps"]), page.path
    assert run["loop"] == trace.get("loop"), page.path
    for i, (mine, its) in enumerate(zip(run["steps"], trace["steps"])):
        assert mine["statement"] == its["statement"] and mine["who"] == its["process"], (page.path, i, mine, its)
        assert (mine["place"][1] + 1 if mine["place"] else None) == its["line"], (page.path, i)
        place_text(page, mine["place"])
        assert all(j < i for j in mine["after"]), (page.path, i)
        for variable, value in mine["set"]:
            assert variable < len(run["variables"]) and (value is None or value < len(run["values"]))
    return run


def past_of(steps):
    pasts = []
    for step in steps:
        past = set(step["after"])
        for j in step["after"]:
            past |= pasts[j]
        assert all(j not in pasts[k] for j in step["after"] for k in step["after"]), "told by others"
        pasts.append(past)
    return pasts


def swaps(page, run, trace, model, selvage):
    """Neighbours that are independent change places, and it is a run again."""
    pasts, tried = past_of(run["steps"]), 0
    for i in range(1, len(run["steps"])):
        if i - 1 in pasts[i] or run["steps"][i]["bad"] or tried >= 6:
            continue
        other = dict(trace, steps=trace["steps"][:])
        other["steps"][i - 1], other["steps"][i] = trace["steps"][i], trace["steps"][i - 1]
        with open("swapped.json", "w") as file:
            json.dump(other, file)
        done = subprocess.run([selvage, "replay", "swapped.json", model], capture_output=True, text=True)
        assert "real run" in done.stdout, (model, i, done.stdout[-400:], done.stderr)
        tried += 1
    return tried


def main():
    what, path, *rest = sys.argv[1:]
    page = Page(path)
    if what == "run":
        with open(rest[0]) as file:
            trace = json.load(file)
        run = same_run(page, trace)
        assert page.rows >= len(run["steps"])
        print("swapped", swaps(page, run, trace, rest[1], rest[2]))
    elif what == "eval":
        names = {"data": page.data, "text": page.text, "json": json}
        assert eval(rest[0], names), (path, rest[0], json.dumps(page.data["runs"])[:3000], page.text[:2000])


main()
END

look() { python3 look.py "$@" > look.out 2>&1 || fail "page: $* $(tail -n 3 look.out)"; }

# Every language and kind of violation: the page has the run that JSON has.
swapped=0
count_swapped() { swapped=$((swapped + $(sed -n 's/^swapped //p' look.out) + 0)); }
for model in "$examples"/race.bp "$examples"/diners.pml "$examples"/account.proc "$SELVAGE_ROOT"/tests/chart/mail.svm lasso.pml \
  ends.pml two.proc whole.pml long.pml "$corpus"/dve/*assert*.dve "$corpus"/uml/{race,overflow,defer_order}.puml "$corpus"/dve/{deadlock,index}.dve "$corpus"/proc/{channel,lock}*.proc; do
  status=0
  timeout 20 "$SELVAGE" check --quiet --time 2 --report r.html --trace t.json "$model" > out 2>&1 || status=$?
  [ $status -le 2 ] || { fail "$model: status $status"; continue; }
  if [ $status = 1 ]; then look run r.html t.json "$model" "$SELVAGE"; else look eval r.html 'data["runs"] == []'; fi
  count_swapped
done
for model in "$examples"/{mailbox.proc,peterson.bp,philosophers.proc,abp.pml,elevator.dve,crossing.puml}; do
  "$SELVAGE" simulate --steps 40 --seed 3 --trace t.json "$model" > /dev/null || true
  "$SELVAGE" replay --trace r.html t.json "$model" > /dev/null || true
  look run r.html t.json "$model" "$SELVAGE"
  count_swapped
done
[ "$swapped" -ge 35 ] || fail "only $swapped independent neighbours"

# A step that prints in the middle of what would be folded is not folded; 2,000 steps are.
"$SELVAGE" check --quiet --engine explicit --report r.html long.pml > /dev/null || true
look eval r.html 'len(data["runs"][0]["steps"]) > 1900 and data["runs"][0]["folds"][0][2] > 50'
"$SELVAGE" check --quiet --report r.html lasso.pml > /dev/null || true
look eval r.html 'data["runs"][0]["loop"] >= 0 and "repeated for ever" in text and "begin" in text'
"$SELVAGE" check --quiet --report r.html ends.pml > /dev/null || true
look eval r.html 'data["runs"][0]["loop"] == len(data["runs"][0]["steps"]) and "stays for ever" in text'
"$SELVAGE" check --quiet --keep-going --report r.html two.proc > /dev/null || true
look eval r.html 'len(data["runs"]) == 2 and data["runs"][1]["title"].startswith("invariant fits")'
"$SELVAGE" check --quiet --report r.html "$examples/diners.pml" > /dev/null || true
look eval r.html 'all(l["waits"] for l in data["runs"][0]["lives"]) and "is full" in text'

# Values: at the end of two.proc's run x is 3, after 0, 1, 2.
"$SELVAGE" check --quiet --report r.html two.proc > /dev/null || true
look eval r.html '[data["runs"][0]["values"][s["set"][0][1]] for s in data["runs"][0]["steps"]] == ["1", "2", "3"]'

# What an included file holds beside statements is not shown.
"$SELVAGE" check --quiet --report r.html whole.pml > /dev/null || true
look eval r.html 'any("assert" in (l or "") for f in data["files"] for l in f["lines"]) and "secret" not in json.dumps(data)'

# Whatever a model says is text, in the document and in its name.
"$SELVAGE" check --quiet --report r.html evil*.svm > /dev/null || true
look eval r.html '"</script><script>" in data["runs"][0]["steps"][0]["statement"] and "onerror=alert(2)" in text and "onerror=alert(1)" in text'
cp evil*.svm 'evil.svm'
"$SELVAGE" check --quiet --trace t.json evil.svm > /dev/null || true
expect 1 "real run" "$SELVAGE" replay --trace r.html t.json evil.svm
look eval r.html 'len(data["runs"]) == 1 and data["runs"][0]["title"].startswith("assertion never")'
"$SELVAGE" simulate --steps 5 --trace r.html "$examples/race.bp" > /dev/null || true
look eval r.html 'len(data["runs"][0]["steps"]) == 5 and data["runs"][0]["title"] is None'
"$SELVAGE" check --quiet --explain --trace r.html "$examples/race.bp" > /dev/null || true
look eval r.html 'data["runs"][0]["of"] >= len(data["runs"][0]["steps"])'

# Coverage of what holds: by an engine that knows, and one that does not.
cat > dead.proc << 'END'
int[0..20] x = 0;
process P {
  while (x < 3) { x = x + 1; }
  if (x > 5) {
    x = 9;
  }
}
property small: x < 7;
END
for engine in explicit bdd; do
  expect 0 holds "$SELVAGE" check --engine $engine --report r.html dead.proc
  look eval r.html '{c["place"][1]: c["taken"] for c in data["coverage"]}[4] == 1 and {c["place"][1]: c["taken"] for c in data["coverage"]}[2] == 2 and "never taken" in text'
done
expect 0 holds "$SELVAGE" check --engine explicit --certify --report r.html dead.proc
look eval r.html '"re-checked by other means" in text'
expect 0 holds "$SELVAGE" check --engine bmc --induction on --report r.html dead.proc
look eval r.html 'data["coverage"] is None and "engine bmc proves without visiting" in text'

# What a search leaves out, since it cannot matter, is neither taken nor never taken.
cat > open.svm << 'END'
var x : int 0..3 = 0
var y : int 0..3 = 0
property small invariant (< x 3)
process p initial 1 pool 1 entry a
  location a
  action turn
    from a
    guard (< y 3)
    set y := (+ y 1)
end
process q initial 1 pool 1 entry a
  location a
  location b
  action go
    from a -> b
    set x := 1
  action dead
    from b -> a
    guard (= x 0)
    set x := 2
end
END
expect 0 holds "$SELVAGE" check --engine explicit --report r.html open.svm
look eval r.html '{c["text"]: c["taken"] for c in data["coverage"]} == {"turn": 0, "go": 2, "dead": 1} and "1 was left out" in text'
expect 0 holds "$SELVAGE" check --engine explicit --reduction off --report r.html open.svm
look eval r.html '{c["text"]: c["taken"] for c in data["coverage"]}["dead"] == 1'

# Nothing to check, options, files.
printf 'process {' > bad.proc
expect 65 . "$SELVAGE" check --report r.html bad.proc
look eval r.html '"dead" not in text and data["verdict"] == "unknown"'
expect 64 'knows no files like \*\.htm' "$SELVAGE" check --report r.htm dead.proc
expect 64 'goes with one file' "$SELVAGE" check --report r.html dead.proc two.proc
expect 64 'does nothing for simulate' "$SELVAGE" simulate --report r.html dead.proc
expect 74 'cannot write /nonexistent/r.html' "$SELVAGE" check --report /nonexistent/r.html "$examples/race.bp"
grep -q 'violated: assertion' out || fail "the answer is lost"
expect 74 'cannot write /nonexistent/r.html' "$SELVAGE" check --trace /nonexistent/r.html "$examples/race.bp"
exit $((failures > 0))
