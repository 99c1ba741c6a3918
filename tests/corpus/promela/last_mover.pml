// expect: violated
// states: 14
// _last is a part of the state of a model that mentions it.
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { if :: x == 2 -> assert(_last == 0) :: x == 0 fi }
