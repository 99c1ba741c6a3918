// expect: holds
// What was asked of an unknown value that is kept still holds of it behind a loop.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int g;
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  if (x > 3) {
    while (g < 3) g++;
    if (x < 3) reach_error();
  }
  return 0;
}
