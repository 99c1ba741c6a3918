// expect: violated
// Unknown values that are only asked about are settled; one that is kept is not: x may be 9 behind the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void) {
  while (__VERIFIER_nondet_int() > 3) g = 1 - g;
  int x = __VERIFIER_nondet_int();
  if (x > 3 && g) {
    while (g < 3) g++;
    if (x == 9) reach_error();
  }
  return 0;
}
