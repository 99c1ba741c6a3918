#include <string.h>
char word[8];
int main(void) {
  strcpy(word, "abc");
  return word[0];
}
