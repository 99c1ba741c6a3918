// expect: violated
// A string literal lies where nothing may be written.
int main(void) {
  char *text = "abc";
  text[0] = 'x';
  return 0;
}
