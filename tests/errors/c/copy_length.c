#include <string.h>
char from[8], to[8];
int main(int argc, char **argv) {
  (void)argv;
  memcpy(to, from, (size_t)argc);
  return to[0];
}
