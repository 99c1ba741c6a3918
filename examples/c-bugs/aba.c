// A stack without locks: what is on top is the same node again, but not what lies below.
//   selvage check examples/c-bugs/aba.c  violated
//   selvage check -DFIXED examples/c-bugs/aba.c  holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Nodes 1 to 3; next[n] lies below n. The top has a count of changes above its low bits.
#ifdef FIXED
enum { CHANGE = 4 };
#else
enum { CHANGE = 0 };
#endif
atomic_int top = 1;
atomic_int next[4] = {0, 2, 3, 0};
atomic_int owner[4];

int pop(void) {
  for (;;) {
    int old = top, node = old & 3;
    if (!node) return 0;
    int below = next[node];
    if (atomic_compare_exchange_strong(&top, &old, (old & ~3) + CHANGE + below)) return node;
  }
}

void push(int node) {
  for (;;) {
    int old = top;
    next[node] = old & 3;
    if (atomic_compare_exchange_strong(&top, &old, (old & ~3) + CHANGE + node)) return;
  }
}

void take(int node) { assert(!node || owner[node]++ == 0); }

void *one(void *unused) {
  take(pop());
  return NULL;
}

void *other(void *unused) {
  int a = pop(), b = pop();
  take(b);
  if (a) push(a);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  take(pop());
  return 0;
}
