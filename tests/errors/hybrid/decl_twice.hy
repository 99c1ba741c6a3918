var x, y: clock;
  x: analog;
automaton a
synclabs: ;
initially l;
loc l: while True wait {}
end
