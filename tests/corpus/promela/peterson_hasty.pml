// expect: violated
// states: 98
// The same with the first two assignments exchanged: wrong.
bool wants[2];
bit turn;
byte inside;
active [2] proctype P() {
  pid other = 1 - _pid;
  do
  :: turn = other;
     wants[_pid] = true;
     !wants[other] || turn == _pid;
     inside++; assert(inside == 1); inside--;
     wants[_pid] = false
  od
}
