-- rule: U6
-- expect: never
-- The same where only the second edge says `asap`.
var x: clock;
automaton a
synclabs: go;
initially l;
loc l: while True wait {}
  when x >= 4 sync go goto m;
loc m: while True wait {}
end
automaton b
synclabs: go;
initially l;
loc l: while True wait {}
  when asap sync go goto m;
loc m: while True wait {}
end
var r: region;
r := reach forward from loc[a] = l & loc[b] = l & x = 0 endreach;
if empty(r & loc[a] = l & x > 4) then prints "never"; endif;
