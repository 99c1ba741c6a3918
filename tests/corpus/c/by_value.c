// expect: holds
// Structures as arguments and results: copies, in registers and in memory.
#include <assert.h>
struct mixed {
  int a;
  char b;
  long c;
};
struct three {
  int x, y, z;
};
struct bytes {
  char c[3];
};
struct large {
  int a[10];
};
struct target {
  int *to;
  int n;
};
struct mixed make(int a) {
  struct mixed r = {a, 2, 3};
  return r;
}
struct three turn(struct three q) {
  struct three r = {q.z, q.x, -q.y};
  return r;
}
struct bytes change(struct bytes q) {
  q.c[1] = 9;
  return q;
}
struct large fill(struct large q) {
  q.a[1] = 4;
  return q;
}
struct target write(struct target q) {
  *q.to = q.n;
  q.n++;
  return q;
}
int sum(struct mixed q) { return q.a + q.b; }
int main(void) {
  struct mixed m = make(3);
  assert(sum(m) == 5 && m.c == 3);
  struct three t = turn((struct three){1, 2, 3});
  assert(t.x == 3 && t.y == 1 && t.z == -2);
  struct bytes b = change((struct bytes){{1, 2, 3}});
  assert(b.c[0] == 1 && b.c[1] == 9 && b.c[2] == 3);
  struct large first = {{1, 2, 3}}, second = fill(first);
  assert(second.a[1] == 4 && first.a[1] == 2 && second.a[2] == 3);
  int i = 0;
  struct target k = write((struct target){&i, 5});
  assert(i == 5 && k.n == 6 && k.to == &i);
  return 0;
}
