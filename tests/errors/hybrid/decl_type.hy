var x: integer;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
end
