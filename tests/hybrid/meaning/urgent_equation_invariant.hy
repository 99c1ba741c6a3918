-- rule: U2
-- expect: reached
-- steps: 2
-- One side of the equation is what the invariant says anyway: time passes up to the other.
var x: clock;
automaton a
synclabs: ;
initially l;
loc l: while x <= 5 wait {}
  when x = 5 & asap goto m;
loc m: while True wait {}
end
var r: region;
r := reach forward from loc[a] = l & x = 0 endreach;
if empty(r & loc[a] = m & x = 5) then prints "never"; endif;
