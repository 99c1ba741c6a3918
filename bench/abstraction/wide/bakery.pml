/* bakery for two, numbers grow without end (bounded by a guard) */
int a = 0, b = 0; byte crit = 0;
active proctype P() { do :: b < 1000000000 -> a = b + 1; (b == 0 || a <= b); crit++; assert(crit == 1); crit--; a = 0 od }
active proctype Q() { do :: a < 1000000000 -> b = a + 1; (a == 0 || b < a); crit++; assert(crit == 1); crit--; b = 0 od }
