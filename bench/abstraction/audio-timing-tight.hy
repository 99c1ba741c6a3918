-- expect: safe
-- The audio control protocol with exact clocks and a tolerance instead: every distance between edges is sent with a
-- relative error up to a parameter. For which tolerances is a bit misunderstood? Up to a tenth: none.

var
  x, y: clock;
  d: discrete;
  tol: parameter;

automaton sender
synclabs: up;
initially idle;
loc idle: while True wait {}
  when True sync up do {x' = 0, d' = 4} goto same;
  when True sync up do {x' = 0, d' = 6} goto other;
  when True sync up do {x' = 0, d' = 8} goto others;
loc same: while x <= 4 + 4tol wait {}
  when x >= 4 - 4tol sync up do {x' = 0, d' = 4} goto same;
  when x >= 4 - 4tol sync up do {x' = 0, d' = 6} goto other;
  when x >= 4 - 4tol sync up do {x' = 0, d' = 8} goto others;
loc other: while x <= 6 + 6tol wait {}
  when x >= 6 - 6tol sync up do {x' = 0, d' = 4} goto same;
  when x >= 6 - 6tol sync up do {x' = 0, d' = 6} goto other;
loc others: while x <= 8 + 8tol wait {}
  when x >= 8 - 8tol sync up do {x' = 0, d' = 4} goto same;
  when x >= 8 - 8tol sync up do {x' = 0, d' = 6} goto other;
  when x >= 8 - 8tol sync up do {x' = 0, d' = 8} goto others;
end

automaton receiver
synclabs: up;
initially silent;
loc silent: while True wait {}
  when True sync up do {y' = 0} goto listening;
loc listening: while y <= 9 + 9tol wait {}
  when y < 5 & d = 4 sync up do {y' = 0} goto listening;
  when y < 5 & d > 4 sync up goto error;
  when y >= 5 & y < 7 & d = 6 sync up do {y' = 0} goto listening;
  when y >= 5 & y < 7 & d < 6 sync up goto error;
  when y >= 5 & y < 7 & d > 6 sync up goto error;
  when y >= 7 & d = 8 sync up do {y' = 0} goto listening;
  when y >= 7 & d < 8 sync up goto error;
loc error: while True wait {}
end

var init, bad, r: region;
init := loc[sender] = idle & loc[receiver] = silent & x = 0 & y = 0 & d = 0 & tol >= 0 & tol <= 1/10;
bad := loc[receiver] = error;
r := reach forward from init endreach;
print hide non_parameters in r & bad endhide;
