-- rule: U4
-- expect: reached
-- steps: 1
-- Behind the jump the invariant of an automaton that does not take part would not hold.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when asap do {n' = 1} goto m;
loc m: while True wait {}
end
automaton b
synclabs: ;
initially l;
loc l: while n = 0 wait {}
end
var r: region;
r := reach forward from loc[a] = l & loc[b] = l & x = 0 & n = 0 endreach;
if empty(r & loc[a] = l & x = 3) then prints "never"; endif;
