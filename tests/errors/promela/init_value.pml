proctype P(int a = 3) { skip }
typedef T { int a }
T x = 3;
int y = run P(1);
init { run P(1) }
