#include <stdio.h>
char text[8];
int main(void) {
  sprintf(text, "%d", 3);
  return text[0];
}
