-- rule: T3
-- expect: never
-- A discrete variable and a parameter do not change with time.
var x: clock; n: discrete; p: parameter;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & n = 1 & p = 2;
r := reach forward from init endreach;
if empty(r & (n < 1 | p > 2)) then prints "never"; endif;
