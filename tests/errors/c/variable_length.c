int n = 3;
int main(void) {
  int a[n];
  a[0] = 1;
  return a[0];
}
