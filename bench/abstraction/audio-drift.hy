-- expect: unsafe
-- Audio control. A sender writes bits in Manchester code, a receiver sees only the upgoing edges and measures the
-- time between them, in quarters of a bit slot: 4 quarters mean the same bit again, 6 the other one, 8 two other
-- ones; it takes what is between 3 and 5 for 4, between 5 and 7 for 6, between 7 and 9 for 8. Both clocks drift by a sixteenth, which
-- is too much. The longest distance decides: 8 of a slow sender must not look like 9 to a fast receiver, so drifts
-- below a seventeenth are tolerated. An error is a distance that is taken for another one.
-- (After the papers on Philips' protocol; only the timing of the decoding is modelled.)

var
  x: analog;            -- clock of the sender
  y: analog;            -- clock of the receiver
  d: discrete;          -- the distance that is being sent

automaton sender
synclabs: up;
initially idle;
loc idle: while True wait {dx in [15/16, 17/16]}
  when True sync up do {x' = 0, d' = 4} goto same;
  when True sync up do {x' = 0, d' = 6} goto other;
  when True sync up do {x' = 0, d' = 8} goto others;
loc same: while x <= 4 wait {dx in [15/16, 17/16]}
  when x = 4 sync up do {x' = 0, d' = 4} goto same;
  when x = 4 sync up do {x' = 0, d' = 6} goto other;
  when x = 4 sync up do {x' = 0, d' = 8} goto others;
loc other: while x <= 6 wait {dx in [15/16, 17/16]}
  when x = 6 sync up do {x' = 0, d' = 4} goto same;
  when x = 6 sync up do {x' = 0, d' = 6} goto other;
loc others: while x <= 8 wait {dx in [15/16, 17/16]}
  when x = 8 sync up do {x' = 0, d' = 4} goto same;
  when x = 8 sync up do {x' = 0, d' = 6} goto other;
  when x = 8 sync up do {x' = 0, d' = 8} goto others;
end

automaton receiver
synclabs: up;
initially silent;
loc silent: while True wait {dy in [15/16, 17/16]}
  when True sync up do {y' = 0} goto listening;
loc listening: while y <= 9 wait {dy in [15/16, 17/16]}
  when y < 5 & d = 4 sync up do {y' = 0} goto listening;
  when y < 5 & d > 4 sync up goto error;
  when y >= 5 & y < 7 & d = 6 sync up do {y' = 0} goto listening;
  when y >= 5 & y < 7 & d < 6 sync up goto error;
  when y >= 5 & y < 7 & d > 6 sync up goto error;
  when y >= 7 & d = 8 sync up do {y' = 0} goto listening;
  when y >= 7 & d < 8 sync up goto error;
  when y = 9 goto error;
loc error: while True wait {dy = 0}
end

var init, bad, r: region;
init := loc[sender] = idle & loc[receiver] = silent & x = 0 & y = 0 & d = 0;
bad := loc[receiver] = error;
r := reach forward from init endreach;
if empty(r & bad) then prints "every bit is understood"; endif;
