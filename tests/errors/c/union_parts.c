union word {
  int whole;
  char part[4];
} w;
int main(void) {
  w.whole = 1;
  return w.part[0];
}
