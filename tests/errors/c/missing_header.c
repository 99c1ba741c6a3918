#include "there/is/none.h"
int main(void) { return 0; }
