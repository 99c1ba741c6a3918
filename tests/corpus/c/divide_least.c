// expect: violated
// The least number divided by -1 does not fit.
extern signed char __VERIFIER_nondet_schar(void);
int main(void) {
  int least = -2147483647 - 1, by = __VERIFIER_nondet_schar();
  return by ? least % by : 0;
}
