// tree_shape.c -- joins groups of words, the fewest different pairs first.

#include "engine/explicit/tree_shape.h"

enum { MOST_FOR_ALL = 16 };  // groups of which every two are tried

typedef struct {
  uint32_t node;
  uint32_t *values;  // of the sample, as numbers
} group;

typedef struct {
  uint32_t n, groups;
  group *at;
  uint32_t *cost;  // of joining i and j, at i * words + j; 0: not known
  uint32_t words;
} shaping;

// Numbers the pairs of values of two groups; `to` may be NULL.
static uint32_t number_pairs(const shaping *g, const group *a, const group *b, uint32_t *to) {
  sv_store *seen = sv_store_new(1, 0, false);
  for (uint32_t i = 0; i < g->n; i++) {
    uint64_t pair = (uint64_t)a->values[i] << 32 | b->values[i], id;
    sv_store_insert(seen, &pair, sv_store_hash(&pair, 1), SV_STORE_NONE, &id);
    if (to) to[i] = (uint32_t)id;
  }
  uint32_t count = (uint32_t)sv_store_count(seen);
  sv_store_free(seen);
  return count;
}

static void number_words(const shaping *g, const uint64_t *states, uint32_t word) {
  sv_store *seen = sv_store_new(1, 0, false);
  for (uint32_t i = 0; i < g->n; i++) {
    const uint64_t *value = states + (size_t)i * g->words + word;
    uint64_t id;
    sv_store_insert(seen, value, sv_store_hash(value, 1), SV_STORE_NONE, &id);
    g->at[word].values[i] = (uint32_t)id;
  }
  sv_store_free(seen);
}

static uint32_t cost_of(shaping *g, uint32_t i, uint32_t j) {
  uint32_t *cost = &g->cost[(size_t)i * g->words + j];
  if (!*cost) *cost = number_pairs(g, &g->at[i], &g->at[j], NULL);
  return *cost;
}

static void choose(shaping *g, uint32_t *left, uint32_t *right) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i + 1 < g->groups; i++) {
    uint32_t end = g->groups <= MOST_FOR_ALL ? g->groups : i + 2;
    for (uint32_t j = i + 1; j < end; j++)
      if (cost_of(g, i, j) < least) least = cost_of(g, i, j), *left = i, *right = j;
  }
}

// Group j goes into group i; those behind it move up.
static void join(shaping *g, uint32_t i, uint32_t j, uint32_t node) {
  number_pairs(g, &g->at[i], &g->at[j], g->at[i].values);
  g->at[i].node = node;
  sv_free(g->at[j].values);
  for (uint32_t k = j; k + 1 < g->groups; k++) g->at[k] = g->at[k + 1];
  for (uint32_t a = 0; a < g->groups; a++)
    for (uint32_t b = j; b < g->groups; b++)
      g->cost[(size_t)a * g->words + b] =
          b + 1 < g->groups ? g->cost[(size_t)a * g->words + b + 1] : 0;
  for (uint32_t a = j; a + 1 < g->groups; a++)
    memcpy(g->cost + (size_t)a * g->words, g->cost + (size_t)(a + 1) * g->words,
           g->words * sizeof *g->cost);
  g->groups--;
  for (uint32_t k = 0; k < g->groups; k++)
    g->cost[(size_t)i * g->words + k] = g->cost[(size_t)k * g->words + i] = 0;
}

sv_joins *sv_joins_new(const uint64_t *states, uint32_t n, uint32_t words) {
  sv_joins *shape = SV_NEW(sv_joins);
  shaping g = {.n = n, .groups = words, .words = words};
  REQUIRE(words > 1, "nothing to join");
  shape->joined = sv_alloc((words - 1) * sizeof *shape->joined);
  g.at = SV_NEW_ARRAY(group, words);
  g.cost = SV_NEW_ARRAY(uint32_t, (size_t)words * words);
  for (uint32_t w = 0; w < words; w++) {
    g.at[w] = (group){w, SV_NEW_ARRAY(uint32_t, n + 1)};
    number_words(&g, states, w);
  }
  for (uint32_t i = 0; i + 1 < words; i++) {
    uint32_t left = 0, right = 1;
    choose(&g, &left, &right);
    shape->joined[i].left = g.at[left].node;
    shape->joined[i].right = g.at[right].node;
    join(&g, left, right, words + i);
  }
  sv_free(g.at[0].values);
  sv_free(g.at);
  sv_free(g.cost);
  return shape;
}

void sv_joins_free(sv_joins *shape) {
  sv_free(shape->joined);
  sv_free(shape);
}
