// range_term.c -- ranges of terms, and what a guard says about them.

#include "lang/c/range_inside.h"

enum { MOST_BITS = 61, MOST_ALIVE = 1 << 26 };

static const c_range anything = {.any = true};

static c_range between(int64_t lo, int64_t hi) { return (c_range){.lo = lo, .hi = hi}; }

c_range c_range_of_width(uint32_t width, bool is_signed) {
  if (width > MOST_BITS) return anything;
  int64_t hi = (INT64_C(1) << (width - is_signed)) - 1;
  return between(is_signed ? -hi - 1 : 0, hi);
}

c_range c_range_of_sort(const c_ranges *r, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(r->model->terms, sort);
  if (s->kind == SV_SORT_BOOL) return between(0, 1);
  return s->kind == SV_SORT_BV ? c_range_of_width(s->size, s->is_signed) : anything;
}

static c_range argument(c_ranges *r, const sv_node *n, uint32_t k) {
  return c_range_of_term(r, n->args[k]);
}

// The exact result if it lies in the sort, else whatever the sort has.
static c_range within(const c_ranges *r, sv_sort sort, c_range exact) {
  const sv_sort_info *s = sv_sort_get(r->model->terms, sort);
  if (exact.any || s->kind == SV_SORT_INT) return exact;
  bool fits = s->kind == SV_SORT_BV && c_range_fits(exact, s->size, s->is_signed);
  return fits ? exact : c_range_of_sort(r, sort);
}

static bool is_small(int64_t n) {
  return n <= INT64_C(1) << MOST_BITS && n >= -(INT64_C(1) << MOST_BITS);
}

static c_range sum(c_range a, c_range b, bool minus) {
  if (a.any || b.any) return anything;
  c_range t = minus ? between(a.lo - b.hi, a.hi - b.lo) : between(a.lo + b.lo, a.hi + b.hi);
  return is_small(t.lo) && is_small(t.hi) ? t : anything;
}

static c_range product(c_range a, c_range b) {
  if (a.any || b.any) return anything;
  int64_t x[2] = {a.lo, a.hi}, y[2] = {b.lo, b.hi}, lo = INT64_MAX, hi = INT64_MIN, p;
  for (int i = 0; i < 4; i++) {
    if (__builtin_mul_overflow(x[i / 2], y[i % 2], &p) || !is_small(p)) return anything;
    lo = p < lo ? p : lo, hi = p > hi ? p : hi;
  }
  return between(lo, hi);
}

static bool is_point(c_range r, int64_t least) { return !r.any && r.lo == r.hi && r.lo >= least; }

static c_range quotient(c_range a, c_range b) {
  return a.any || a.lo < 0 || !is_point(b, 1) ? anything : between(a.lo / b.lo, a.hi / b.lo);
}

static c_range rest(c_range a, c_range b) {
  if (!is_point(b, 1) || a.any || a.lo < 0) return anything;
  return between(0, a.hi < b.lo ? a.hi : b.lo - 1);
}

static c_range masked(c_range a, c_range b) {
  bool first = !a.any && a.lo >= 0, second = !b.any && b.lo >= 0;
  if (first && second) return between(0, a.hi < b.hi ? a.hi : b.hi);
  return first ? between(0, a.hi) : second ? between(0, b.hi) : anything;
}

static c_range merged(c_range a, c_range b) {
  if (a.any || b.any || a.lo < 0 || b.lo < 0) return anything;
  int64_t hi = 0;
  while (hi < a.hi || hi < b.hi) hi = 2 * hi + 1;
  return between(0, hi);
}

static c_range shifted_right(c_range a, c_range b) {
  if (a.any || a.lo < 0 || !is_point(b, 0) || b.lo > MOST_BITS) return anything;
  return between(a.lo >> b.lo, a.hi >> b.lo);
}

static c_range of_arguments(c_ranges *r, const sv_node *n, uint32_t from) {
  c_range all = argument(r, n, from);
  for (uint32_t k = from + 1; k < n->n; k++) all = c_range_join(all, argument(r, n, k));
  return all;
}

static int64_t most_alive(const c_ranges *r, uint32_t template_number) {
  uint32_t pool = r->model->templates.at[template_number].pool;
  return pool == SV_UNBOUNDED || pool > MOST_ALIVE ? MOST_ALIVE : pool;
}

static c_range of_constant(const c_ranges *r, const sv_node *n) {
  int64_t v;
  bool fits = sv_number_to_i64(sv_terms_numbers(r->model->terms), n->value, &v) && is_small(v);
  return fits ? between(v, v) : anything;
}

