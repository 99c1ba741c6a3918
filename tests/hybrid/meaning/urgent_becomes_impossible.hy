-- rule: U4
-- expect: never
-- It does stop it as long as it can be taken.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when x >= 2 & asap do {} goto m;
loc m: while y <= 3 wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 2 & x < 3) then prints "never"; endif;
