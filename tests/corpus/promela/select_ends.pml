// expect: holds
// states: 45
// An end in parentheses, a character: the loop; a macro: not.
#define THREE 3
byte i;
active proctype P() {
  select (i : 1 .. (3)); i = 0;
  select (i : 1 .. THREE); i = 0;
  select (i : 1 .. '\n'); i = 0
}
