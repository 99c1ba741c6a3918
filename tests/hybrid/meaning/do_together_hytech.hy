-- rule: J5
-- expect: reached
-- steps: 1
-- HyTech: in a jump together a variable is kept unless one of the edges mentions it.
var x, y, z: discrete;
automaton a
synclabs: go;
initially l;
loc l: while True wait {}
  when True sync go do {x' = y} goto l;
end
automaton b
synclabs: go;
initially l;
loc l: while True wait {}
  when True sync go do {y' >= 8} goto l;
end
var r, init: region;
init := loc[a] = l & loc[b] = l & x = 0 & y = 3 & z = 4;
r := reach forward from init endreach;
if empty(r & x = 3 & y = 9 & z = 4) then prints "never"; endif;
