-- rule: Q1
-- expect: reached
-- steps: 1
-- print trace asks.
var x: clock;
automaton a
synclabs: ;
initially l;
loc l: while x <= 4 wait {}
end
var r, final: region;
final := x = 4;
r := reach forward from loc[a] = l & x = 0 endreach;
print trace to final using r;
