// expect: holds
// states: 55
// Handshakes keep the order.
chan hand = [0] of { byte };
active proctype producer() { byte i; for (i : 1 .. 4) { hand!i } }
active proctype consumer() { byte x, last; do :: hand?x -> assert(x == last + 1); last = x; if :: x == 4 -> break :: else fi od }
