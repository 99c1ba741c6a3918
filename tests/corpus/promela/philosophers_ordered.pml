// expect: holds
// states: 24
// The last philosopher takes the right fork first: no deadlock.
#define N 3
chan fork[N] = [1] of { bit };
active [N] proctype philosopher() {
  byte first = (_pid < N - 1 -> _pid : 0), second = (_pid < N - 1 -> _pid + 1 : N - 1);
  end: do
  :: fork[first]!1; fork[second]!1;
     fork[second]?1; fork[first]?1
  od
}
