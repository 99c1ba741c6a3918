// expect: holds
// states: 29
byte i, up = 2, turns;
init {
  again: select (i : 0 .. up);
  if :: turns < 1 -> turns++; i = 0; goto again :: else fi
}
