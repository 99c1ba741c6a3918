-- rule: U2
-- expect: reached
-- steps: 2
-- There the jump is taken.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when x >= 5 & asap do {n' = 1} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = m & x = 5) then prints "never"; endif;
