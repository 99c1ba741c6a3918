// expect: violated
// Spin goes on after the error, with memory that is not the array.
byte a[2], i;
active proctype P() { do :: i < 3 -> a[i] = 1; i++ :: else -> break od }
