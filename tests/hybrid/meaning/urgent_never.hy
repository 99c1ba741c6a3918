-- rule: U4
-- expect: reached
-- steps: 1
-- Conditions that never hold together stop nothing, although each of them is met on the way.
var x: clock;
automaton a
synclabs: go;
initially l;
loc l: while True wait {}
  when x <= 1 & asap sync go goto m;
loc m: while True wait {}
end
automaton b
synclabs: go;
initially l;
loc l: while True wait {}
  when x >= 2 sync go goto l;
end
var r, init: region;
init := loc[a] = l & loc[b] = l & x = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x = 3) then prints "never"; endif;
