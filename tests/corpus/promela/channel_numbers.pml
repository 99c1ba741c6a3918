// expect: holds
// states: 88
// A channel of a process has a number, which follows from who is alive.
byte x;
active [2] proctype A() {
  chan c = [1] of { byte };
  byte b;
  b = c;
  assert(b == _pid + 1);
  x = _pid;
  if
  :: _pid == 0 -> run A()
  :: else
  fi
}
