// expect: holds
// A program that has a function of the library's name means its own.
#include <assert.h>
#include <string.h>
char *strdup(const char *s) { return (char *)s; }
size_t strnlen(const char *s, size_t n) { return s[0] ? 7 : n; }
int main(void) {
  if (strlen(strdup("ab")) == 2) {
    assert(strnlen("x", (3)) == 7);
  } else {
    assert(0);
  }
}
