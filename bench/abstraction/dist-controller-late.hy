-- expect: unsafe
-- Distributed controller. Two sensors compute their readings on one processor, the second one first; a reading takes
-- the first sensor 1/2 to 11/10 milliseconds of the processor and the second one 3/2 to 2. A reading is sent to a
-- controller and given up after four. The controller takes a reading in a tenth to a twentieth; when it has both, not
-- older than ten, it computes an order for 36/10 to 56/10 and begins again. The time of the processor that a sensor has
-- had is a stopwatch. Is the controller's answer ever later than 12 after its first reading?
-- (After the description in the papers on HyTech; made smaller in the sensors' dialogue.)

var
  y1, y2: clock;           -- of the sensors
  x1, x2: stopwatch;       -- time on the processor
  z: clock;                -- of the controller
  w: clock;                -- since the first reading

automaton sensor1
synclabs: request1, ready1, send1, ack1;
initially sleep;
loc sleep: while y1 <= 6 wait {}
  when y1 = 6 sync request1 do {y1' = 0} goto compute;
loc compute: while True wait {}
  when True sync ready1 do {y1' = 0} goto send;
loc send: while y1 <= 4 wait {}
  when True sync send1 goto sent;
  when y1 = 4 sync request1 do {y1' = 0} goto compute;
loc sent: while True wait {}
  when True sync ack1 do {y1' = 0} goto sleep;
end

automaton sensor2
synclabs: request2, ready2, send2, ack2;
initially sleep;
loc sleep: while y2 <= 6 wait {}
  when y2 = 6 sync request2 do {y2' = 0} goto compute;
loc compute: while True wait {}
  when True sync ready2 do {y2' = 0} goto send;
loc send: while y2 <= 4 wait {}
  when True sync send2 goto sent;
  when y2 = 4 sync request2 do {y2' = 0} goto compute;
loc sent: while True wait {}
  when True sync ack2 do {y2' = 0} goto sleep;
end

automaton processor
synclabs: request1, ready1, request2, ready2;
initially idle;
loc idle: while True wait {dx1 = 0, dx2 = 0}
  when True sync request1 do {x1' = 0} goto first;
  when True sync request2 do {x2' = 0} goto second;
loc first: while x1 <= 11/10 wait {dx1 = 1, dx2 = 0}
  when x1 >= 1/2 sync ready1 goto idle;
  when True sync request2 do {x2' = 0} goto both;
loc second: while x2 <= 2 wait {dx1 = 0, dx2 = 1}
  when x2 >= 3/2 sync ready2 goto idle;
  when True sync request1 do {x1' = 0} goto both;
loc both: while x2 <= 2 wait {dx1 = 0, dx2 = 1}
  when x2 >= 3/2 sync ready2 goto first;
end

automaton controller
synclabs: send1, ack1, send2, ack2;
initially none;
loc none: while True wait {}
  when True sync send1 do {z' = 0, w' = 0} goto take1;
  when True sync send2 do {z' = 0, w' = 0} goto take2;
loc take1: while z <= 1/10 wait {}
  when z >= 1/20 sync ack1 do {z' = 0} goto has1;
loc take2: while z <= 1/10 wait {}
  when z >= 1/20 sync ack2 do {z' = 0} goto has2;
loc has1: while z <= 10 wait {}
  when True sync send2 do {z' = 0} goto last2;
  when z = 10 goto none;
loc has2: while z <= 10 wait {}
  when True sync send1 do {z' = 0} goto last1;
  when z = 10 goto none;
loc last1: while z <= 1/10 wait {}
  when z >= 1/20 sync ack1 do {z' = 0} goto order;
loc last2: while z <= 1/10 wait {}
  when z >= 1/20 sync ack2 do {z' = 0} goto order;
loc order: while z <= 56/10 wait {}
  when z >= 36/10 goto none;
end

var init, bad, r: region;
init := loc[sensor1] = sleep & loc[sensor2] = sleep & loc[processor] = idle & loc[controller] = none &
  y1 = 6 & y2 = 6 & x1 = 0 & x2 = 0 & z = 0 & w = 0;
bad := loc[controller] = order & w > 12;
r := reach forward from init endreach;
if empty(r & bad) then prints "in time"; endif;
