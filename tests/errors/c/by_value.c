struct big {
  int a[10];
};
void f(struct big b) { b.a[0] = 1; }
int main(void) {
  struct big b;
  b.a[0] = 0;
  f(b);
  return b.a[0];
}
