#!/usr/bin/env bash
# timeout: 120
#
# --ltl of hybrid automata: regions in the words of the file below temporal operators; a run begins
# behind the choice of the first locations, and in the states that are asked about.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
cat > g.pha <<'END'
automaton train
  contr_var: x;
  synclabs: approach, leave;
  loc far: while x >= 0 & x <= 10 wait { x' == 1 };
    when x == 10 sync approach do { x' == 0 } goto near;
  loc near: while x >= 0 & x <= 3 wait { x' == 1 };
    when x == 3 sync leave do { x' == 0 } goto far;
  initially: far & x == 2, near & x == 0;
end
END
cat > g.hy <<'END'
var x: clock;
automaton train
synclabs: approach, leave;
initially far;
loc far: while x <= 10 wait {} when x = 10 sync approach do { x' = 0 } goto near;
loc near: while x <= 3 wait {} when x = 3 sync leave do { x' = 0 } goto far;
end
END
asks() { expect "$1" . "$SELVAGE" check "$2" --time 20 --property ltl --ltl "$3"; }
asks 0 g.pha '[] (x <= 10)'
asks 1 g.pha '[] (x <= 9)'
asks 0 g.pha '[] (near => x <= 3)'
asks 1 g.pha '[] (near & x <= 2 | far)'
asks 0 g.pha '[] (near & (x + 1) <= 4 | far)'
asks 0 g.pha 'far | near'
asks 1 g.pha '[] !near'
asks 0 g.pha '[] (near => !far)'
asks 1 g.hy '[] (loc[train] = far | x <= 2)'
asks 0 g.hy '[] (loc[train] = far or x <= 3)'
wrong() { expect 65 "$3" "$SELVAGE" check "$1" --ltl "$2"; }
wrong g.pha '[] (neer | x <= 2)' '^--ltl:1:5: error: no location matches'
wrong g.pha '[] (x <= 2 => )' 'expected a condition'
wrong g.pha '[] (near |  x < 900' 'not closed'
wrong g.hy '[] loc[train] = fat' '^--ltl:1:17: error: .train. has no location'
wrong g.hy '[] (loc[train] = far | y <= 3)' '^--ltl:1:24: error: there is no variable'
exit $((failures > 0))
