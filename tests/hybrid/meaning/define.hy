-- rule: Q8
-- expect: reached
-- steps: 1
-- A definition takes the place of its name.
define(rate, 3)
define(limit, rate + 1)
var x: analog;
automaton a
synclabs: ;
initially l;
loc l: while x <= limit + 4 wait {dx = rate}
end
var r: region;
r := reach forward from loc[a] = l & x = 0 endreach;
if empty(r & x = 7) then prints "never"; endif;
