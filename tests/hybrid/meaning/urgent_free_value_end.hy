-- rule: U4
-- expect: never
-- From then on it does.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when asap do {n' >= 1, n' <= x - 3} goto m;
loc m: while n <= 5 wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x > 4) then prints "never"; endif;
