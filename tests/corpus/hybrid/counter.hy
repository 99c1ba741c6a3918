-- expect: holds
-- Without time: two counters that pass a token, by jumps alone.
var n, m: discrete;
automaton a
synclabs: give, back;
initially has;
loc has: while n <= 3 wait {}
  when n <= 2 sync give do {n' = n + 1} goto without;
loc without: while True wait {}
  when True sync back goto has;
end
automaton b
synclabs: give, back;
initially without;
loc without: while True wait {}
  when True sync give goto has;
loc has: while True wait {}
  when m < n sync back do {m' = m + 1/2} goto without;
end
var r: region;
r := reach forward from loc[a] = has & loc[b] = without & n = 0 & m = 0 endreach;
if empty(r & (m > n | n > 3)) then prints "ok"; endif;
