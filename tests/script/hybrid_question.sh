#!/usr/bin/env bash
#
# --question, --reach, --invariant and --property on hybrid automata; durations in traces of every format.
set -u
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > m.pha <<'END'
automaton a
  contr_var: x;
  synclabs: go;
  loc low: while x <= 5/2 wait { x' == 1 };
    when x == 5/2 sync go goto high;
  loc high: while x <= 3 wait { x' == 1 };
  initially: low & x == 0;
end
automaton b
  synclabs: go;
  loc off: while true wait { true };
    when true sync go goto on;
  loc on: while true wait { true };
  initially: off & true;
end
both = a & b;
END
cat > no.cfg <<'END'
bad = both.{ $ & x > 3 };
r = both.is_reachable(bad);
END
cat > yes.cfg <<'END'
bad = both.{ high~on & x >= 3 };
r = both.is_reachable(bad);
END
cat > wrong.cfg <<'END'
bad = both.{ high & x >= 3 };
END
expect 0 'holds' "$SELVAGE" check m.pha --question no.cfg
expect 1 'invariant bad \(yes.cfg:1\)' "$SELVAGE" check m.pha --question yes.cfg
expect 65 'wrong.cfg:1:14: error: no location matches .high.' "$SELVAGE" check m.pha --question wrong.cfg
expect 65 'cannot read the question none.cfg' "$SELVAGE" check m.pha --question none.cfg
expect 0 'warning: nothing is asked about this network' "$SELVAGE" check m.pha --time 3
expect 1 'wait 5/2 ' "$SELVAGE" check m.pha --reach 'high~$ & x >= 3'
expect 0 'holds' "$SELVAGE" check m.pha --invariant 'low~$ & x <= 5/2, high~$ & x >= 2'
expect 65 '.*--reach.*:1:1: error: no location matches' "$SELVAGE" check m.pha --reach 'hi & true'
expect 65 'expected the end of the condition' "$SELVAGE" check m.pha --reach 'high~on & x >= 3 ;'
expect 1 'reach' "$SELVAGE" check m.pha --question no.cfg --reach '$ & x == 1'
expect 0 'holds' "$SELVAGE" check m.pha --question no.cfg --reach '$ & x == 1' --property bad
expect 1 '"statement": *"wait 5/2"' "$SELVAGE" check m.pha --format json --question yes.cfg
"$SELVAGE" check --quiet --trace t.svg --question yes.cfg m.pha > /dev/null 2>&1
grep -q 'wait 5/2' t.svg || fail "the chart does not show the duration"
"$SELVAGE" check --quiet --trace t.json --question yes.cfg m.pha > /dev/null 2>&1
expect 1 'wait 5/2' "$SELVAGE" replay t.json m.pha --question yes.cfg

cat > m.hy <<'END'
var x: clock;
automaton a
synclabs: ;
initially l & x = 0;
loc l: while x <= 4 wait {}
end
END
cat > q.hy <<'END'
var r: region;
r := reach forward from loc[a] = l & x = 1 endreach;
if empty(r & x = 4) then prints "no"; endif;
END
expect 1 'wait 3' "$SELVAGE" check m.hy --question q.hy
expect 1 'wait 4' "$SELVAGE" check m.hy --reach 'loc[a] = l & x = 4'
expect 0 'holds' "$SELVAGE" check m.hy --reach 'x > 4'
cp m.hy m.txt
expect 1 'wait 4' "$SELVAGE" check --language hybrid m.txt --reach 'x = 4'
exit $((failures > 0))
