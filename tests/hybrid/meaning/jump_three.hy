-- rule: J3
-- expect: reached
-- steps: 3
-- Three automata, two ways each: the ones that stand right jump together.
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
if empty(r & loc[a] = q & loc[b] = q & x = 1) then prints "never"; endif;
