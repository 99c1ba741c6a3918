int x;
byte x;
mtype = { x };
proctype x() { skip }
typedef x { int a }
init { int x; skip }
