// expect: holds
// states: 993
// Lamport's bakery for two processes that come twice each.
byte number[2], inside;
bool choosing[2];
active [2] proctype P() {
  pid other = 1 - _pid;
  byte visits;
  do
  :: visits < 2 ->
     visits++;
     choosing[_pid] = true;
     number[_pid] = number[other] + 1;
     choosing[_pid] = false;
     !choosing[other];
     number[other] == 0 || number[_pid] < number[other] || (number[_pid] == number[other] && _pid < other);
     inside++; assert(inside == 1); inside--;
     number[_pid] = 0
  :: else -> break
  od
}
