// partition.c -- see partition.h.

#include "analysis/access/partition.h"

#include <stdlib.h>

typedef struct {
  sv_u32s borders;               // sorted, each once
  sv_partition_users *by_piece;  // from a border to the next
  sv_map block_of_hash;          // hash of users -> the last block that has it
  sv_u32s next;                  // by block: another one with that hash, or UINT32_MAX
} cutting;

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void find_borders(cutting *c, const sv_part_uses *all) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->n; i++) {
    sv_push(c->borders, all->at[i].lo);
    sv_push(c->borders, all->at[i].hi);
  }
  if (c->borders.n) qsort(c->borders.at, c->borders.n, sizeof *c->borders.at, by_number);
  for (uint32_t i = 0; i < c->borders.n; i++)
    if (!kept || c->borders.at[kept - 1] != c->borders.at[i])
      c->borders.at[kept++] = c->borders.at[i];
  c->borders.n = kept;
}

static uint32_t piece_at(const cutting *c, uint32_t lo) {
  uint32_t begin = 0, end = c->borders.n;
  while (end - begin > 1) {
    uint32_t middle = (begin + end) / 2;
    if (c->borders.at[middle] <= lo) begin = middle;
    else end = middle;
  }
  assert(c->borders.at[begin] <= lo &&
         (begin + 1 == c->borders.n || lo < c->borders.at[begin + 1]));
  return begin;
}

static void add_user(sv_partition_users *u, const sv_part_use *x) {
  for (uint32_t i = u->n; i-- && u->at[i].user == x->user;)
    if (u->at[i].when == x->when) {
      u->at[i].how |= x->how;
      return;
    }
  sv_push(*u, (sv_partition_user){x->user, x->how, x->when});
}

static void fill(cutting *c, const sv_part_uses *all) {
  c->by_piece = SV_NEW_ARRAY(sv_partition_users, c->borders.n + 1);
  for (uint32_t i = 0; i < all->n; i++) {
    const sv_part_use *x = &all->at[i];
    assert(x->lo <= x->hi && c->borders.at[piece_at(c, x->lo)] == x->lo);
    for (uint32_t k = piece_at(c, x->lo); x->lo < x->hi && c->borders.at[k] < x->hi; k++)
      add_user(&c->by_piece[k], x);
  }
}

static uint64_t hash_of(const sv_partition_users *u) {
  uint64_t hash = u->n;
  for (uint32_t i = 0; i < u->n; i++) {
    hash = sv_mix64(hash ^ ((uint64_t)u->at[i].user << 32 | u->at[i].when));
    hash = sv_mix64(hash ^ u->at[i].how);
  }
  return hash;
}

static bool same_users(const sv_partition_users *a, const sv_partition_users *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].user != b->at[i].user || a->at[i].when != b->at[i].when ||
        a->at[i].how != b->at[i].how)
      return false;
  return true;
}

static bool is_known(cutting *c, uint32_t k) {
  uint64_t hash = hash_of(&c->by_piece[k]);
  uint32_t first = sv_map_get(&c->block_of_hash, hash);
  for (uint32_t i = first; i != UINT32_MAX; i = c->next.at[i])
    if (same_users(&c->by_piece[i], &c->by_piece[k])) return true;
  c->next.at[k] = first;
  sv_map_put(&c->block_of_hash, hash, k);
  return false;
}

void sv_partition(const sv_part_uses *all, const sv_partition_sink *t) {
  cutting c = {0};
  find_borders(&c, all);
  fill(&c, all);
  for (uint32_t k = 0; k < c.borders.n; k++) sv_push(c.next, UINT32_MAX);
  for (uint32_t k = 0; k < c.borders.n; k++)
    if (t->wants(t->context, c.borders.at[k], &c.by_piece[k]) && !is_known(&c, k))
      t->take(t->context, &c.by_piece[k]);
  for (uint32_t k = 0; k < c.borders.n; k++) sv_vec_free(c.by_piece[k]);
  sv_free(c.by_piece);
  sv_vec_free(c.borders);
  sv_vec_free(c.next);
  sv_map_free(&c.block_of_hash);
}
