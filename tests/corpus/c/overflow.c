// expect: violated
// options: --overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483600) return 0;
  x = x + 100;
  return x;
}
