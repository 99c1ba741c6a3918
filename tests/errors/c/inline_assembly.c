int x;
int main(void) {
  __asm__ volatile("nop");
  return x;
}
