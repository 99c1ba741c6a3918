-- expect: holds
-- A tap that is closed as soon as the cup is full, and a cup that is taken as soon as the tap is closed: no time passes in between.
var full: analog; t: clock; taken: discrete;
automaton cup
synclabs: shut;
initially filling;
loc filling: while True wait {dfull in [1, 2]}
  when full >= 6 & asap sync shut do {t' = 0} goto waiting;
loc waiting: while True wait {dfull = 0}
  when asap do {full' = 0, taken' = taken + 1} goto filling;
end
automaton tap
synclabs: shut;
initially open;
loc open: while True wait {}
  when True sync shut goto open;
end
var init, bad, r: region;
init := loc[cup] = filling & loc[tap] = open & full = 0 & t = 0 & taken = 0;
bad := full > 6 | (loc[cup] = waiting & t > 0);
r := reach forward from init endreach;
if empty(r & bad) then prints "tidy"; endif;
