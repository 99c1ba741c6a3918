struct pair {
  long x, y;
};
_Atomic struct pair p;
int main(void) {
  struct pair q = p;
  return (int)q.x;
}
