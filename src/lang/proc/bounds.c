// bounds.c -- the values that an integer term can have.
//
// Plain interval arithmetic. It only serves to leave out checks that can
// never fail, so that `(x + 1) % N` needs none.

#include "lang/proc/lower.h"

#define LIMIT (INT64_C(1) << 60)

typedef struct {
  int64_t lo, hi;
  bool known;
} interval;

static interval between(int64_t lo, int64_t hi) {
  return (interval){lo, hi, lo >= -LIMIT && hi <= LIMIT};
}

static interval leaf(const sv_terms *T, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(T, sort);
  if (info->kind != SV_SORT_INT || !info->ranged) return (interval){0};
  return between(info->lo, info->hi);
}

static interval constant(const sv_terms *T, sv_value v) {
  int64_t n;
  if (!sv_number_to_i64(sv_terms_numbers(T), v, &n)) return (interval){0};
  return between(n, n);
}

static interval product(interval a, interval b) {
  int64_t p[4];
  bool fits =
      !__builtin_mul_overflow(a.lo, b.lo, &p[0]) && !__builtin_mul_overflow(a.lo, b.hi, &p[1]) &&
      !__builtin_mul_overflow(a.hi, b.lo, &p[2]) && !__builtin_mul_overflow(a.hi, b.hi, &p[3]);
  if (!fits) return (interval){0};
  interval r = between(p[0], p[0]);
  for (int i = 1; i < 4; i++) {
    if (p[i] < r.lo) r.lo = p[i];
    if (p[i] > r.hi) r.hi = p[i];
  }
  return between(r.lo, r.hi);
}

static interval bounds_of(const sv_terms *T, sv_term t, uint32_t depth);

// By a positive divisor only; the dividend need not be known for a remainder.
static interval quotient(const sv_terms *T, const sv_node *n, uint32_t depth) {
  interval b = bounds_of(T, n->args[1], depth);
  if (!b.known || b.lo <= 0) return (interval){0};
  interval a = bounds_of(T, n->args[0], depth);
  if (n->op == SV_OP_MOD && a.known && a.lo >= 0 && a.hi < b.lo) return a;
  if (n->op == SV_OP_MOD) return between(0, b.hi - 1);
  if (!a.known) return a;
  return between(a.lo < 0 ? a.lo : 0, a.hi > 0 ? a.hi : 0);
}

// An element of an array has the range of the variable's elements.
static interval element(const sv_terms *T, const sv_node *n) {
  sv_node array = sv_node_of(T, sv_index(n->args[0]));
  while (array.op == SV_OP_SELECT) array = sv_node_of(T, sv_index(array.args[0]));
  if (array.op != SV_OP_VAR && array.op != SV_OP_REMOTE) return (interval){0};
  interval r = leaf(T, sv_sort_scalar(T, array.sort));
  if (r.known && r.lo > 0) r.lo = 0;  // an index that is out of range reads 0
  if (r.known && r.hi < 0) r.hi = 0;
  return r;
}

static interval bounds_of(const sv_terms *T, sv_term t, uint32_t depth) {
  sv_node n = sv_node_of(T, sv_index(t));
  if (!depth--) return (interval){0};
  switch (n.op) {
  case SV_OP_CONST: return constant(T, n.value);
  case SV_OP_VAR:
  case SV_OP_CHOICE:
  case SV_OP_REMOTE:
  case SV_OP_PEEK: return leaf(T, n.sort);
  case SV_OP_SELECT: return element(T, &n);
  case SV_OP_DIV:
  case SV_OP_MOD: return quotient(T, &n, depth);
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_MUL: {
    interval a = bounds_of(T, n.args[0], depth), b = bounds_of(T, n.args[1], depth);
    if (!a.known || !b.known) return (interval){0};
    if (n.op == SV_OP_MUL) return product(a, b);
    if (n.op == SV_OP_ADD) return between(a.lo + b.lo, a.hi + b.hi);
    return between(a.lo - b.hi, a.hi - b.lo);
  }
  case SV_OP_NEG: {
    interval a = bounds_of(T, n.args[0], depth);
    return a.known ? between(-a.hi, -a.lo) : a;
  }
  case SV_OP_ITE: {
    interval a = bounds_of(T, n.args[1], depth), b = bounds_of(T, n.args[2], depth);
    if (!a.known || !b.known) return (interval){0};
    return between(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
  }
  case SV_OP_QUOT:
  case SV_OP_NEXT:
  case SV_OP_SELF:
  case SV_OP_ALIVE:
  case SV_OP_FIND:
  case SV_OP_AND:
  case SV_OP_EQ:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_ANY_REFERENCE_OP:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: return (interval){0};
  }
  SV_UNREACHABLE();
}

bool proc_bounds(const sv_terms *T, sv_term t, int64_t *lo, int64_t *hi) {
  enum { DEEPEST = 12 };
  interval r = bounds_of(T, t, DEEPEST);
  *lo = r.lo;
  *hi = r.hi;
  return r.known;
}
