// expect: violated
// Behind the last row.
struct part {
  int a;
  short d[3];
} all[4];
int main(void) {
  for (int i = 0; i <= 4; i++) all[i].d[1] = 1;
}
