-- rule: J8
-- expect: never
-- Two edges that want different values for one variable cannot be taken together.
var x: discrete;
automaton a
synclabs: go;
initially l;
loc l: while True wait {}
  when True sync go do {x' = 1} goto m;
loc m: while True wait {}
end
automaton b
synclabs: go;
initially l;
loc l: while True wait {}
  when True sync go do {x' = 2} goto m;
loc m: while True wait {}
end
var r, init: region;
init := loc[a] = l & loc[b] = l & x = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = m) then prints "never"; endif;
