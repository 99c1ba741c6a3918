#include <stdio.h>
char line[10];
int main(void) { return fgets(line, 10, stdin) != NULL; }
