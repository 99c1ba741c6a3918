// abstract_kept.c -- what is kept, and how a formula over data sees it.
//
// Elimination knows free Booleans and quantified data. A Boolean part of a term
// that speaks of kept things only becomes one free variable, its *proxy*; a kept
// value inside arithmetic becomes a sum of bits, each with a proxy of its own.

#include "encode/abstract/abstract_inside.h"

enum { MOST_VALUES = 64 };

// ---- which leaves

static uint32_t number_of(const sv_terms *T, sv_term t) {
  sv_value v;
  bool known = sv_is_const(T, t, &v);
  REQUIRE(known, "a leaf names its queue");
  return (uint32_t)sv_small_get(v);
}

static bool is_kept_leaf(const sv_abstraction *a, const sv_bits *choices, const sv_node *n) {
  switch (n->op) {
  case SV_OP_VAR: return n->id < a->kept.n && sv_bits_has(&a->kept, n->id);
  case SV_OP_QLEN:
  case SV_OP_QDEFER: return sv_bits_has(&a->kept_queues, number_of(a->terms, n->args[0]) - 1);
  case SV_OP_PEEK: {
    uint32_t q = number_of(a->terms, n->args[0]) - 1;
    return sv_bits_has(&a->kept_queues, q) && sv_bits_has(&a->kept_fields[q], n->id);
  }
  case SV_OP_CHOICE:
    return n->id >= SV_NEW_CHOICE || (choices && n->id < choices->n && sv_bits_has(choices, n->id));
  default: return false;
  }
}

static bool is_leaf(const sv_node *n) {
  return n->op == SV_OP_VAR || n->op == SV_OP_NEXT || n->op == SV_OP_CHOICE ||
         n->op == SV_OP_QLEN || n->op == SV_OP_QDEFER || n->op == SV_OP_PEEK;
}

static bool all_kept(const sv_abstraction *a, const sv_bits *choices, sv_term t) {
  sv_u32s cone = {0};
  bool all = true;
  sv_cone(a->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && all; i++) {
    sv_node n = sv_node_of(a->terms, cone.at[i]);
    all = !is_leaf(&n) || is_kept_leaf(a, choices, &n);
  }
  sv_vec_free(cone);
  return all;
}

bool sv_abstraction_is_kept(const sv_abstraction *a, sv_term t) { return all_kept(a, NULL, t); }

bool sv_building_is_kept(const sv_building *b, sv_term t) {
  return all_kept(b->a, &b->kept_choices, t);
}

// ---- bits of values

static bool range_of(const sv_net *net, sv_sort s, int64_t *lo, int64_t *hi) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, s);
  *lo = 0;
  switch (info->kind) {
  case SV_SORT_BOOL: return *hi = 1, true;
  case SV_SORT_ENUM: return *hi = (int64_t)info->size - 1, true;
  case SV_SORT_LOC:
    return *hi = (int64_t)net->model->templates.at[info->size].locations.n - 1, true;
  case SV_SORT_REF: return *hi = net->queues.n, true;
  case SV_SORT_INT:
    *lo = info->lo, *hi = info->hi;
    return info->ranged && *hi - *lo >= 0 && *hi - *lo < INT64_C(1) << 40;
  case SV_SORT_BV: return *hi = 1, info->size < 40;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: break;
  }
  return false;
}

bool sv_sort_bits(const sv_net *net, sv_sort s, uint32_t *bits) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, s);
  int64_t lo, hi;
  if (!range_of(net, s, &lo, &hi)) return false;
  if (info->kind == SV_SORT_BV) return *bits = info->size, true;
  for (*bits = 0; (hi - lo) >> *bits; ++*bits) continue;
  return true;
}

static sv_term value_const(sv_terms *T, sv_sort s, int64_t v) {
  return sv_const(T, s, sv_small(v));
}

static sv_term bit_of_vector(sv_terms *T, sv_term t, uint32_t bit) {
  sv_sort s = sv_sort_of(T, t);
  const sv_sort_info *info = sv_sort_get(T, s);
  sv_numbers *N = sv_terms_numbers(T);
  sv_value mask = sv_number_wrap(N, sv_small(INT64_C(1) << bit), info->size, info->is_signed);
  sv_term masked = sv_app2(T, SV_OP_BVAND, t, sv_const(T, s, mask));
  return sv_not(sv_eq(T, masked, value_const(T, s, 0)));
}

