#include <signal.h>
void handle(int n) { (void)n; }
int main(void) {
  signal(SIGINT, handle);
  return 0;
}
