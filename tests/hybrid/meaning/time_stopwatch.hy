-- rule: T3
-- expect: never
-- A stopwatch runs or stands, as the location says.
var x: clock; s: stopwatch;
automaton a
synclabs: ;
initially on;
loc on: while True wait {ds = 1}
  when True goto off;
loc off: while True wait {ds = 0}
  when True goto on;
end
var r, init: region;
init := loc[a] = on & x = 0 & s = 0;
r := reach forward from init endreach;
if empty(r & s > x) then prints "never"; endif;
