// expect: violated
// Where the address leads is known only at run time: once in two ways to a constant.
_Bool __VERIFIER_nondet_bool(void);
const int fixed = 3;
int open;
int main(void) {
  int *to = __VERIFIER_nondet_bool() ? (int *)&fixed : &open;
  *to = 4;
  return 0;
}
