-- rule: Q5
-- expect: reached
-- steps: 1
-- HyTech: an inclusion of regions.
var x: clock;
automaton a
synclabs: ;
initially l & x = 0;
loc l: while x <= 4 wait {}
end
var r, good: region;
good := x <= 3;
r := reach forward from loc[a] = l & x = 0 endreach;
if r <= good then prints "yes"; else prints "no"; endif;
