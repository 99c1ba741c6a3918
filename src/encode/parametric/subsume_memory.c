// subsume_memory.c -- what old sets are known not to contain.
//
// When a state is looked up in an old set in vain, the solver tells which bits
// were to blame: no state of the set has these values there. Later questions
// about the set can often be answered by such cubes and samples alone.

#include "encode/parametric/subsume_inside.h"

enum { MOST_CUBES = 16 };

static bool is_about(const sv_subsume_memory *m, const sv_parametric_set *set, uint32_t n) {
  return m->bits.n == n && sv_lit_same(m->guard, set->guard) &&
         (!n || !memcmp(m->bits.at, set->bits, n * sizeof *set->bits));
}

static uint64_t hash_of(const sv_parametric_set *set, uint32_t n) {
  return sv_hash_bytes(set->bits, n * sizeof *set->bits, set->guard.x);
}

static void init_memory(sv_subsume_memory *m, const sv_parametric_set *set, uint32_t n) {
  *m = (sv_subsume_memory){.guard = set->guard};
  for (uint32_t i = 0; i < n; i++) sv_push(m->bits, set->bits[i]);
}

static void free_memory(sv_subsume_memory *m) {
  for (uint32_t i = 0; i < m->cubes.n; i++) sv_vec_free(m->cubes.at[i]);
  sv_vec_free(m->cubes);
  sv_vec_free(m->bits);
}

// Of two sets with the same hash the later one takes the place.
sv_subsume_memory *sv_subsume_remembered(sv_subsumer *s, const sv_parametric_set *set, uint32_t n) {
  uint64_t hash = hash_of(set, n);
  uint32_t at = sv_map_get(&s->memory_of, hash);
  if (at == SV_MAP_NONE) {
    sv_map_put(&s->memory_of, hash, at = s->memories.n);
    sv_push(s->memories, (sv_subsume_memory){0});
    init_memory(&s->memories.at[at], set, n);
  }
  sv_subsume_memory *m = &s->memories.at[at];
  if (!is_about(m, set, n)) free_memory(m), init_memory(m, set, n);
  return m;
}

static uint64_t inside(const sv_u32s *cube, const sv_u64s *words) {
  uint64_t all = UINT64_MAX;
  for (uint32_t i = 0; i < cube->n && all; i++) {
    uint64_t word = words->at[cube->at[i] >> 1];
    all &= cube->at[i] & 1 ? word : ~word;
  }
  return all;
}

uint64_t sv_memory_misses(const sv_subsume_memory *m, const sv_u64s *words) {
  uint64_t misses = 0;
  for (uint32_t i = 0; i < m->cubes.n; i++) misses |= inside(&m->cubes.at[i], words);
  return misses;
}

void sv_memory_add(sv_subsume_memory *m, const sv_u32s *cube) {
  sv_u32s *to;
  if (m->cubes.n < MOST_CUBES) {
    sv_push(m->cubes, (sv_u32s){0});
    to = &sv_last(m->cubes);
  } else {
    to = &m->cubes.at[m->oldest];
    m->oldest = (m->oldest + 1) % MOST_CUBES;
  }
  sv_clear(*to);
  for (uint32_t i = 0; i < cube->n; i++) sv_push(*to, cube->at[i]);
}

void sv_memories_free(sv_subsumer *s) {
  for (uint32_t i = 0; i < s->memories.n; i++) free_memory(&s->memories.at[i]);
  sv_vec_free(s->memories);
  sv_map_free(&s->memory_of);
}