// The ones among few values; of many, by arithmetic.
static sv_term bit_of_number(sv_terms *T, const sv_net *net, sv_term t, sv_sort s, uint32_t bit) {
  int64_t lo = 0, hi = 0;
  bool known = range_of(net, s, &lo, &hi);
  assert(known), (void)known;
  if (hi - lo < MOST_VALUES) {
    sv_term any = SV_FALSE;
    for (int64_t v = lo; v <= hi; v++)
      if ((v - lo) >> bit & 1) any = sv_or(T, any, sv_eq(T, t, value_const(T, s, v)));
    return any;
  }
  if (sv_sort_get(T, s)->kind != SV_SORT_INT) t = sv_cast(T, sv_sort_int(T), t);
  t = sv_app2(T, SV_OP_SUB, t, sv_int_const(T, lo));
  t = sv_app2(T, SV_OP_DIV, t, sv_int_const(T, INT64_C(1) << bit));
  return sv_eq(T, sv_app2(T, SV_OP_MOD, t, sv_int_const(T, 2)), sv_int_const(T, 1));
}

sv_term sv_bit_of_sort(sv_terms *T, const sv_net *net, sv_term t, sv_sort s, uint32_t bit) {
  switch (sv_sort_get(T, s)->kind) {
  case SV_SORT_BOOL: return t;
  case SV_SORT_BV: return bit_of_vector(T, t, bit);
  default: return bit_of_number(T, net, t, s, bit);
  }
}

sv_term sv_bit_of(sv_terms *T, const sv_net *net, sv_term t, uint32_t bit) {
  return sv_bit_of_sort(T, net, t, sv_sort_of(T, t), bit);
}

// ---- proxies

static sv_term proxy(sv_building *b, sv_term kept) {
  bool negated = sv_negated(kept);
  sv_term t = sv_positive(kept);
  uint32_t known = sv_map_get(&b->proxy_of, t.x);
  if (sv_same(t, SV_TRUE)) return kept;
  if (known == SV_MAP_NONE) {
    known = b->proxies.n;
    sv_push(b->proxies, t);
    sv_map_put(&b->proxy_of, t.x, known);
    sv_eliminator_name(b->e, SV_PROXY_BASE + known, b->next_var++);
  }
  sv_term p = sv_free_term(b->T, SV_PROXY_BASE + known);
  return negated ? sv_not(p) : p;
}

// The number of slots bounds the length of a queue.
static sv_sort leaf_sort(sv_building *b, sv_term leaf) {
  sv_node n = sv_node_of(b->T, sv_index(leaf));
  if (n.op != SV_OP_QLEN && n.op != SV_OP_QDEFER) return n.sort;
  uint32_t q = number_of(b->T, n.args[0]) - 1;
  return sv_sort_range(b->T, 0, b->f->net->queues.at[q].capacity);
}

// A value chosen by bits, from the highest down.
static sv_term value_by_bits(sv_building *b, sv_term leaf, sv_sort s, uint32_t bit, int64_t base,
                             int64_t lo, int64_t hi) {
  if (base > hi - lo) base = 0;  // no value has this code
  sv_sort plain = sv_sort_get(b->T, s)->kind == SV_SORT_INT ? sv_sort_int(b->T) : s;
  if (!bit) return value_const(b->T, plain, lo + base);
  sv_term is = proxy(b, sv_bit_of_sort(b->T, b->f->net, leaf, s, bit - 1));
  sv_term yes = value_by_bits(b, leaf, s, bit - 1, base + (INT64_C(1) << (bit - 1)), lo, hi);
  return sv_ite(b->T, is, yes, value_by_bits(b, leaf, s, bit - 1, base, lo, hi));
}

