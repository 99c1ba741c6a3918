int x = 0, y = 0; bit up = 1;
active proctype P() { do :: d_step { up && x < 1300000000 -> x = x + 1; y = y + 1 } :: d_step { up -> up = 0 } :: d_step { !up && x > 0 -> x = x - 1; y = y - 1 } :: d_step { x == 0 -> up = 1 } od }
active proctype M() { do :: d_step { x == 0 -> assert(y == 0) } od }
