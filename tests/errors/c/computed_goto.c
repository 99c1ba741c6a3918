int main(int argc, char **argv) {
  (void)argv;
  void *where[] = {&&one, &&two};
  goto *where[argc & 1];
one:
  return 1;
two:
  return 2;
}
