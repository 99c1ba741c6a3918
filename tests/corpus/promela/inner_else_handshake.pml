// expect: holds
// states: 17
// The inner `else` waits while the handshake beside it could happen.
byte x;
chan q = [0] of { byte };
active proctype A() {
  do
  :: if
     :: q!1 -> break
     :: else -> x = 1
     fi
  :: x == 1 -> x = 2
  od
}
active proctype B() { x == 2; q?1 }
