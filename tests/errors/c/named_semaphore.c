#include <fcntl.h>
#include <semaphore.h>
int main(void) { return sem_open("/name", O_CREAT, 0600, 1) == SEM_FAILED; }
