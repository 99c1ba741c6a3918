-- expect: unsafe
-- Generalised railroad crossing with two tracks. A train that enters the region reaches the crossing after 2 to 8 minutes
-- and leaves it within 2; the gate goes down within 2 minutes and up within 2. A controller lowers the gate within a minute
-- of the first train's entry and raises it within a minute when the last one has left. While a train is on the crossing,
-- the gate is down.
-- (After the description of the problem by its authors; one automaton for each track, times are ours.)

var
  a, b, g, c: clock;
  n: discrete;  -- trains in the region

automaton track1
synclabs: enter1, leave1;
initially away;
loc away: while True wait {}
  when True sync enter1 do {a' = 0, n' = n + 1} goto coming;
loc coming: while a <= 8 wait {}
  when a >= 2 do {a' = 0} goto crossing;
loc crossing: while a <= 2 wait {}
  when True sync leave1 do {n' = n - 1} goto away;
end

automaton track2
synclabs: enter2, leave2;
initially away;
loc away: while True wait {}
  when True sync enter2 do {b' = 0, n' = n + 1} goto coming;
loc coming: while b <= 8 wait {}
  when b >= 2 do {b' = 0} goto crossing;
loc crossing: while b <= 2 wait {}
  when True sync leave2 do {n' = n - 1} goto away;
end

automaton gate
synclabs: lower, raise;
initially up;
loc up: while True wait {}
  when True sync lower do {g' = 0} goto going_down;
loc going_down: while g <= 2 wait {}
  when True goto down;
loc down: while True wait {}
  when True sync raise do {g' = 0} goto going_up;
loc going_up: while g <= 2 wait {}
  when True goto up;
  when True sync lower do {g' = 0} goto going_down;
end

automaton controller
synclabs: enter1, leave1, enter2, leave2, lower, raise;
initially open;
loc open: while True wait {}
  when True sync enter1 do {c' = 0} goto lowering;
  when True sync enter2 do {c' = 0} goto lowering;
loc lowering: while c <= 1 wait {}
  when True sync enter1 goto lowering;
  when True sync enter2 goto lowering;
  when True sync lower goto shut;
loc shut: while True wait {}
  when True sync enter1 goto shut;
  when True sync enter2 goto shut;
  when n >= 2 sync leave1 goto shut;
  when n >= 2 sync leave2 goto shut;
  when n <= 1 sync leave1 do {c' = 0} goto raising;
  when n <= 1 sync leave2 do {c' = 0} goto raising;
loc raising: while c <= 1 wait {}
  when True sync enter1 goto shut;
  when True sync enter2 goto shut;
  when True sync raise goto open;
end

var init, bad, r: region;
init := loc[track1] = away & loc[track2] = away & loc[gate] = up & loc[controller] = open &
  a = 0 & b = 0 & g = 0 & c = 0 & n = 0;
bad := (loc[track1] = crossing | loc[track2] = crossing) &
  (loc[gate] = up | loc[gate] = going_up | loc[gate] = going_down);
r := reach forward from init endreach;
if empty(r & bad) then prints "the crossing is guarded"; endif;
