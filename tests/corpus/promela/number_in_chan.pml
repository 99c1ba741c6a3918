// expect: holds
// states: 16
// A `chan` variable holds a number that is no channel, and gives it back.
byte b;
chan g = [1] of { byte };
chan h = [2] of { chan };
chan k;
init {
  b = g; k = b; k!3; h!k; g?b; h?k;
  k == 1; k == g;
  h!7; h?k; assert(k == 7);
  k = h; k!g; h?b
}
