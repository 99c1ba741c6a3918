-- rule: Q10
-- expect: never
-- Printing asks only where nothing else does: here the inclusion asks, and the region that is printed (and
-- reached) does not count.
var x: clock;
automaton a
synclabs: ;
initially l;
loc l: while x <= 4 wait {}
end
var r, all: region;
r := reach forward from loc[a] = l & x = 0 endreach;
print r & x >= 1;
all := x <= 4;
if r <= all then prints "yes"; endif;
