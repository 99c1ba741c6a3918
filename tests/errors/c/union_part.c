// A byte of an integer, at an index that is not known before the program runs.
union both {
  unsigned whole;
  unsigned char part[4];
} x;
int main(int argc, char **argv) {
  (void)argv;
  x.part[argc & 3] = 1;
  return x.whole != 0;
}
