// expect: violated
int a[3];

int main(void) {
  for (int i = 0; i <= 3; i++) a[i] = i;
  return 0;
}
