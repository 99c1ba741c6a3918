// expect: holds
// states: 689
// A buffer of two slots, two producers, one consumer.
chan buffer = [2] of { pid, bit };
active [2] proctype producer() { bit b; do :: buffer!_pid, b; b = 1 - b od }
active proctype consumer() {
  bit next[2], b;
  pid who;
  do :: buffer?who, b; assert(b == next[who]); next[who] = 1 - next[who] od
}
