// expect: violated
// Unknown values that are only asked about are settled; one that is kept is not: x may be 9 behind the loop.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int g;
int main(void) {
  while (__VERIFIER_nondet_int() > 3) g = 1 - g;
  int x = __VERIFIER_nondet_uchar();
  if (x > 3 && g) {
    while (g < 3) g++;
    if (x != 9) return 0;
    int y = __VERIFIER_nondet_uchar();
    if (y < 90 && y > 87 && y != 88) reach_error();  // 89 only
  }
  return 0;
}