static sv_term sum_of_bits(sv_building *b, sv_term leaf, sv_sort s, uint32_t bits, int64_t lo) {
  sv_terms *T = b->T;
  const sv_sort_info *info = sv_sort_get(T, s);
  bool vector = info->kind == SV_SORT_BV;
  sv_sort to = vector ? s : sv_sort_int(T);
  sv_term sum = value_const(T, to, vector ? 0 : lo), zero = value_const(T, to, 0);
  for (uint32_t k = 0; k < bits; k++) {
    sv_value weight = sv_small(INT64_C(1) << k);
    if (vector) weight = sv_number_wrap(sv_terms_numbers(T), weight, info->size, info->is_signed);
    sv_term part = sv_ite(T, proxy(b, sv_bit_of_sort(T, b->f->net, leaf, s, k)),
                          sv_const(T, to, weight), zero);
    sum = sv_app2(T, vector ? SV_OP_BVOR : SV_OP_ADD, sum, part);
  }
  return sum;
}

static sv_term scalar_by_bits(sv_building *b, sv_term leaf, sv_sort s) {
  uint32_t bits;
  int64_t lo, hi;
  bool known = sv_sort_bits(b->f->net, s, &bits) && range_of(b->f->net, s, &lo, &hi);
  REQUIRE(known, "what is kept has few values");
  sv_sort_kind kind = sv_sort_get(b->T, s)->kind;
  if (kind == SV_SORT_BOOL) return proxy(b, leaf);
  if (kind == SV_SORT_BV || kind == SV_SORT_INT) return sum_of_bits(b, leaf, s, bits, lo);
  return value_by_bits(b, leaf, s, bits, 0, lo, hi);
}

static sv_term leaf_by_bits(sv_building *b, sv_term leaf, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(b->T, s);
  if (info->kind != SV_SORT_ARRAY) return scalar_by_bits(b, leaf, s);
  sv_term_list cells = {0};
  for (uint32_t i = 0; i < info->size; i++) {
    sv_term cell = sv_app2(b->T, SV_OP_SELECT, leaf, sv_int_const(b->T, i));
    sv_push(cells, leaf_by_bits(b, cell, info->element));
  }
  sv_term out = sv_array(b->T, cells.at, cells.n);
  sv_vec_free(cells);
  return out;
}

// ---- hiding

typedef struct {
  sv_building *b;
  sv_map whole;   // Boolean terms, largest possible, that become proxies
  sv_map leaves;  // kept leaves outside of those
} hiding;

static void plan(hiding *h, sv_term root) {
  sv_building *b = h->b;
  sv_map seen = {0};
  sv_term_list work = {0};
  sv_push(work, sv_positive(root));
  while (work.n) {
    sv_term t = sv_pop(work);
    sv_node n = sv_node_of(b->T, sv_index(t));
    if (sv_map_get(&seen, t.x) != SV_MAP_NONE || n.op == SV_OP_CONST) continue;
    sv_map_put(&seen, t.x, 0);
    bool is_bool = sv_sort_get(b->T, n.sort)->kind == SV_SORT_BOOL;
    bool free = sv_free_number(b->T, t) != UINT32_MAX;
    if (is_bool && !free && !sv_same(t, SV_TRUE) && sv_building_is_kept(b, t)) {
      sv_map_put(&h->whole, sv_index(t), 0);
    } else if (is_leaf(&n)) {
      if (is_kept_leaf(b->a, &b->kept_choices, &n)) sv_map_put(&h->leaves, sv_index(t), 0);
    } else {
      for (uint32_t i = 0; i < n.n; i++) sv_push(work, sv_positive(n.args[i]));
    }
  }
  sv_map_free(&seen);
  sv_vec_free(work);
}

static sv_term hide_one(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  hiding *h = context;
  sv_term t = sv_term_of_index(index);
  SV_UNUSED(T), SV_UNUSED(rebuilt);
  if (sv_map_get(&h->whole, index) != SV_MAP_NONE) return proxy(h->b, t);
  if (sv_map_get(&h->leaves, index) != SV_MAP_NONE)
    return leaf_by_bits(h->b, t, leaf_sort(h->b, t));
  return SV_NONE;
}

sv_term sv_building_hide(sv_building *b, sv_term t) {
  hiding h = {.b = b};
  plan(&h, t);
  sv_term out = sv_rewrite(b->T, t, hide_one, &h);
  sv_map_free(&h.whole);
  sv_map_free(&h.leaves);
  return out;
}
