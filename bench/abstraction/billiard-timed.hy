-- expect: safe
-- The table of billiard.hy by clocks: how long it is since the ball touched the left or right cushion (8 seconds
-- from one to the other), and the upper or lower one (10 seconds). The ball that lies still is at a place whose
-- distances never meet those of the rolling one, as x and y keep their difference modulo 2.

var cx, cy: clock;

automaton across
synclabs: left, right;
initially east;
loc east: while cx <= 8 wait {}
  when cx = 8 sync right do {cx' = 0} goto west;
loc west: while cx <= 8 wait {}
  when cx = 8 sync left do {cx' = 0} goto east;
end

automaton along
synclabs: top, bottom;
initially north;
loc north: while cy <= 10 wait {}
  when cy = 10 sync top do {cy' = 0} goto south;
loc south: while cy <= 10 wait {}
  when cy = 10 sync bottom do {cy' = 0} goto north;
end

var init, hit, r: region;
init := loc[across] = east & loc[along] = north & cx = 1 & cy = 2;
hit := loc[across] = east & loc[along] = north & cx = 2 & cy = 4;
r := reach forward from init endreach;
if empty(r & hit) then prints "never hit"; endif;
