// expect: holds
// states: 11
// All in one line, or it is the loop.
byte i;
active proctype P() {
  select (i :
    1 .. 3);
  i = 9
}
