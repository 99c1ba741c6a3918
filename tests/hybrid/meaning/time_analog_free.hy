-- rule: T3
-- expect: reached
-- steps: 1
-- An analog variable that no `wait` mentions has any rate.
var x: clock; y: analog;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0;
r := reach forward from init endreach;
if empty(r & x = 1 & y = -40) then prints "never"; endif;
