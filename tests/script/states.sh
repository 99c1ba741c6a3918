#!/usr/bin/env bash
# `show --states`: as many states and transitions as explicit search counts, violations marked, whatever
# a model says is text; more states than can be drawn, a missing Graphviz and files that cannot be
# written are told.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
examples=$SELVAGE_ROOT/examples
corpus=$SELVAGE_ROOT/tests/corpus

# counts FILE: "12 states, 30 transitions" of the picture and of the search.
compare() {
  "$SELVAGE" show --states s.dot "$1" 2> err || { grep -q 'more than 500 states' err || fail "$1: $(cat err)"; return 0; }
  local drawn listed searched
  drawn=$(grep -oE '[0-9]+ states, [0-9]+ transitions' s.dot | head -n 1)
  listed="$(grep -cE '^  s[0-9]+ \[' s.dot || true) states, $(grep -cE '^  s[0-9]+ -> ' s.dot || true) transitions"
  searched=$("$SELVAGE" check --quiet --engine explicit --reduction off --merge off --keep-going "$1" |
    grep -oE '[0-9]+ states, [0-9]+ transitions' | tail -n 1)
  [ "$drawn" = "$listed" ] || fail "$1: $drawn are told, $listed drawn"
  [ "$drawn" = "$searched" ] || fail "$1: $drawn drawn, $searched searched"
  compared=$((compared + 1))
}
compared=0
for model in "$examples"/{race.bp,peterson.bp,diners.pml,account.proc,crossing.puml} "$SELVAGE_ROOT"/tests/chart/mail.svm \
  "$corpus"/dve/{assertion,deadlock,turns}.dve "$corpus"/proc/{channel,lock,await}.proc; do
  compare "$model"
done
[ $compared -ge 9 ] || fail "only $compared models were compared"

# A deadlock, a broken invariant and a step that fails are red; an end has a double line.
cat > small.proc << 'END'
int x = 0;
lock m;
process P { x = 1; if (x == 1) { assert(x == 0); } acquire(m); }
process Q { acquire(m); }
property zero: x == 0;
END
"$SELVAGE" show --states s.dot small.proc
grep -qE '^  s[0-9]+ \[label="[0-9]+\\nx = 1\\nviolates zero".*color="#c3272b"' s.dot || fail "the invariant: $(cat s.dot)"
grep -qE 'violates assert:3", color="#c3272b"' s.dot || fail "the assertion"
"$SELVAGE" show --states s.dot "$examples/diners.pml"
[ "$(grep -c 'violates deadlock.*peripheries=2' s.dot)" = 1 ] || fail "the deadlock"
"$SELVAGE" show --states s.dot --deadlock off "$examples/diners.pml"
! grep -q 'violates' s.dot || fail "a deadlock that was not asked for"

# Text is text.
cat > evil.svm << 'END'
process p initial 1 pool 1 entry a
  location a
  location b stop
  action go
    text "\"]; evil [label=\"<b>&\\"
    from a -> b
end
END
"$SELVAGE" show --states s.dot evil.svm
[ "$(grep -cE '^  s[0-9]+ ' s.dot)" = 3 ] && ! grep -q '^ *evil' s.dot || fail "evil: $(cat s.dot)"

# What is not drawn is told.
cat > many.proc << 'END'
int[0..999] x = 0;
process P { while (true) { x = (x + 1) % 1000; } }
END
expect 2 'more than 500 states' "$SELVAGE" show --states m.dot many.proc
[ ! -e m.dot ] || fail "m.dot was written"
expect 65 . "$SELVAGE" show --states m.dot /nonexistent.proc
expect 64 'knows no files like \*\.png' "$SELVAGE" show --states m.png small.proc
expect 64 zero "$SELVAGE" show --property zeros --states m.dot small.proc
expect 64 'only one thing' "$SELVAGE" show --dot --states m.dot small.proc
expect 64 'does nothing for check' "$SELVAGE" check --states m.dot small.proc
expect 74 'cannot write /nonexistent/m.dot' "$SELVAGE" show --states /nonexistent/m.dot small.proc
mkdir empty
expect 74 'Graphviz is not installed' env PATH="$work/empty" "$SELVAGE" show --states m.svg small.proc
if command -v dot > /dev/null; then
  "$SELVAGE" show --states s.svg small.proc
  python3 -c 'import sys, xml.etree.ElementTree as tree; assert tree.parse("s.svg").getroot().tag.endswith("svg")' ||
    fail "the picture"
  "$SELVAGE" show --states e.svg evil.svm
  python3 -c 'import xml.etree.ElementTree as tree; tree.parse("e.svg")' || fail "the picture of evil.svm"
else
  echo "there is no dot: no picture was drawn"
fi
exit $((failures > 0))
