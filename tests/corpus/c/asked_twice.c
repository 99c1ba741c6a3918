// expect: holds
// One unknown value that is asked about twice answers twice the same, and no value is less than 5 and more.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int g;
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  if (x) g = 1;
  if (x) g++;
  if (g == 1) reach_error();
  int y = __VERIFIER_nondet_uchar();
  if (y < 5 && y > 3 && y != 4) reach_error();
  return 0;
}
