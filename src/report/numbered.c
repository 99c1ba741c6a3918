// numbered.c -- see numbered.h.

#include "report/numbered.h"

static uint64_t hash_state(const sv_net *net, const sv_state *s) {
  uint64_t h = sv_hash_bytes(s->cells, net->cells * sizeof *s->cells, 0);
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_queue_state *queue = &s->queues[q];
    h = sv_mix64(h ^ queue->messages) ^ queue->deferred;
    if (queue->fields.n)
      h = sv_hash_bytes(queue->fields.at, queue->fields.n * sizeof *queue->fields.at, h);
  }
  return h;
}

uint32_t sv_numbered_add(sv_numbered *all, sv_state *s) {
  sv_push(all->at, s);
  sv_push(all->twins, UINT32_MAX);
  return all->at.n - 1;
}

uint32_t sv_numbered_find(sv_numbered *all, const sv_state *s) {
  uint64_t h = hash_state(all->net, s);
  uint32_t last = sv_map_get(&all->last, h);
  for (uint32_t n = last; n != UINT32_MAX; n = all->twins.at[n])
    if (sv_state_equal(all->net, all->at.at[n], s)) return n;
  sv_state *copy = sv_state_new(all->net);
  sv_state_copy(all->net, copy, s);
  uint32_t n = sv_numbered_add(all, copy);
  all->twins.at[n] = last;
  sv_map_put(&all->last, h, n);
  return n;
}

void sv_numbered_free(sv_numbered *all) {
  for (uint32_t i = 0; i < all->at.n; i++)
    if (all->at.at[i]) sv_state_free(all->net, all->at.at[i]);
  sv_vec_free(all->at);
  sv_vec_free(all->twins);
  sv_map_free(&all->last);
}
