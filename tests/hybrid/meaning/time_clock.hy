-- rule: T3
-- expect: never
-- HyTech: a clock has rate 1 everywhere.
var x, y: clock;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 1;
r := reach forward from init endreach;
if empty(r & y > x + 1) then prints "never"; endif;
