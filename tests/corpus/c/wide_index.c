// expect: violated
// So large an index that its product with the size of a row has no low bits.
int all[4][4];
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  long row = __VERIFIER_nondet_bool() ? 1L << 46 : 0;
  all[row][1] = 1;
}
