-- rule: U5
-- expect: never
-- Without a way around: x rises steadily and y stands.
var t: clock; x, y: analog;
automaton a
synclabs: ;
initially l;
loc l: while True wait {dx = 1, dy = 0}
  when x >= 1 & y >= 1 & asap goto m;
loc m: while True wait {dx = 0, dy = 0}
end
var r, init: region;
init := loc[a] = l & t = 0 & x = 0 & y = 3;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 1) then prints "never"; endif;
