// expect: holds
// states: 4
// 32 bits with wrap-around; division rounds to zero; shifts keep the sign.
int big = 2147483647, neg = -7;
active proctype P() {
  big = big + 1;
  assert(big < 0 && neg / 2 == -3 && neg % 2 == -1 && neg >> 1 == -4 && (1 << 3) == 8)
}
