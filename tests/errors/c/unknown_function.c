int luck(int);
int main(void) {
  if (luck(3) == 7) return 1;
  return 0;
}
