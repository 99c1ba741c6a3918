// expect: holds
// states: 27
// An else gives way to all options before it, also those of the construct around.
byte x, y;
active proctype P() {
  if
  :: x == 1 -> y = 1
  :: if :: x == 2 -> y = 2 :: else -> y = 3 fi
  fi;
  assert(y == 1 || y == 3)
}
active proctype Q() { x = 1; x = 0 }
