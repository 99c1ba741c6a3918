void *fopen();
int main(void) {
  fopen();
  return 0;
}
