-- rule: T3
-- expect: never
-- No other combination of rates.
var t: clock; x, y: analog;
automaton a
synclabs: ;
initially slow;
loc slow: while t <= 1 wait {dx = 1}
  when t = 1 goto fast;
loc fast: while t <= 2 wait {dx = 3}
end
automaton b
synclabs: ;
initially slow;
loc slow: while t <= 1 wait {dy in [1, 2]}
  when t = 1 goto fast;
loc fast: while t <= 2 wait {dy in [5, 6]}
end
var r, init: region;
init := loc[a] = slow & loc[b] = slow & t = 0 & x = 0 & y = 0;
r := reach forward from init endreach;
if empty(r & (x > 4 | y > 8)) then prints "never"; endif;
