// expect: holds
// states: 349
// A label before it marks the assignment if both ends are numbers, else the loop.
byte i, up = 2, turns;
active proctype fixed() {
  again: select (i : 0 .. 34);
  if :: turns < 1 -> turns++; goto again :: else fi
}
