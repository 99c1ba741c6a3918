-- expect: unsafe
-- Reactor with two rods. Without a rod its temperature rises, with a rod it falls, faster with the second
-- one; at 550 degrees a rod goes in, at 510 it comes out. A rod that was used needs 30 seconds of rest. If
-- none is ready at 550 degrees, the reactor must be shut down.
-- (After the description in the papers on HyTech: rates in intervals; constants of our own choice.)

var
  x: analog;       -- temperature
  y1, y2: clock;   -- rest of the rods

automaton core
synclabs: in1, out1, in2, out2;
initially hot;
loc hot: while x <= 550 wait {dx in [1, 4]}
  when x = 550 sync in1 goto cool1;
  when x = 550 sync in2 goto cool2;
  when x = 550 & y1 < 30 & y2 < 30 goto shutdown;
loc cool1: while x >= 510 wait {dx in [-4, -2]}
  when x = 510 sync out1 goto hot;
loc cool2: while x >= 510 wait {dx in [-8, -4]}
  when x = 510 sync out2 goto hot;
loc shutdown: while True wait {dx = 0}
end

automaton rod1
synclabs: in1, out1;
initially out;
loc out: while True wait {}
  when y1 >= 30 sync in1 goto inside;
loc inside: while True wait {}
  when True sync out1 do {y1' = 0} goto out;
end

automaton rod2
synclabs: in2, out2;
initially out;
loc out: while True wait {}
  when y2 >= 30 sync in2 goto inside;
loc inside: while True wait {}
  when True sync out2 do {y2' = 0} goto out;
end

var init, bad, r: region;
init := loc[core] = hot & loc[rod1] = out & loc[rod2] = out & x = 510 & y1 = 30 & y2 = 30;
bad := loc[core] = shutdown;
r := reach forward from init endreach;
if empty(r & bad) then prints "no shutdown"; endif;
