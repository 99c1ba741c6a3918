-- rule: U5
-- expect: reached
-- waits: several
-- A guard of two half-spaces in different directions: time keeps clear of the first, then of the second. The
-- drift of x and y may be chosen, so that the way leads around the corner.
var t: clock; x, y: analog;
automaton a
synclabs: ;
initially l;
loc l: while True wait {dx in [0, 2], dy in [-2, 0]}
  when x >= 1 & y >= 1 & asap goto m;
loc m: while True wait {dx = 0, dy = 0}
end
var r, init: region;
init := loc[a] = l & t = 0 & x = 0 & y = 3;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x = 4 & y = 0) then prints "never"; endif;
