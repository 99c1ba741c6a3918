-- expect: safe
-- The reactor of reactor-rect.hy by clocks alone: instead of the temperature a clock of how long the present
-- phase lasts. From 510 to 550 degrees it takes 10 to 40 seconds; down with the first rod 10 to 20, with the
-- second one 5 to 10.

var x, y1, y2: clock;

automaton core
synclabs: in1, out1, in2, out2;
initially hot;
loc hot: while x <= 40 wait {}
  when x >= 10 sync in1 do {x' = 0} goto cool1;
  when x >= 10 sync in2 do {x' = 0} goto cool2;
  when x >= 10 & y1 < 16 & y2 < 16 goto shutdown;
loc cool1: while x <= 20 wait {}
  when x >= 10 sync out1 do {x' = 0} goto hot;
loc cool2: while x <= 10 wait {}
  when x >= 5 sync out2 do {x' = 0} goto hot;
loc shutdown: while True wait {}
end

automaton rod1
synclabs: in1, out1;
initially ready;
loc ready: while True wait {}
  when y1 >= 16 sync in1 goto used;
loc used: while True wait {}
  when True sync out1 do {y1' = 0} goto ready;
end

automaton rod2
synclabs: in2, out2;
initially ready;
loc ready: while True wait {}
  when y2 >= 16 sync in2 goto used;
loc used: while True wait {}
  when True sync out2 do {y2' = 0} goto ready;
end

var init, bad, r: region;
init := loc[core] = hot & loc[rod1] = ready & loc[rod2] = ready & x = 0 & y1 = 16 & y2 = 16;
bad := loc[core] = shutdown;
r := reach forward from init endreach;
if empty(r & bad) then prints "no shutdown"; endif;
