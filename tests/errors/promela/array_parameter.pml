proctype P(int a[3]) { skip }
init { run P(1) }
