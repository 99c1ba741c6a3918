-- rule: U2
-- expect: never
-- And not beyond.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when x >= 5 & asap do {} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 5) then prints "never"; endif;
