// expect: violated
// states: 35
// Everybody takes the left fork first: a deadlock.
#define N 3
chan fork[N] = [1] of { bit };
active [N] proctype philosopher() {
  byte left = _pid, right = (_pid + 1) % N;
  end: do
  :: fork[left]!1; fork[right]!1;
     fork[right]?1; fork[left]?1
  od
}
