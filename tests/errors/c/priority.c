#include <pthread.h>
int main(void) { return pthread_setconcurrency(2); }
