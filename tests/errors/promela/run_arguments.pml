typedef T { int a }
T t;
proctype P(int a; chan q) { skip }
proctype Q(T x) { skip }
init { run P(1); run P(1, 2, 3); run P(t, 1); run Q(1); run Q(t) }
