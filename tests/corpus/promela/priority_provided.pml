// expect: holds
// states: 37
// A process whose `provided` is false does not hold others back.
byte x;
proctype A(byte n) provided (x < 3) { x++; x++; x++ }
init {
  run A(1) priority 2; run A(2) priority 4; run A(2);
  x = 0; x = 0; x = 0
}
