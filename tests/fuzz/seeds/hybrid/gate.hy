var x, y: clock; p: parameter; n: discrete; s: stopwatch; z: analog;
automaton train
synclabs: near, out;
initially far & x = 0;
loc far: while True wait {ds = 0, dz in [1, 2]}
  when x >= 2 sync near do {x' = 0, n' = n + 1} goto here;
loc here: while x <= 5 wait {ds = 1, dz = 0}
  when x = 5 & asap sync out do {z' in [0, 1]} goto far;
end
automaton gate
synclabs: near, out;
initially up & y = 0;
loc up: while True wait {}
  when True sync near do {y' = 0} goto down;
loc down: while y <= p | y >= 9 wait {}
  when y >= p sync out goto up;
end
var init, bad, r: region;
init := loc[train] = far & loc[gate] = up & x = 0 & y = 0 & p >= 1 & n = 0;
bad := (loc[train] = here | n > 3) & 2y <= x;
r := reach forward from init endreach;
if empty(r & bad) then prints "safe"; else print trace to bad using r; endif;
print hide non_parameters in r & bad endhide;
