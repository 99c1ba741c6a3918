-- rule: J5
-- expect: never
-- HyTech: what `do` does not mention stays. The same edge as in do_frees.pha, with the opposite meaning for y.
var x, y: analog;
automaton a
synclabs: go;
initially l & x = 1 & y = 2;
loc l: while true wait {dx = 0 & dy = 0}
  when true sync go do { x' >= 5 } goto m;
loc m: while true wait {dx = 0 & dy = 0}
end
var r, init: region;
init := loc[a] = l & x = 1 & y = 2;
r := reach forward from init endreach;
if empty(r & loc[a] = m & y > 2) then prints "never"; endif;
