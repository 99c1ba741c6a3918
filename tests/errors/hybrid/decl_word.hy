var x, loc: clock;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
end
