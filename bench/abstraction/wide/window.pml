/* window: what is sent is at most W ahead of what is acknowledged */
#define W 1000
int next = 0, ack = 0;
active proctype S() { do :: atomic { next - ack < W && next < 1000000000 -> next++ } od }
active proctype R() { do :: atomic { ack < next -> ack++ } od }
active proctype C() { do :: atomic { true -> assert(next - ack <= W && next >= ack) } od }
