// expect: holds
// states: 8
// In the initial values of a process its own channels are empty.
chan q = [2] of { byte };
init { q!1; run P(q); run P(q) }
proctype P(chan p) {
  chan l = [1] of { int };
  chan k = l;
  chan m = p;
  byte z = len(k) + 7;
  byte w = len(m)
}
