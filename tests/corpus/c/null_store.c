// expect: violated
// A store through NULL on one branch is found, not taken for a branch that cannot be.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int()) *(int *)0 = 1;
  return 0;
}
