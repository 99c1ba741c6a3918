// expect: violated
// Where the address leads is known only at run time: once in two ways to a constant.
int __VERIFIER_nondet_int(void);
const int fixed = 3;
int open;
int main(void) {
  int *to = __VERIFIER_nondet_int() ? (int *)&fixed : &open;
  *to = 4;
  return 0;
}
