// mpi.c -- the module `selvage_mpi`: messages by MPI. The only code that knows it.
//
// Thin: what is sent, and when, is decided elsewhere (base/ranks.h). Receives are posted ahead, so that MPI
// can fill them while states are expanded. They match messages in the order of posting, so the
// oldest one is the only one that has to be looked at.

#include <mpi.h>
#include <stdlib.h>

#include "base/ranks.h"

enum { RECEIVES = 16, TAG = 1, MOST = 1 << 30 };

static struct {
  int size;
  uint32_t slots, oldest;
  size_t bytes;
  MPI_Request *sends, receives[RECEIVES], collective;
  char *buffers[RECEIVES];
} state;

static int good(int code) { return code == MPI_SUCCESS ? 0 : -1; }

static int begin(uint32_t *rank, uint32_t *size) {
  int mine = 0, given;
  if (good(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given))) return -1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &mine);
  MPI_Comm_size(MPI_COMM_WORLD, &state.size);
  *rank = (uint32_t)mine;
  *size = (uint32_t)state.size;
  return 0;
}

static int end(void) { return good(MPI_Finalize()); }

static int post(uint32_t i) {
  return good(MPI_Irecv(state.buffers[i], (int)state.bytes, MPI_BYTE, MPI_ANY_SOURCE, TAG,
                        MPI_COMM_WORLD, &state.receives[i]));
}

static int open_slots(uint32_t slots, size_t bytes) {
  int wrong = 0;
  if (bytes > MOST) return -1;
  state.slots = slots;
  state.bytes = bytes;
  state.oldest = 0;
  state.sends = malloc((slots + 1) * sizeof *state.sends);
  if (!state.sends) return -1;
  for (uint32_t i = 0; i < slots; i++) state.sends[i] = MPI_REQUEST_NULL;
  for (uint32_t i = 0; i < RECEIVES; i++) {
    state.buffers[i] = malloc(bytes);
    wrong |= state.buffers[i] ? post(i) : -1;
  }
  return wrong;
}

// What was sent has been received by then, but for what is small enough not to be waited for.
static int close_slots(void) {
  int wrong = good(MPI_Waitall((int)state.slots, state.sends, MPI_STATUSES_IGNORE));
  for (uint32_t i = 0; i < RECEIVES; i++) {
    wrong |= good(MPI_Cancel(&state.receives[i]));
    wrong |= good(MPI_Wait(&state.receives[i], MPI_STATUS_IGNORE));
    free(state.buffers[i]);
  }
  free(state.sends);
  return wrong;
}

static int start_send(uint32_t slot, const void *bytes, size_t n, uint32_t to) {
  return good(MPI_Isend(bytes, (int)n, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD, &state.sends[slot]));
}

static int sent(uint32_t slot) {
  int done = 0;
  return good(MPI_Test(&state.sends[slot], &done, MPI_STATUS_IGNORE)) ? -1 : done;
}

static int next(const void **bytes, size_t *n) {
  int done = 0, count = 0;
  MPI_Status status;
  if (good(MPI_Test(&state.receives[state.oldest], &done, &status))) return -1;
  if (!done) return 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *bytes = state.buffers[state.oldest];
  *n = (size_t)count;
  return 1;
}

static int taken(void) {
  int wrong = post(state.oldest);
  state.oldest = (state.oldest + 1) % RECEIVES;
  return wrong;
}

static int reduce(const uint64_t *from, uint64_t *to, uint32_t n, MPI_Op op) {
  return good(
      MPI_Iallreduce(from, to, (int)n, MPI_UINT64_T, op, MPI_COMM_WORLD, &state.collective));
}

static int sum(const uint64_t *from, uint64_t *to, uint32_t n) {
  return reduce(from, to, n, MPI_SUM);
}
static int least(const uint64_t *from, uint64_t *to, uint32_t n) {
  return reduce(from, to, n, MPI_MIN);
}
static int join(const uint64_t *from, uint64_t *to, uint32_t n) {
  return reduce(from, to, n, MPI_BOR);
}

static int deal(const uint64_t *from, uint64_t *to) {
  return good(MPI_Ireduce_scatter_block(from, to, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                                        &state.collective));
}

static int share(uint64_t *words, uint32_t n, uint32_t from) {
  return good(
      MPI_Ibcast(words, (int)n, MPI_UINT64_T, (int)from, MPI_COMM_WORLD, &state.collective));
}

static int finished(void) {
  int done = 0;
  return good(MPI_Test(&state.collective, &done, MPI_STATUS_IGNORE)) ? -1 : done;
}

static const sv_ranks_calls calls = {begin, end,  open_slots, close_slots, start_send,
                                     sent,  next, taken,      sum,         least,
                                     join,  deal, share,      finished};

__attribute__((visibility("default"))) const sv_ranks_calls *selvage_mpi(void);
const sv_ranks_calls *selvage_mpi(void) { return &calls; }
