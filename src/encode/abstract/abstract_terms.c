// abstract_terms.c -- terms over what is kept, as terms of the abstract model.
//
// The abstract model has no processes: locations become small integers.

#include "encode/abstract/abstract_inside.h"

sv_sort sv_building_sort(sv_building *b, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(b->T, s);
  if (info->kind == SV_SORT_ARRAY)
    return sv_sort_array(b->T, info->size, sv_building_sort(b, info->element));
  if (info->kind != SV_SORT_LOC) return s;
  return sv_sort_range(b->T, 0,
                       (int64_t)b->f->net->model->templates.at[info->size].locations.n - 1);
}

typedef struct {
  sv_building *b;
  const sv_abstract_choices *choices;
} translating;

static sv_term queue_term(const sv_building *b, sv_value ref) {
  int64_t number = sv_small_get(ref);
  if (!number) return sv_const(b->T, sv_sort_ref(b->T), ref);
  return sv_queue(b->T, b->queues.at[number - 1], 0, SV_NONE);
}

static sv_term constant(const sv_building *b, const sv_node *n) {
  switch (sv_sort_get(b->T, n->sort)->kind) {
  case SV_SORT_LOC: return sv_int_const(b->T, sv_small_get(n->value));
  case SV_SORT_REF: return queue_term(b, n->value);
  default: return SV_NONE;
  }
}

static sv_term choice(const translating *t, const sv_node *n) {
  uint32_t k = n->id >= SV_NEW_CHOICE ? n->id - SV_NEW_CHOICE : t->choices->kept.at[n->id];
  return sv_choice(t->b->T, t->choices->inputs.at[k].sort, k);
}

static sv_term free_variable(const translating *t, uint32_t number) {
  sv_building *b = t->b;
  uint32_t j = number / 2;
  assert(number < SV_PROXY_BASE);
  uint32_t becomes = number % 2 ? sv_map_get(&t->choices->after, j) : SV_MAP_NONE;
  if (becomes != SV_MAP_NONE) return sv_choice(b->T, sv_sort_bool(b->T), becomes);
  return sv_var(b->T, sv_sort_bool(b->T), b->out->predicates.at[j], 0);
}

static sv_term variable(const translating *t, uint32_t index, const sv_node *n) {
  uint32_t number = sv_free_number(t->b->T, sv_term_of_index(index));
  if (number != UINT32_MAX) return free_variable(t, number);
  return sv_var(t->b->T, sv_building_sort(t->b, n->sort), t->b->out->variables.at[n->id], 0);
}

// Fields that are not kept are missing in the abstract queue.
static uint32_t field_of(const sv_building *b, uint32_t q, uint32_t field) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < field; i++) n += sv_bits_has(&b->a->kept_fields[q], i);
  return n;
}

static sv_term peek(const translating *t, uint32_t index, sv_term rebuilt) {
  sv_value ref;
  sv_node old = sv_node_of(t->b->T, index), new = sv_node_of(t->b->T, sv_index(rebuilt));
  bool known = sv_is_const(t->b->T, old.args[0], &ref);
  REQUIRE(known, "a leaf names its queue");
  uint32_t field = field_of(t->b, (uint32_t)sv_small_get(ref) - 1, old.id);
  return sv_peek(t->b->T, sv_building_sort(t->b, old.sort), new.args[0], new.args[1], field);
}

static sv_term translate(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const translating *t = context;
  sv_node n = sv_node_of(T, index);
  switch (n.op) {
  case SV_OP_CONST: return constant(t->b, &n);
  case SV_OP_CHOICE: return choice(t, &n);
  case SV_OP_VAR: return variable(t, index, &n);
  case SV_OP_PEEK: return peek(t, index, rebuilt);
  default: return SV_NONE;
  }
}

// Proxies first: what they stand for is over what is kept.
static sv_term resolve(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const sv_building *b = context;
  uint32_t number = sv_free_number(T, sv_term_of_index(index));
  SV_UNUSED(rebuilt);
  if (number == UINT32_MAX || number < SV_PROXY_BASE) return SV_NONE;
  return b->proxies.at[number - SV_PROXY_BASE];
}

sv_term sv_building_translate(sv_building *b, const sv_abstract_choices *choices, sv_term t) {
  translating context = {b, choices};
  sv_term out = sv_rewrite(b->T, sv_rewrite(b->T, t, resolve, b), translate, &context);
  REQUIRE(!sv_is_none(out), "arrays of locations, whose sort would change, are not kept");
  return out;
}
