-- rule: J3
-- expect: never
-- They stay in step.
var x: discrete;
automaton a
synclabs: s;
initially p;
loc p: while True wait {}
  when True sync s goto q;
loc q: while True wait {}
  when True sync s goto p;
end
automaton b
synclabs: s;
initially p;
loc p: while True wait {}
  when True sync s goto q;
loc q: while True wait {}
  when True sync s goto p;
end
automaton c
synclabs: s;
initially p;
loc p: while True wait {}
  when True sync s goto q;
loc q: while True wait {}
  when True sync s do {x' = x + 1} goto p;
end
var r, init: region;
init := loc[a] = p & loc[b] = p & loc[c] = p & x = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = p & loc[b] = q) then prints "never"; endif;
