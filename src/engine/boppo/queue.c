// queue.c -- the states that wait, in the order of the search: a binary heap.

#include "engine/boppo/boppo.h"

// Newest first; by steps; or where the fewest states with these places are known.
static uint64_t key_of(const sv_boppo *x, uint32_t state) {
  switch (x->order) {
  case SV_BOPPO_DFS: return UINT32_MAX - state;
  case SV_BOPPO_BFS: return (uint64_t)x->states.at[state].depth << 32 | state;
  case SV_BOPPO_BEST: return (uint64_t)x->rivals.at[state] << 32 | state;
  }
  SV_UNREACHABLE();
}

static bool rises(const sv_boppo *x, uint32_t i, uint32_t above) {
  return x->queue.at[i].key < x->queue.at[above].key;
}

static void swap(sv_boppo *x, uint32_t i, uint32_t k) {
  sv_boppo_waiting w = x->queue.at[i];
  x->queue.at[i] = x->queue.at[k];
  x->queue.at[k] = w;
}

void sv_boppo_push(sv_boppo *x, uint32_t state) {
  uint32_t i = x->queue.n;
  sv_push(x->queue, (sv_boppo_waiting){key_of(x, state), state});
  for (; i && rises(x, i, (i - 1) / 2); i = (i - 1) / 2) swap(x, i, (i - 1) / 2);
}

SV_ASSERT_ONLY static bool is_heap(const sv_boppo *x) {
  for (uint32_t i = 1; i < x->queue.n; i++)
    if (rises(x, i, (i - 1) / 2)) return false;
  return true;
}

uint32_t sv_boppo_pop(sv_boppo *x) {
  if (!x->queue.n) return SV_NO_STATE;
  assert(is_heap(x));
  uint32_t state = x->queue.at[0].state, i = 0;
  x->queue.at[0] = sv_last(x->queue);
  x->queue.n--;
  for (;;) {
    uint32_t least = i;
    for (uint32_t k = 2 * i + 1; k < x->queue.n && k <= 2 * i + 2; k++)
      if (rises(x, k, least)) least = k;
    if (least == i) return state;
    swap(x, i, least);
    i = least;
  }
}
