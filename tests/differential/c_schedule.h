// c_schedule.h -- every schedule of a small program, on the real compiler.
//
// Threads are coroutines. Just before every access to shared memory (R, W and the
// calls below) a thread hands over to the scheduler, which goes through all
// orders, depth first: it runs the program again and again, each time with the
// next list of decisions. What main leaves in outcome() is printed once.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
  MOST_THREADS = 5,
  STACK = 1 << 16,
  MOST_DECISIONS = 4000,
  MOST_OUTCOMES = 5000,
  MOST_RUNS = 30000
};

typedef struct {
  ucontext_t context;
  void *(*run)(void *);
  void *given;
  int state;       // 0 not started, 1 runs, 2 ended
  int *waits_for;  // runs only where this is 0; NULL: at once
  int *needs;      // runs only where this is not 0; NULL: at once
  int joins;       // 1 + the thread it waits for, or 0
  char stack[STACK];
} fibre;

static fibre fibres[MOST_THREADS];
static ucontext_t scheduler;
static int now, started;
static struct { int choice, of; } decision[MOST_DECISIONS];
static int decisions, at;
static char outcomes[MOST_OUTCOMES][80], result[80];
static int outcome_count, at_old;

static void hand_over(void) { swapcontext(&fibres[now].context, &scheduler); }

static void begin(void) {
  fibres[now].run(fibres[now].given);
  fibres[now].state = 2;
  hand_over();
}

static int can_run(const fibre *f) {
  if (f->state != 1 || (f->waits_for && *f->waits_for)) return 0;
  if (f->needs && !*f->needs) return 0;
  return !f->joins || fibres[f->joins - 1].state == 2;
}

static void start(int k, void *(*run)(void *), void *given) {
  fibre *f = &fibres[k];
  getcontext(&f->context);
  f->context.uc_stack.ss_sp = f->stack;
  f->context.uc_stack.ss_size = STACK;
  f->context.uc_link = &scheduler;
  f->run = run, f->given = given, f->state = 1, f->waits_for = f->needs = NULL, f->joins = 0;
  makecontext(&f->context, begin, 0);
}

static int pick(int of) {
  if (at == decisions) {
    if (at == MOST_DECISIONS) exit(3);
    decision[decisions].choice = 0, decision[decisions++].of = of;
  }
  return decision[at++].choice;
}

#define R(x) (hand_over(), (x))
#define W(x, v)            \
  do {                     \
    int value_ = (int)(v); \
    hand_over();           \
    (x) = value_;          \
  } while (0)
#define START(k, f, a) (hand_over(), start(++started, f, a))
#define JOIN(k) (fibres[now].joins = (k) + 1, hand_over(), fibres[now].joins = 0)
#define LOCK(m) (fibres[now].waits_for = &(m), hand_over(), fibres[now].waits_for = NULL, (m) = 1)
#define TRYLOCK(m) (hand_over(), (m) ? 0 : ((m) = 1))
#define UNLOCK(m) (hand_over(), (m) = 0)
#define ADD(x, n) (hand_over(), (x) += (n), (x) - (n))
static inline int swap_if(int *x, int old, int next) {
  hand_over();
  return *x == old ? (*x = next, 1) : 0;
}
#define CAS(x, old, next) swap_if(&(x), old, next)
// It may fail without reason.
static inline int may_swap(int *x, int old, int next) {
  hand_over();
  return pick(2) && *x == old ? (*x = next, 1) : 0;
}
#define WEAK(x, old, next) may_swap(&(x), old, next)
static inline int swap(int *x, int next) {
  hand_over();
  int old = *x;
  return *x = next, old;
}
#define SWAP(x, next) swap(&(x), next)
#define OR(x, n) (hand_over(), at_old = (x), (x) |= (n), at_old)
// A thread may wake up at any time, so a signal is nothing.
#define WAIT(c, m) (hand_over(), (m) = 0, LOCK(m))
#define SIGNAL(c) ((void)0)
#define UP(s) (hand_over(), (s)++)
#define DOWN(s) (fibres[now].needs = &(s), hand_over(), fibres[now].needs = NULL, (s)--)
#define CONDITION(c)
#define SEMAPHORE(s) int s
#define SET_UP(s) ((void)0)
#define MUTEX(m) int m
#define ATOMIC int

static void reset(void);
static void *first(void *);
static void outcome(char *text);

static void note(void) {
  outcome(result);
  for (int i = 0; i < outcome_count; i++)
    if (!strcmp(outcomes[i], result)) return;
  if (outcome_count == MOST_OUTCOMES) exit(3);
  strcpy(outcomes[outcome_count++], result);
}

static void one_run(void) {
  for (int k = 0; k < MOST_THREADS; k++) fibres[k].state = 0;
  reset();
  at = 0, started = 0;
  start(0, first, NULL);
  for (;;) {
    int ready[MOST_THREADS], n = 0;
    for (int k = 0; k < MOST_THREADS; k++)
      if (can_run(&fibres[k])) ready[n++] = k;
    if (!n) break;
    now = ready[n == 1 ? 0 : pick(n)];
    swapcontext(&scheduler, &fibres[now].context);
  }
  if (fibres[0].state == 2) note();  // else all wait for each other
}

static int next_run(void) {
  decisions = at;
  while (decisions && decision[decisions - 1].choice + 1 == decision[decisions - 1].of) decisions--;
  if (!decisions) return 0;
  decision[decisions - 1].choice++;
  return 1;
}

int main(void) {
  int runs = 0;
  do {
    if (++runs > MOST_RUNS) return 3;
    one_run();
  } while (next_run());
  for (int i = 0; i < outcome_count; i++) puts(outcomes[i]);
  return 0;
}
