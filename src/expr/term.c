// term.c -- the table of terms: layer 1, which only interns.
//
// A node is a record; its arguments are a stretch of one common pool. The
// unique table is open addressing with linear probing over (hash, index)
// pairs, kept at most half full. Arguments exist before the node that uses
// them, so every argument has a smaller index than its parent; the walks rely
// on it. Index 1 is the constant true, and false is its negation.

#include "expr/table.h"

enum { FIRST_SLOTS = 1024 };

static uint32_t hash_node(const sv_node *node) {
  uint64_t h = sv_mix64((uint64_t)node->op << 32 | node->sort.x);
  h = sv_mix64(h ^ ((uint64_t)node->id << 32 | node->role));
  h = sv_mix64(h ^ (uint64_t)node->value.x);
  for (uint32_t i = 0; i < node->n; i++) h = sv_mix64(h ^ node->args[i].x);
  return (uint32_t)(h ^ h >> 32);
}

static bool same_node(const sv_terms *T, uint32_t index, const sv_node *node) {
  const sv_record *r = &T->records.at[index];
  if (r->op != node->op || r->sort.x != node->sort.x || r->id != node->id ||
      r->role != node->role || r->value.x != node->value.x || r->n != node->n)
    return false;
  return !node->n || !memcmp(T->pool.at + r->first, node->args, node->n * sizeof *node->args);
}

// The slot of an equal node, or the free slot where it belongs.
static sv_slot *find_slot(const sv_terms *T, uint32_t hash, const sv_node *node) {
  uint32_t mask = T->slot_count - 1;
  for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
    sv_slot *slot = &T->slots[i];
    if (!slot->index) return slot;
    if (slot->hash == hash && same_node(T, slot->index, node)) return slot;
  }
}

static void grow_slots(sv_terms *T) {
  uint32_t count = T->slot_count * 2, mask = count - 1;
  REQUIRE(count, "too many terms");
  sv_slot *slots = SV_NEW_ARRAY(sv_slot, count);
  for (uint32_t i = 0; i < T->slot_count; i++) {
    if (!T->slots[i].index) continue;
    uint32_t j = T->slots[i].hash & mask;
    while (slots[j].index) j = (j + 1) & mask;
    slots[j] = T->slots[i];
  }
  sv_free(T->slots);
  T->slots = slots;
  T->slot_count = count;
}

static uint32_t append(sv_terms *T, const sv_node *node) {
  uint32_t index = T->records.n;
  REQUIRE(index < UINT32_MAX / 2, "too many terms");
  sv_push(T->records, (sv_record){.value = node->value,
                                  .op = node->op,
                                  .sort = node->sort,
                                  .id = node->id,
                                  .role = node->role,
                                  .first = T->pool.n,
                                  .n = node->n});
  sv_reserve(T->pool, node->n);
  for (uint32_t i = 0; i < node->n; i++) {
    assert(sv_index(node->args[i]) >= 1 && sv_index(node->args[i]) < index);
    T->pool.at[T->pool.n++] = node->args[i];
  }
  return index;
}

sv_term sv_intern(sv_terms *T, const sv_node *node) {
  uint32_t hash = hash_node(node);
  sv_slot *slot = find_slot(T, hash, node);
  if (slot->index) return sv_term_of_index(slot->index);
  uint32_t index = append(T, node);
  *slot = (sv_slot){hash, index};
  if (index > T->slot_count / 2) grow_slots(T);
  return sv_term_of_index(index);
}

sv_term sv_make_const(sv_terms *T, sv_sort s, sv_value v) {
  assert(sv_sort_has(T, sv_sort_plain(T, s), v));
  if (s.x == SV_THE_BOOL.x) return sv_bool_const(sv_value_same(v, sv_small(1)));
  return sv_intern(T, &(sv_node){.op = SV_OP_CONST, .sort = sv_sort_plain(T, s), .value = v});
}

sv_terms *sv_terms_new(sv_names *names) {
  sv_terms *T = SV_NEW(sv_terms);
  T->names = names;
  T->numbers = sv_numbers_new();
  T->arena = sv_arena_new();
  T->slot_count = FIRST_SLOTS;
  T->slots = SV_NEW_ARRAY(sv_slot, T->slot_count);
  sv_sorts_init(T);
  sv_push(T->records, (sv_record){.op = SV_OP_CONST});
  sv_term yes =
      sv_intern(T, &(sv_node){.op = SV_OP_CONST, .sort = SV_THE_BOOL, .value = sv_small(1)});
  assert(sv_same(yes, SV_TRUE));
  SV_UNUSED(yes);
  return T;
}

void sv_terms_free(sv_terms *T) {
  if (!T) return;
  sv_sorts_free(T);
  sv_vec_free(T->records);
  sv_vec_free(T->pool);
  sv_vec_free(T->scratch);
  sv_free(T->slots);
  sv_numbers_free(T->numbers);
  sv_arena_free(T->arena);
  sv_free(T);
}

sv_names *sv_terms_names(const sv_terms *T) { return T->names; }

sv_numbers *sv_terms_numbers(const sv_terms *T) { return T->numbers; }

uint32_t sv_terms_count(const sv_terms *T) { return T->records.n - 1; }

sv_node sv_node_of(const sv_terms *T, uint32_t index) {
  REQUIRE(index >= 1 && index < T->records.n, "not a term of this table");
  const sv_record *r = &T->records.at[index];
  return (sv_node){.op = r->op,
                   .sort = r->sort,
                   .id = r->id,
                   .role = r->role,
                   .value = r->value,
                   .n = r->n,
                   .args = r->n ? T->pool.at + r->first : NULL};
}

sv_sort sv_sort_of(const sv_terms *T, sv_term t) {
  REQUIRE(sv_index(t) >= 1 && sv_index(t) < T->records.n, "not a term of this table");
  return T->records.at[sv_index(t)].sort;
}

bool sv_is_const(const sv_terms *T, sv_term t, sv_value *v) {
  REQUIRE(sv_index(t) >= 1 && sv_index(t) < T->records.n, "not a term of this table");
  const sv_record *r = &T->records.at[sv_index(t)];
  if (r->op != SV_OP_CONST) return false;
  if (v) *v = sv_negated(t) ? sv_small(0) : r->value;
  return true;
}

bool sv_is_number(const sv_terms *T, sv_term t, int64_t k) {
  sv_value v;
  return sv_is_const(T, t, &v) && sv_value_same(v, sv_small(k));
}

sv_term sv_bool_const(bool b) { return b ? SV_TRUE : SV_FALSE; }

const char *sv_op_text(sv_op op) {
  static const char *const texts[] = {
#define X(NAME, TEXT, LEAST, MOST) [SV_OP_##NAME] = TEXT,
      SV_OPS(X)
#undef X
  };
  REQUIRE((unsigned)op < SV_COUNT(texts), "not an operator");
  return texts[op];
}

sv_op_class sv_class_of(sv_op op) {
  switch (op) {
#define C(CLASS) \
  case SV_ANY_##CLASS##_OP: return SV_CLASS_##CLASS;
    SV_OP_CLASSES(C)
#undef C
  }
  SV_UNREACHABLE();
}

bool sv_op_commutes(sv_op op) {
  return op == SV_OP_AND || op == SV_OP_EQ || op == SV_OP_ADD || op == SV_OP_MUL ||
         op == SV_OP_BVAND || op == SV_OP_BVOR || op == SV_OP_BVXOR;
}
