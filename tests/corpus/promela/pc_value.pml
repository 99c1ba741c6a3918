// expect: violated
// states: 2805
// The numbers of control states are those of Spin's verifier.
byte x;
short seen;
active proctype P() {
  x=1;
  if :: x==1 -> x=2 :: else -> x=3; goto L fi;
  do :: x<3 -> x++; if :: x>2 -> break :: else fi :: x>=3 -> break od;
  { x=1; x=2 };
  atomic { x=3; if :: x==3 -> x=4; :: x==5 fi; do :: x>5 -> break :: x++ od; x=1 };
  d_step { x=3; x=4 };
  { x=1; x=2 } unless { x==5 -> x=7 };
L: x=3;
end1: goto M;
  x=4;
M: if :: skip; progress2: goto M2 :: x=9 fi;
M2: x=0;
  byte i;
  for (i : 1 .. 2) { x=i }
  select (i : 1 .. 3);
  skip
}

active proctype Watch() {
  do :: seen = pc_value(0) od
}
active proctype Judge() { assert(pc_value(0) != 49); assert(pc_value(0) != 48); assert(pc_value(0) != 35) }
