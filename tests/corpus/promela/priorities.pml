// expect: holds
// states: 93
// Priorities that change: only the highest of those that can move do.
byte x;
active [2] proctype A() priority 3 {
  x == 1; set_priority(_pid, 1); x = 2
}
active proctype B() priority 2 {
  x = 1; x = 7; _priority = 7; d_step { x = 1; x = 3 }
}
active proctype C() priority 2 {
  do
  :: x < 7 -> x++
  :: else -> break
  od
}
