-- rule: U1
-- expect: never
-- An urgent jump that can be taken: no time passes before it.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when asap do {} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 0) then prints "never"; endif;
