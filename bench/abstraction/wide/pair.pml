int x = 0, y = 0;
active proctype A() { do :: d_step { x < 2000000000 -> x++; y++ } od }
active proctype B() { do :: d_step { (x > 0 && y > 0) -> x--; y-- } od }
active proctype M() { atomic { x != y -> assert(false) } }
