// expect: holds
// options: --overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000 || x < -1000) return 0;
  unsigned u = 4294967295u;
  u = u + 1;
  return x * 1000 - 7 + (int)u;
}
