-- rule: Q11
-- expect: reached
-- The second one from its own start.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while x <= 1 wait {}
end
var r, s: region;
r := reach forward from loc[a] = l & x = 0 & n = 0 endreach;
s := reach forward from loc[a] = l & x = 0 & n = 5 endreach;
if empty(r & n = 5) then prints "never"; endif;
if empty(s & n = 5 & x = 1) then prints "never"; endif;
