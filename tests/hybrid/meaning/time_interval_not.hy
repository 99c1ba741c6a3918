-- rule: T4
-- expect: never
-- No other.
var t: clock; x: analog;
automaton a
synclabs: ;
initially l;
loc l: while True wait {dx in [1, 3]}
loc m: while True wait {dx in [1, 3]}
end
var r, init: region;
init := loc[a] = l & t = 0 & x = 0;
r := reach forward from init endreach;
if empty(r & x > 3t) then prints "never"; endif;
