int in = 0, out = 0; byte count = 0;
active proctype P() { do :: atomic { count < 8 && in < 2000000000 -> in++; count++ } od }
active proctype C() { do :: atomic { count > 0 -> out++; count-- } od }
active proctype M() { do :: atomic { true -> assert(in - out == count) } od }
