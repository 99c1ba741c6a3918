// expect: violated
// A store through NULL on one branch is found, not taken for a branch that cannot be.
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  if (__VERIFIER_nondet_bool()) *(int *)0 = 1;
  return 0;
}
