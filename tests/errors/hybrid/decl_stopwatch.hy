var s: stopwatch;
automaton a
synclabs: ;
initially on;
loc on: while True wait {ds = 1}
  when True goto off;
loc off: while True wait {}
end
var r: region;
r := reach forward from loc[a] = on & s = 0 endreach;
if empty(r & s > 1) then prints "ok"; endif;
