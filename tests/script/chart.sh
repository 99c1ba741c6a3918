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

# A random walk through every model of the corpus.
for model in tests/corpus/svm/*.svm tests/corpus/boolprog/*.bp; do
  "$SELVAGE" simulate --steps 40 --keep-going --trace "$work/$(basename "$model").svg" "$model" \
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
