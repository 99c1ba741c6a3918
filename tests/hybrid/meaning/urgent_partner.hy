-- rule: U4
-- expect: reached
-- steps: 1
-- An urgent label waits for all that know it: while one is not ready, time passes.
var x: clock;
automaton a
synclabs: go;
initially l;
loc l: while True wait {}
  when asap sync go goto m;
loc m: while True wait {}
end
automaton b
synclabs: go;
initially l;
loc l: while True wait {}
  when x >= 4 goto ready;
loc ready: while True wait {}
  when True sync go goto ready;
end
var r, init: region;
init := loc[a] = l & loc[b] = l & x = 0;
r := reach forward from init endreach;
if empty(r & loc[b] = l & x = 4) then prints "never"; endif;
