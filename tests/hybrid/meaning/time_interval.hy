-- rule: T4
-- expect: reached
-- steps: 1
-- A rate in an interval: any change between the ends times the duration.
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
if empty(r & t = 2 & x = 9/2) then prints "never"; endif;
