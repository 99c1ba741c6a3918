-- rule: Q6
-- expect: reached
-- steps: 5
-- Backwards: the initial states from which the final ones are reached.
var x: clock; n: discrete;
automaton a
synclabs: ;
initially l & x = 0 & n = 0;
loc l: while x <= 2 wait {}
  when x >= 1 do {x' = 0, n' = n + 1} goto l;
end
var init, final, r, both: region;
init := loc[a] = l & x = 0 & n = 0;
final := n = 2 & x = 1;
r := reach backward from final endreach;
both := r & init;
if empty(both) then prints "never"; endif;
