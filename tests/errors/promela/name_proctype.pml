active proctype P() { skip }
int x;
init { x = P }
