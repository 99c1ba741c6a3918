-- rule: Q7
-- expect: reached
-- If some values of the parameters reach the region, these are the answer.
var x, y: clock; p, q: parameter;
automaton a
synclabs: ;
initially l;
loc l: while x <= p wait {}
  when x >= q goto m;
loc m: while True wait {}
end
var init, bad, r: region;
init := loc[a] = l & x = 0 & y = 0 & p >= 0 & q >= 0;
bad := loc[a] = m & y >= 10;
r := reach forward from init endreach;
print(hide non_parameters in r & bad & loc[a] = m & y = x endhide);
