// expect: holds
// Two queues, each a lock, a row and two places in it; addresses of them are arguments.
#include <assert.h>
#include <pthread.h>
struct queue {
  pthread_mutex_t lock;
  int row[3], head, tail;
} queues[2] = {{PTHREAD_MUTEX_INITIALIZER}, {PTHREAD_MUTEX_INITIALIZER}};
static void put(struct queue *q, int v) {
  pthread_mutex_lock(&q->lock);
  q->row[q->tail++] = v;
  pthread_mutex_unlock(&q->lock);
}
static int get(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  int v = q->head < q->tail ? q->row[q->head++] : -1;
  pthread_mutex_unlock(&q->lock);
  return v;
}
static void *run(void *which) {
  put(which, 5);
  put(which, 6);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, &queues[0]);
  pthread_create(&b, 0, run, &queues[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int k = 0; k < 2; k++) assert(get(&queues[k]) == 5 && get(&queues[k]) == 6);
  assert(get(&queues[0]) == -1);
}
