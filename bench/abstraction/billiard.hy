-- expect: unsafe
-- Billiards. A ball rolls over a table of 16 by 10 without friction, two units in x and one in y a second, and
-- is reflected at the cushions. A second ball lies still at (4, 7). Is it ever hit?
-- (The game with constant speeds of the papers on hybrid automata; table and shot are ours.)

var x, y: analog;

automaton ball
synclabs: ;
initially ne;
loc ne: while x <= 16 & y <= 10 wait {dx = 2, dy = 1}
  when x = 16 goto nw;
  when y = 10 goto se;
loc nw: while x >= 0 & y <= 10 wait {dx = -2, dy = 1}
  when x = 0 goto ne;
  when y = 10 goto sw;
loc se: while x <= 16 & y >= 0 wait {dx = 2, dy = -1}
  when x = 16 goto sw;
  when y = 0 goto ne;
loc sw: while x >= 0 & y >= 0 wait {dx = -2, dy = -1}
  when x = 0 goto se;
  when y = 0 goto nw;
end

var init, hit, r: region;
init := loc[ball] = ne & x = 2 & y = 2;
hit := x = 4 & y = 7;
r := reach forward from init endreach;
if empty(r & hit) then prints "never hit"; endif;
