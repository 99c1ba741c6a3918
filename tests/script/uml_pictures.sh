#!/usr/bin/env bash
# timeout: 60
#
# Pictures of state machines: the diagrams, the diagrams with the active states after each step of a run, the messages of a run as a sequence
# chart. With Graphviz installed, `dot` must make an SVG of each of them.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"

sed '/Busy : defer coming/d' "$SELVAGE_ROOT/examples/crossing.puml" > crossing.puml
expect 0 'digraph' "$SELVAGE" show --dot crossing.puml
expect 2 'cannot be shown as --promela: only --regions atomic' "$SELVAGE" show --promela --regions interleaved crossing.puml
"$SELVAGE" show --dot crossing.puml > all.dot 2> err
expect 1 'violated: deadlock' "$SELVAGE" check --quiet --engine explicit --trace run.dot crossing.puml
expect 1 'violated: deadlock' "$SELVAGE" check --quiet --engine explicit --trace run.svg crossing.puml
expect 1 'violated: deadlock' "$SELVAGE" check --quiet --engine explicit --trace run.json crossing.puml
steps=$(grep -o '"action"' run.json | wc -l)

# A picture for each state of the run, the first one without anything active.
[ "$(grep -c '^digraph' run.dot)" = $((steps + 1)) ] || fail "run.dot has $(grep -c '^digraph' run.dot) pictures of $steps steps"
active() { awk -v n="$1" '/^digraph/ { k++ } k == n + 1' run.dot | grep -c 'fillcolor="*gold'; }
[ "$(active 0)" = 0 ] || fail "something is active before the start"
[ "$(active "$steps")" -ge 4 ] || fail "$(active "$steps") states of four objects are active at the end"

# The chart has a line for each object and the messages by name.
for word in north south '>c<' '>g<' 'coming(north)' '>lower<' '>gone<'; do
  grep -q "$word" run.svg || fail "the chart does not show $word"
done

if command -v dot > /dev/null; then
  dot -Tsvg -O run.dot 2> err || fail "dot: $(head -n 1 err)"
  dot -Tsvg all.dot -o all.svg 2> err || fail "dot: $(head -n 1 err)"
  [ "$(find . -name 'run.dot*.svg' | wc -l)" = $((steps + 1)) ] || fail 'dot does not make a picture of each step'
  grep -q 'Lowering' all.svg || fail 'all.svg does not show the state Lowering'
fi
exit $((failures > 0))
