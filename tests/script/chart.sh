#!/usr/bin/env bash
# Message sequence charts: well-formed, always the same, and one exactly as it was looked at.
# SELVAGE_UPDATE=1 writes the expected picture anew.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
cd "$SELVAGE_ROOT"

"$SELVAGE" check --quiet --engine explicit --trace "$work/mail.svg" tests/chart/mail.svm > /dev/null || true
[ -z "${SELVAGE_UPDATE-}" ] || cp "$work/mail.svg" tests/chart/mail.svg
cmp "$work/mail.svg" tests/chart/mail.svg || fail "the picture of mail.svm"

# A replay draws the same picture as the check.
"$SELVAGE" check --quiet --trace "$work/race.json" examples/race.bp > /dev/null || true
"$SELVAGE" check --quiet --trace "$work/race.svg" examples/race.bp > /dev/null || true
"$SELVAGE" replay --trace "$work/again.svg" "$work/race.json" examples/race.bp > /dev/null || true
cmp "$work/race.svg" "$work/again.svg" || fail "the picture of a replay"

# As a partial order: two readers are in none, and the writer comes after both.
cat > "$work/readers.pml" <<'END'
byte x = 1; bit a, b;
active proctype P() { a = x }
active proctype Q() { b = x }
active proctype R() { a && b; x = 2; assert(0) }
END
"$SELVAGE" check --quiet --deadlock off --engine events --trace "$work/readers.order.svg" "$work/readers.pml" > /dev/null || true
grep -q 'as a partial order' "$work/readers.order.svg" || fail "the order says that it is one"
links=$(grep -o '<title>step [^<]*' "$work/readers.order.svg" | sed 's/<title>//' | sort)
[ "$links" = "step 1 before step 3: a
step 2 before step 3: b" ] || fail "the links of readers.pml: $links"
"$SELVAGE" check --quiet --engine events --trace "$work/race.order.svg" examples/race.bp > /dev/null || true
[ -z "${SELVAGE_UPDATE-}" ] || cp "$work/race.order.svg" docs/race.order.svg
cmp "$work/race.order.svg" docs/race.order.svg || fail "the order of race.bp, which docs/engine-events.md shows"
sed -n '/^```proc early.proc/,/^```$/p' docs/tutorial.md | sed '1d;$d' > "$work/early.proc"
"$SELVAGE" check --quiet --engine events --property assert:7 --trace "$work/early.order.svg" "$work/early.proc" > /dev/null || true
[ -z "${SELVAGE_UPDATE-}" ] || cp "$work/early.order.svg" docs/early.order.svg
cmp "$work/early.order.svg" docs/early.order.svg || fail "the order that docs/tutorial.md shows"
echo 'byte x; active proctype P() { do :: x = 1 - x od }' > "$work/loop.pml"
"$SELVAGE" simulate --steps 5001 --trace "$work/long.order.svg" "$work/loop.pml" > "$work/log" 2>&1 || true
grep -q 'more than 5000 steps' "$work/log" || fail "a long run is not drawn: $(tail -n 1 "$work/log")"

# A random walk through every model of the corpus.
for model in tests/corpus/svm/*.svm tests/corpus/boolprog/*.bp; do
  "$SELVAGE" simulate --steps 40 --keep-going --trace "$work/$(basename "$model").svg" "$model" \
    > /dev/null 2>&1 || true
done
for model in tests/corpus/svm/*queue*.svm tests/corpus/svm/*section*.svm; do
  "$SELVAGE" simulate --steps 20 --keep-going --trace "$work/$(basename "$model").order.svg" "$model" \
    > /dev/null 2>&1 || true
done
python3 - "$work"/*.svg <<'END' || fail "a picture is not well-formed"
import sys, xml.etree.ElementTree as tree
def check(path):
    root = tree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
    assert not root.findall(".//{http://www.w3.org/2000/svg}script")
    width, height = float(root.get("width")), float(root.get("height"))
    for e in root.iter():
        for keys, most in ("x x1 x2 cx".split(), width), ("y y1 y2 cy".split(), height):
            for key in keys:
                assert 0 <= float(e.get(key) or 0) <= most, (path, tree.tostring(e))
assert len(sys.argv) > 60
for path in sys.argv[1:]:
    check(path)
END
[ $failures = 0 ]
