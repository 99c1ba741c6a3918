// expect: violated
// Several conditions on one unknown value leave one: 88. It must meet all of them, in any order.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int y = __VERIFIER_nondet_uchar();
  if (y > 87 && y < 90 && y != 89) {
    int z = __VERIFIER_nondet_uchar();
    if (z != 42 && z < 44 && z > 41) reach_error();
  }
  return 0;
}
