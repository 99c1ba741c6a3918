struct pair {
  double x, y;
};
struct pair make(void) {
  struct pair p = {1, 2};
  return p;
}
int main(void) {
  struct pair p = make();
  return p.x > p.y;
}
