byte x;
ltl safe { [] (x < 3) }
ltl live { <> (x == 2) }
ltl resp { [] ((x == 1) -> <> (x == 2)) }
ltl weak { (x == 0) W (x == 2) }
active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 0 od }
