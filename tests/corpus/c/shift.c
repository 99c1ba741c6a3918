// expect: violated
// A shift by the width has no meaning.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 32) return 0;
  return 1u << n != 0;
}
