-- expect: safe
-- Railroad gate. A train comes from far away with 40 to 50 metres a second; 1000 metres before the gate it
-- is announced and may go slower, behind the gate it is announced again after 100 metres, and comes back
-- after at least 1500 more. A controller passes each announcement on to the gate within five seconds; the
-- gate turns with nine degrees a second. While the train is within ten metres, the gate must be closed.
-- (After the well-known example of the papers on HyTech; numbers as there, the model is ours.)

var
  x: analog;  -- distance of the train
  g: analog;  -- angle of the gate, 90 is open
  t: clock;   -- of the controller

automaton train
synclabs: app, exit;
initially far;
loc far: while x >= 1000 wait {dx in [-50, -40]}
  when x = 1000 sync app goto near;
loc near: while x >= 0 wait {dx in [-50, -30]}
  when x = 0 goto past;
loc past: while x >= -100 wait {dx in [-50, -30]}
  when x = -100 sync exit do {x' in [1500, 5000]} goto far;
end

automaton gate
synclabs: lower, raise;
initially open;
loc open: while g = 90 wait {dg = 0}
  when True sync raise goto open;
  when True sync lower goto closing;
loc closing: while g >= 0 wait {dg = -9}
  when True sync lower goto closing;
  when True sync raise goto opening;
  when g = 0 goto closed;
loc closed: while g = 0 wait {dg = 0}
  when True sync lower goto closed;
  when True sync raise goto opening;
loc opening: while g <= 90 wait {dg = 9}
  when True sync raise goto opening;
  when True sync lower goto closing;
  when g = 90 goto open;
end

automaton controller
synclabs: app, exit, lower, raise;
initially idle;
loc idle: while True wait {}
  when True sync app do {t' = 0} goto lowering;
  when True sync exit do {t' = 0} goto raising;
loc lowering: while t <= 5 wait {}
  when True sync app goto lowering;
  when True sync exit do {t' = 0} goto raising;
  when True sync lower goto idle;
loc raising: while t <= 5 wait {}
  when True sync exit goto raising;
  when True sync app do {t' = 0} goto lowering;
  when True sync raise goto idle;
end

var init, bad, r: region;
init := loc[train] = far & loc[gate] = open & loc[controller] = idle & x >= 1500 & g = 90 & t = 0;
bad := x <= 10 & x >= -10 & (g > 0 | loc[gate] = open | loc[gate] = opening);
r := reach forward from init endreach;
if empty(r & bad) then prints "the gate is closed in time"; endif;
