// expect: violated
// Where the address leads is known only at run time: once in two ways to a constant.
int any(void);
const int fixed = 3;
int open;
int main(void) {
  int *to = any() ? (int *)&fixed : &open;
  *to = 4;
  return 0;
}
