-- rule: S4
-- expect: reached
-- `reach forward from` starts in its region; what `initially` says does not count then.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l & x = 0 & n = 0;
loc l: while True wait {}
  when x >= 1 do {n' = n + 1, x' = 0} goto l;
end
var init, bad, r: region;
init := loc[a] = l & x = 0 & n = 10;
bad := n = 11;
r := reach forward from init endreach;
if empty(r & bad) then prints "ok"; endif;
