// expect: violated
int d = 1;

int main(void) {
  d = d - 1;
  return 10 / d;
}
