-- expect: safe
-- Active structure control. Sensors in a building sample its motion every 10 milliseconds; a controller takes a sample
-- within 3, computes for 4 to 5 and orders a pulse if the motion is strong; a pulse lasts 20 to 22, and then the
-- pulser has to recover for 8. An order that comes while the pulser works or recovers is stored once. What the
-- structure does between two samples is free, up to a slope. No order may get lost.
-- (After the description of active structural control systems with a pulser; times and sizes are ours.)

var
  s, c, p: clock;    -- sensor, controller, pulser
  m: analog;         -- motion
  seen: discrete;    -- the last sample

automaton structure
synclabs: sample;
initially moving;
loc moving: while m <= 10 & m >= -10 wait {dm in [-1, 1]}
  when True sync sample do {seen' = m} goto moving;
end

automaton sensor
synclabs: sample;
initially waiting;
loc waiting: while s <= 10 wait {}
  when s = 10 sync sample do {s' = 0} goto waiting;
end

automaton controller
synclabs: sample, order;
initially idle;
loc idle: while True wait {}
  when True sync sample do {c' = 0} goto fetching;
loc fetching: while c <= 3 wait {}
  when True do {c' = 0} goto computing;
loc computing: while c <= 5 wait {}
  when c >= 4 & seen >= 6 sync order goto pause;
  when c >= 4 & seen <= -6 sync order goto pause;
  when c >= 4 & seen < 6 & seen > -6 goto idle;
loc pause: while True wait {}
  when True sync sample goto pause2;
loc pause2: while True wait {}
  when True sync sample goto pause3;
loc pause3: while True wait {}
  when True sync sample goto idle;
end

automaton pulser
synclabs: order;
initially ready;
loc ready: while True wait {}
  when True sync order do {p' = 0} goto pulse;
loc pulse: while p <= 22 wait {}
  when p >= 20 do {p' = 0} goto recover;
  when True sync order goto pulse_stored;
loc pulse_stored: while p <= 22 wait {}
  when p >= 20 do {p' = 0} goto recover_stored;
  when True sync order goto lost;
loc recover: while p <= 8 wait {}
  when p = 8 goto ready;
  when True sync order goto recover_stored;
loc recover_stored: while p <= 8 wait {}
  when p = 8 do {p' = 0} goto pulse;
  when True sync order goto lost;
loc lost: while True wait {}
end

var init, bad, r: region;
init := loc[structure] = moving & loc[sensor] = waiting & loc[controller] = idle & loc[pulser] = ready &
  s = 0 & c = 0 & p = 0 & m = 0 & seen = 0;
bad := loc[pulser] = lost;
r := reach forward from init endreach;
if empty(r & bad) then prints "no order is lost"; endif;
