-- rule: J7
-- expect: reached
-- steps: 1
-- HyTech: a new value in an interval.
var x, y: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when True do {x' in [y, 2y]} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 3;
r := reach forward from init endreach;
if empty(r & loc[a] = m & x = 11/2) then prints "never"; endif;
