-- rule: U1
-- expect: never
-- The same where the guard speaks of what time does not change.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when n >= 3 & asap do {} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 3;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 0) then prints "never"; endif;
