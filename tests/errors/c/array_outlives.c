// An array of variable length in a block of its own, whose address is kept.
int *kept;
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 2; i++) {
    int row[argc & 7];
    kept = row;
  }
  return kept != 0;
}
