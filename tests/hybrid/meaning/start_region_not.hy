-- rule: S4
-- expect: never
-- The same: it does not start where `initially` says.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l & x = 0 & n = 0;
loc l: while True wait {}
  when x >= 1 do {n' = n + 1, x' = 0} goto l;
end
var init, bad, r: region;
init := loc[a] = l & x = 0 & n = 10;
bad := n < 10;
r := reach forward from init endreach;
if empty(r & bad) then prints "ok"; endif;
