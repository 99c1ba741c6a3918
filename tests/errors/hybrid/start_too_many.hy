var x: clock;
automaton a0
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a1
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a2
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a3
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a4
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a5
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
automaton a6
synclabs: ;
initially l0;
loc l0: while True wait {}
loc l1: while True wait {}
loc l2: while True wait {}
loc l3: while True wait {}
end
var r: region;
r := reach forward from x = 0 endreach;
if empty(r & x > 3) then prints "ok"; endif;
