proctype P(int a, int b) { skip }
init { run P(1, 2) }
