// board.c -- logs in shared memory: see board.h.
//
// A message is three words (which net, its number of words, and their sum), then the words.

#define _GNU_SOURCE

#include "engine/board.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { LOG_WORDS = 1 << 19, HEAD = 3 };

typedef struct {
  _Atomic uint32_t used;  // words that are finished
  int32_t words[LOG_WORDS];
} board_log;

struct sv_board {
  board_log logs[SV_BOARD_LOGS];
};

// Pages that nobody writes take no memory.
sv_board *sv_board_new(void) {
  void *at = mmap(NULL, sizeof(sv_board), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

void sv_board_free(sv_board *b) {
  if (b) munmap(b, sizeof *b);
}

sv_exchange sv_board_join(sv_board *b, uint32_t self) {
  REQUIRE(self < SV_BOARD_LOGS, "the board has a log for each");
  return (sv_exchange){.board = b, .self = self};
}

// Nets of one model differ by the sizes of pools. What is taken for a fact about another net is
// refused like any other wrong guess.
static int32_t stamp_of(const sv_net *net) {
  uint32_t parts[] = {net->cells, net->vars.n, net->queues.n, net->processes.n, net->actions.n};
  uint32_t h = 0;
  for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) h = h * 0x9e3779b1u + parts[i];
  return (int32_t)(h >> 1);
}

static int32_t sum_of(const int32_t *words, uint32_t n) {
  uint32_t h = n;
  for (uint32_t i = 0; i < n; i++) h = (h ^ (uint32_t)words[i]) * 0x01000193u;
  return (int32_t)(h >> 1);
}

static uint32_t clauses_in(const int32_t *words, uint32_t n) {
  uint32_t clauses = 0;
  for (uint32_t i = 0; i < n; i++) clauses += !words[i];
  return clauses;
}

void sv_exchange_tell(sv_exchange *x, const sv_net *net, const sv_i32s *clauses) {
  board_log *log = &x->board->logs[x->self];
  uint32_t used = atomic_load_explicit(&log->used, memory_order_relaxed);
  assert(used <= LOG_WORDS);
  if (!clauses->n || clauses->n > LOG_WORDS || used + HEAD + clauses->n > LOG_WORDS) return;
  int32_t *at = log->words + used;
  at[0] = stamp_of(net);
  at[1] = (int32_t)clauses->n;
  at[2] = sum_of(clauses->at, clauses->n);
  memcpy(at + HEAD, clauses->at, clauses->n * sizeof *at);
  atomic_store_explicit(&log->used, used + HEAD + clauses->n, memory_order_release);
  x->told += clauses_in(clauses->at, clauses->n);
}

// False: what the log has next is no message.
static bool hear_message(sv_exchange *x, uint32_t from, uint32_t used, int32_t stamp,
                         sv_i32s *out) {
  uint32_t at = x->heard[from];
  const int32_t *words = x->board->logs[from].words + at;
  uint32_t n = used - at >= HEAD ? (uint32_t)words[1] : 0;
  if (!n || n > used - at - HEAD) return false;
  uint32_t before = out->n;
  for (uint32_t i = 0; i < n; i++) sv_push(*out, words[HEAD + i]);
  const int32_t *copy = out->at + before;
  bool sound = sum_of(copy, n) == words[2] && !copy[n - 1];
  if (!sound || words[0] != stamp) out->n = before;
  x->heard[from] += HEAD + n;
  return sound;
}

void sv_exchange_rewind(sv_exchange *x) { memset(x->heard, 0, sizeof x->heard); }

void sv_exchange_hear(sv_exchange *x, const sv_net *net, sv_i32s *clauses) {
  int32_t stamp = stamp_of(net);
  for (uint32_t from = 0; from < SV_BOARD_LOGS; from++) {
    uint32_t used = atomic_load_explicit(&x->board->logs[from].used, memory_order_acquire);
    if (from == x->self || used > LOG_WORDS) continue;
    while (x->heard[from] < used)
      if (!hear_message(x, from, used, stamp, clauses)) x->heard[from] = LOG_WORDS;
  }
}
