// expect: holds
// states: 12
// A call is replaced by a block with the text of the arguments.
byte x, y = 1;
inline swap(a, b) { byte t; t = a; a = b; b = t }
active proctype P() { swap(x, y); assert(x == 1 && y == 0); swap(y, x); assert(x == 0) }
