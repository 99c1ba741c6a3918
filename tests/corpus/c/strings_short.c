// expect: violated
// The text is one character longer than there is room for.
#include <string.h>
char word[3];
int main(void) { strcpy(word, "abc"); }
