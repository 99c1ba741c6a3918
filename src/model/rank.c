// rank.c -- see rank.h.
//
// Heights first: a term is higher than its arguments, so when the terms of one
// height are compared, the ranks of their arguments are known. Each height is
// one call of qsort over records that carry all they are compared by.

#include "model/rank.h"

#include <stdlib.h>

#define CONSTANTS (1u << 30)  // ranks of constants begin here

typedef struct {
  const char *head;      // operator, sort or name: what is not in the arguments
  const uint64_t *keys;  // of the arguments, in the order of writing
  uint32_t height, op, n, index;
} record;

typedef struct {
  const sv_model *m;
  const sv_terms *T;
  sv_arena *arena;  // heads and keys
  uint32_t *rank;
  SV_VEC(record) records;
} ranking;

static uint64_t key_of(sv_term t, const uint32_t *rank) {
  return (uint64_t)rank[sv_index(t)] << 1 | sv_negated(t);
}

static int by_key(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

typedef struct {
  uint64_t key;
  sv_term term;
} keyed;

void sv_rank_arguments(const sv_node *node, const uint32_t *rank, sv_term *out) {
  if (!sv_op_commutes(node->op)) {
    if (node->n) memcpy(out, node->args, node->n * sizeof *out);
    return;
  }
  keyed *args = SV_NEW_ARRAY(keyed, node->n);
  for (uint32_t i = 0; i < node->n; i++)
    args[i] = (keyed){key_of(node->args[i], rank), node->args[i]};
  qsort(args, node->n, sizeof *args, by_key);
  for (uint32_t i = 0; i < node->n; i++) out[i] = args[i].term;
  sv_free(args);
}

static int compare_shape(const record *a, const record *b) {
  if (a->op != b->op) return a->op < b->op ? -1 : 1;
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  return strcmp(a->head, b->head);
}

static int by_structure(const void *left, const void *right) {
  const record *a = left, *b = right;
  int shape = compare_shape(a, b);
  for (uint32_t i = 0; !shape && i < a->n; i++)
    if (a->keys[i] != b->keys[i]) shape = a->keys[i] < b->keys[i] ? -1 : 1;
  return shape ? shape : (a->index > b->index) - (a->index < b->index);
}

static int by_height(const void *left, const void *right) {
  const record *a = left, *b = right;
  if (a->height != b->height) return a->height < b->height ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

static uint32_t owner_of(const sv_model *m, const sv_node *node) {
  if (node->op == SV_OP_QUEUE) return node->id < m->queues.n ? m->queues.at[node->id].owner : 0;
  if (node->op != SV_OP_VAR && node->op != SV_OP_NEXT) return 0;
  return node->id < m->variables.n ? m->variables.at[node->id].owner : 0;
}

// Name, sort where it is not decided by the arguments, value, field, owner.
static const char *head_of(const ranking *r, const sv_node *node) {
  sv_text text = {0};
  bool needs_sort =
      !node->n || node->op == SV_OP_CAST || node->op == SV_OP_FILL || node->op == SV_OP_PEEK;
  sv_model_print_head(r->m, NULL, node, &text);
  if (needs_sort) sv_text_char(&text, ':'), sv_model_print_sort(r->m, node->sort, &text);
  if (node->op == SV_OP_CONST) sv_number_print(sv_terms_numbers(r->T), node->value, &text);
  if (node->op == SV_OP_PEEK) sv_text_printf(&text, ".%u", node->id);
  uint32_t owner = owner_of(r->m, node);
  if (owner)
    sv_text_printf(&text, "@%s", sv_names_get(r->m->names, r->m->templates.at[owner].name));
  const char *head = sv_arena_strndup(r->arena, sv_text_get(&text), strlen(sv_text_get(&text)));
  sv_text_free(&text);
  return head;
}

static void fill_keys(const ranking *r, record *to) {
  sv_node node = sv_node_of(r->T, to->index);
  if (!node.n) return;
  uint64_t *keys = SV_ARENA_ARRAY(r->arena, uint64_t, node.n);
  for (uint32_t i = 0; i < node.n; i++) keys[i] = key_of(node.args[i], r->rank);
  if (sv_op_commutes(node.op)) qsort(keys, node.n, sizeof *keys, by_key);
  to->keys = keys;
}

// Makes the records; `rank` holds heights meanwhile.
static void measure(ranking *r, const sv_u32s *cone) {
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node node = sv_node_of(r->T, cone->at[i]);
    uint32_t height = 0;
    for (uint32_t j = 0; j < node.n; j++) {
      uint32_t below = r->rank[sv_index(node.args[j])];
      if (below >= height) height = below + 1;
    }
    r->rank[cone->at[i]] = height;
    sv_push(r->records, (record){.head = head_of(r, &node),
                                 .height = height,
                                 .op = (uint32_t)node.op,
                                 .n = node.n,
                                 .index = cone->at[i]});
  }
}

// Ranks the records first .. end-1, all of one height.
static void rank_height(ranking *r, uint32_t first, uint32_t end) {
  record *at = r->records.at + first;
  for (uint32_t i = 0; i < end - first; i++) fill_keys(r, &at[i]);
  qsort(at, end - first, sizeof *at, by_structure);
  for (uint32_t i = 0; i < end - first; i++)
    r->rank[at[i].index] = first + i + 1 + (at[i].op == SV_OP_CONST ? CONSTANTS : 0);
}

void sv_rank_terms(const sv_model *m, const sv_term *roots, uint32_t n, uint32_t *rank) {
  ranking r = {.m = m, .T = m->terms, .arena = sv_arena_new(), .rank = rank};
  sv_u32s cone = {0};
  sv_cone(m->terms, roots, n, &cone);
  measure(&r, &cone);
  if (r.records.n) qsort(r.records.at, r.records.n, sizeof *r.records.at, by_height);
  for (uint32_t first = 0, end; first < r.records.n; first = end) {
    for (end = first; end < r.records.n && r.records.at[end].height == r.records.at[first].height;)
      end++;
    rank_height(&r, first, end);
  }
  sv_vec_free(r.records);
  sv_vec_free(cone);
  sv_arena_free(r.arena);
}
