// expect: holds
// states: 5
byte x;
inline larger(a, b) { if :: a > b -> return a :: else -> return b fi }
active proctype P() { x = larger(3, 5); assert(x == 5) }
