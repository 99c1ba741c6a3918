-- rule: T3
-- expect: reached
-- Two automata whose rates depend on their locations: each combination has its own.
var t: clock; x, y: analog;
automaton a
synclabs: ;
initially slow;
loc slow: while True wait {dx = 1}
  when True goto fast;
loc fast: while True wait {dx = 3}
end
automaton b
synclabs: ;
initially slow;
loc slow: while True wait {dy in [1, 2]}
  when True goto fast;
loc fast: while True wait {dy in [5, 6]}
end
var r, init: region;
init := loc[a] = slow & loc[b] = slow & t = 0 & x = 0 & y = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = fast & loc[b] = fast & t = 2 & x = 5 & y = 17/2) then prints "never"; endif;
