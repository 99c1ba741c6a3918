// expect: violated
// options: --overflow
// The sum is too large for some values.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = 2147483500;
  x = x + __VERIFIER_nondet_uchar();
  return x;
}
