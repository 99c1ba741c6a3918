var x: clock;
automaton a0
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
automaton a1
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
automaton a2
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
automaton a3
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
automaton a4
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
automaton a5
synclabs: s;
initially l0;
loc l0: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l1: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
loc l2: while True wait {}
  when x >= 0 sync s goto l0;
  when x >= 1 sync s goto l1;
  when x >= 2 sync s goto l2;
  when x >= 3 sync s goto l0;
  when x >= 4 sync s goto l1;
  when x >= 5 sync s goto l2;
  when x >= 6 sync s goto l0;
  when x >= 7 sync s goto l1;
end
var r: region;
r := reach forward from True endreach;
if empty(r & x > 3) then prints "ok"; endif;
