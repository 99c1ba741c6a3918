var x: clock; y: analog; n: discrete; p: parameter;
automaton a
synclabs: go;
initially l & x = 0;
loc l: while x <= 5 wait {dy = 1}
  when x - n > 3 & n >= 1 & asap do {x' = 0} goto l;
end
var r, bad: region;
r := reach forward from loc[a] = l & x = 0 endreach;
bad := x > 9;
if empty(r & bad) then prints "ok"; endif;
