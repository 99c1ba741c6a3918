#include <stdatomic.h>
atomic_int n;
int main(void) { return atomic_load_explicit(&n, memory_order_relaxed); }
