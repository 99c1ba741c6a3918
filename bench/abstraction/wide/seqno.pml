/* a sender numbers messages without end, the receiver checks the order */
chan c = [2] of { int };
int sent = 0; int got = 0;
active proctype S() { do :: atomic { sent < 2000000000 -> c!sent; sent++ } od }
active proctype R() { int x; do :: atomic { c?x; assert(x == got); got++ } od }
