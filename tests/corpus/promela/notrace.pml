// expect: violated
// states: 22
// All events happen as the notrace says.
mtype = { one, two };
chan q[2] = [2] of { mtype, byte };
chan p = [1] of { byte };
byte x;
notrace {
  do
  :: q[0]!one,_
  :: q[0]!two,3 -> break
  od
}
active proctype A() { q[0]!one,1; q[1]!one,2; p!3; q[0]!two,3; x = 1 }
active proctype B() { q[0]?one,x; q[0]?two,x; p?x }
