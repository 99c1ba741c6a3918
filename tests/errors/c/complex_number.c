#include <complex.h>
double complex z;
int main(void) { return creal(z) > 0; }
