// A producer that waits for room with the lock held: nobody can make room.
//   selvage check --deadlock on examples/c-bugs/semaphores_swapped.c  violated
//   selvage check --deadlock on -DFIXED examples/c-bugs/semaphores_swapped.c  holds
#include <pthread.h>
#include <semaphore.h>

sem_t lock, room, filled;
int items;

void *produce(void *unused) {
  for (int i = 0; i < 2; i++) {
#ifdef FIXED
    sem_wait(&room);
    sem_wait(&lock);
#else
    sem_wait(&lock);
    sem_wait(&room);
#endif
    items++;
    sem_post(&lock);
    sem_post(&filled);
  }
  return NULL;
}

void *consume(void *unused) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&filled);
    sem_wait(&lock);
    items--;
    sem_post(&lock);
    sem_post(&room);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&lock, 0, 1);
  sem_init(&room, 0, 1);
  sem_init(&filled, 0, 0);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
