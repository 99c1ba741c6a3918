// expect: holds
// states: 3
// Behind od, inside of atomic, the escape is still possible.
byte x;
active proctype P() { atomic { { x = 1; do :: x = 2; break od } unless { x == 2 -> x = 7 } } }
