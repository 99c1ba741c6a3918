-- rule: U2
-- expect: never
-- The first moment may be the present one: the boundary cannot be left either.
var x: analog;
automaton a
synclabs: ;
initially l & x = 5;
loc l: while True wait {dx = 1}
  when x = 5 & asap goto m;
loc m: while True wait {dx = 0}
end
var r: region;
r := reach forward from loc[a] = l & x = 5 endreach;
if empty(r & x > 5) then prints "no"; endif;
