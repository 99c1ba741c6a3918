-- rule: Q11
-- expect: never
-- Two questions that start in different states keep apart: n = 5 is not reached from n = 0, nor n = 0 from n =
-- 5.
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
if empty(s & n = 0) then prints "never"; endif;
