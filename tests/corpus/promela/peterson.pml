// expect: holds
// states: 38
// Peterson's algorithm for two processes.
bool wants[2];
bit turn;
byte inside;
active [2] proctype P() {
  pid other = 1 - _pid;
  do
  :: wants[_pid] = true;
     turn = other;
     !wants[other] || turn == _pid;
     inside++; assert(inside == 1); inside--;
     wants[_pid] = false
  od
}
