-- rule: U4
-- expect: reached
-- steps: 1
-- An urgent jump with a free new value can be taken if some value satisfies all: here none does before x is 4.
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
if empty(r & loc[a] = l & x = 4) then prints "never"; endif;
