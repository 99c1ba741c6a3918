proctype P(int a) { int a; int b; { int b; skip } }
init { run P(1) }
