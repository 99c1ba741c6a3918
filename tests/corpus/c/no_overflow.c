// expect: holds
// options: --overflow
// Sums that fit; and unsigned ones, which may wrap.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  unsigned u = 4294967295u;
  u = u + 1;
  return x * 1000 - 7 + (int)u;
}
