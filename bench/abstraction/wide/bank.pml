/* transfers keep the sum */
int a = 1000000, b = 1000000;
active proctype T() { int m; do :: m < 50000 -> m++ :: m > 0 -> m-- :: atomic { a >= m -> a = a - m; b = b + m } :: atomic { b >= m -> b = b - m; a = a + m } od }
active proctype C() { do :: atomic { true -> assert(a + b == 2000000) } od }
