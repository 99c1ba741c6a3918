-- rule: U4
-- expect: reached
-- waits: several
-- A jump that cannot be taken, because the invariant behind it would not hold, does not stop time.
var x, y: clock; n: discrete;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
  when x >= 5 & asap do {} goto m;
loc m: while y <= 3 wait {}
end
var r, init: region;
init := loc[a] = l & x = 0 & y = 0 & n = 0;
r := reach forward from init endreach;
if empty(r & loc[a] = l & x = 7) then prints "never"; endif;
