// expect: violated
// states: 56
// Local channels travel through bytes; the second answer is the wrong one.
chan g = [1] of { byte };
proctype P() {
  chan m = [1] of { byte };
  chan n = [1] of { byte };
  g!n;
  n?1;
  m!3
}
init {
  byte x;
  chan c;
  run P();
  run P();
  g?x; c = x; c!1;
  g?x; assert(x == 3 || x == 5); c = x; c!x
}
