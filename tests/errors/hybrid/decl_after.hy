var x: clock;
automaton a
synclabs: ;
initially l;
var y: clock;
loc l: while True wait {}
end
