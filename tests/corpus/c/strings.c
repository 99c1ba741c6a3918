// expect: holds
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
char word[8], other[8];
int row[4] = {1, 2, 3, 4}, copy[4];
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  strcpy(word, "abc");
  assert(strlen(word) == 3 && !strcmp(word, "abc") && strcmp(word, "abd") < 0);
  strcat(word, "de");
  assert(!strncmp(word, "abcdX", 4) && memcmp(word, "abcde", 6) == 0);
  assert(strchr(word, 'd') == word + 3 && !strchr(word, 'x') && strstr(word, "cd") == &word[2]);
  assert(strrchr("axa", 'a') != 0 && memchr(word, 'e', 5) == word + 4);
  strncpy(other, word, 2);
  assert(other[1] == 'b' && !other[2]);
  size_t n = __VERIFIER_nondet_bool() ? 2 : 3;
  memcpy(copy, row, n * sizeof *row);
  assert(copy[1] == 2 && copy[2] == (n == 3 ? 3 : 0));
  memmove(row + 1, row, n * sizeof *row);
  assert(row[0] == 1 && row[1] == 1 && row[2] == 2 && row[3] == (n == 3 ? 3 : 4));
  memset(copy, 0, n * sizeof *copy);
  assert(!copy[0] && !copy[1]);
  memcpy(copy, (int[]){5, 6}, 2 * sizeof *copy);
  assert(copy[1] == 6 && !strcmp((char[]){'o', 'k', 0}, "ok"));
  int (*same)(const char *, const char *) = strcmp;
  assert(!same("a", "a"));
  char *twin = strdup("xy");
  assert(twin[0] == 'x' && twin[2] == 0);
  free(twin);
  assert(toupper('q') == 'Q' && isdigit('7') && !isspace('.'));
}