// `n` is a copy whose arguments are its own: terms are not made here, but argument() recurs.
static c_range of_node(c_ranges *r, const sv_node *n) {
  switch (n->op) {
  case SV_OP_CONST: return of_constant(r, n);
  case SV_OP_VAR: return c_range_here(r, n);
  case SV_OP_SELF: return between(0, most_alive(r, r->template_number));
  case SV_OP_ALIVE: return between(0, most_alive(r, n->id));
  case SV_OP_ITE: return of_arguments(r, n, 1);
  case SV_OP_ADD: return within(r, n->sort, sum(argument(r, n, 0), argument(r, n, 1), false));
  case SV_OP_SUB: return within(r, n->sort, sum(argument(r, n, 0), argument(r, n, 1), true));
  case SV_OP_NEG: return within(r, n->sort, sum(between(0, 0), argument(r, n, 0), true));
  case SV_OP_MUL: return within(r, n->sort, product(argument(r, n, 0), argument(r, n, 1)));
  case SV_OP_DIV: return quotient(argument(r, n, 0), argument(r, n, 1));
  case SV_OP_MOD: return rest(argument(r, n, 0), argument(r, n, 1));
  case SV_OP_BVAND: return masked(argument(r, n, 0), argument(r, n, 1));
  case SV_OP_BVOR:
  case SV_OP_BVXOR: return merged(argument(r, n, 0), argument(r, n, 1));
  case SV_OP_SHR: return shifted_right(argument(r, n, 0), argument(r, n, 1));
  case SV_OP_CAST: return within(r, n->sort, argument(r, n, 0));
  case SV_OP_SELECT: return c_range_join(between(0, 0), argument(r, n, 0));
  case SV_OP_STORE: return c_range_join(argument(r, n, 0), argument(r, n, 2));
  case SV_OP_ARRAY:
  case SV_OP_FILL: return of_arguments(r, n, 0);
  case SV_OP_NEXT:
  case SV_OP_CHOICE:
  case SV_OP_REMOTE:
  case SV_OP_FIND:
  case SV_OP_BVNOT:
  case SV_OP_SHL:
  case SV_OP_QUOT:
  case SV_OP_AND:
  case SV_ANY_COMPARISON_OP:
  case SV_OP_EQ:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return anything;
  }
  SV_UNREACHABLE();
}

c_range c_range_of_term(c_ranges *r, sv_term t) {
  uint32_t index = sv_index(t);
  assert(index < r->terms);
  if (r->stamped[index] == r->stamp) return r->known[index];
  if (sv_sort_get(r->model->terms, sv_sort_of(r->model->terms, t))->kind == SV_SORT_BOOL)
    return between(0, 1);
  sv_node n = sv_node_of(r->model->terms, index);
  c_range found = of_node(r, &n);
  if (found.any) found = c_range_of_sort(r, sv_sort_scalar(r->model->terms, n.sort));
  r->stamped[index] = r->stamp;
  return r->known[index] = found;
}

// ---- guards

static bool set(c_ranges *r, sv_term t, c_range now) {
  const sv_terms *T = r->model->terms;
  for (;;) {
    if (now.lo > now.hi) return false;
    r->known[sv_index(t)] = now;
    sv_node n = sv_node_of(T, sv_index(t));
    if (n.op != SV_OP_CAST) return true;
    // A cast that changes no value: what is below has this range, too.
    c_range below = c_range_of_term(r, n.args[0]);
    const sv_sort_info *s = sv_sort_get(T, n.sort),
                       *from = sv_sort_get(T, sv_sort_of(T, n.args[0]));
    if (s->kind != SV_SORT_BV || from->kind != SV_SORT_BV) return true;
    bool same_sign = from->size == s->size && c_range_fits(now, s->size, true) && now.lo >= 0;
    if (!same_sign && !c_range_fits(below, s->size, s->is_signed)) return true;
    t = n.args[0];
    now = between(below.lo > now.lo ? below.lo : now.lo, below.hi < now.hi ? below.hi : now.hi);
  }
}

// a + least <= b
static bool order(c_ranges *r, sv_term a, sv_term b, int64_t least) {
  c_range x = c_range_of_term(r, a), y = c_range_of_term(r, b);
  if (x.any || y.any) return true;
  c_range first = between(x.lo, x.hi < y.hi - least ? x.hi : y.hi - least);
  c_range second = between(y.lo > x.lo + least ? y.lo : x.lo + least, y.hi);
  return set(r, a, first) && set(r, b, second);
}

// Not equal to a known value: that one is cut off, if it is the first or the last.
static bool differ(c_ranges *r, sv_term a, sv_term b) {
  c_range x = c_range_of_term(r, a), y = c_range_of_term(r, b);
  if (x.any || y.any || y.lo != y.hi) return true;
  if (x.lo == y.lo) x.lo++;
  else if (x.hi == y.lo) x.hi--;
  else return true;
  return set(r, a, x);
}

bool c_range_restrict(c_ranges *r, sv_term t) {
  const sv_terms *T = r->model->terms;
  if (sv_same(t, SV_FALSE)) return false;
  sv_node n = sv_node_of(T, sv_index(t));
  if (n.op == SV_OP_AND && !sv_negated(t)) {
    for (uint32_t k = 0; k < n.n; k++)
      if (!c_range_restrict(r, sv_node_of(T, sv_index(t)).args[k])) return false;
    return true;
  }
  bool numbers = n.n == 2 && sv_sort_get(T, sv_sort_of(T, n.args[0]))->kind == SV_SORT_BV;
  if (!numbers) return true;
  sv_term a = n.args[0], b = n.args[1];
  if (n.op == SV_OP_LT) return sv_negated(t) ? order(r, b, a, 0) : order(r, a, b, 1);
  if (n.op == SV_OP_LE) return sv_negated(t) ? order(r, b, a, 1) : order(r, a, b, 0);
  if (n.op == SV_OP_EQ && sv_negated(t)) return differ(r, a, b) && differ(r, b, a);
  return n.op != SV_OP_EQ || sv_negated(t) || (order(r, a, b, 0) && order(r, b, a, 0));
}
