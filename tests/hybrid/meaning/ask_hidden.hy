-- rule: Q9
-- expect: reached
-- steps: 1
-- What is hidden does not count for whether there is a state.
var x, y: clock;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
end
var r: region;
r := reach forward from loc[a] = l & x = 0 & y = 0 endreach;
if empty(hide y in r & x >= 2 & y >= 2 endhide) then prints "never"; endif;
