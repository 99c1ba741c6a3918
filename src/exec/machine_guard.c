// machine_guard.c -- guards as masked comparisons and code.
//
// A conjunct that compares one field with a constant becomes a test; all
// equalities on the same word together are a single one. So do the locations
// of the second, third, … edge. What is left is compiled.

#include "exec/machine_inside.h"

// ---- tests

// Raw values lo .. hi of a field, or all but these.
typedef struct {
  sv_field field;
  uint64_t lo, hi;
  bool inverted;
} interval;

static uint64_t field_mask(sv_field f) { return f.bits ? UINT64_MAX >> (64 - f.bits) : 0; }

static sv_test make_test(interval x) {
  uint64_t one = UINT64_C(1) << x.field.shift, mask = field_mask(x.field) << x.field.shift;
  uint64_t lo = x.lo << x.field.shift, hi = x.hi << x.field.shift;
  assert(x.lo <= x.hi && x.hi <= field_mask(x.field));
  if (!x.inverted) return (sv_test){mask, lo, hi - lo, x.field.word};
  return (sv_test){mask, hi + one, lo - hi - one - one, x.field.word};
}

static void push_test(sv_maker *m, sv_test t) {
  for (uint32_t i = 0; i < m->tests.n && !t.span; i++) {
    sv_test *other = &m->tests.at[i];
    if (other->span || other->word != t.word || other->mask & t.mask) continue;
    other->mask |= t.mask;
    other->lo |= t.lo;
    return;
  }
  sv_push(m->tests, t);
}

// Cuts the values lo .. hi down to what the field can hold. False if nothing
// or everything is left: such terms go through the compiler.
static bool cut_down(interval *x, int64_t lo, int64_t hi) {
  int64_t base = x->field.base, top;
  if (__builtin_add_overflow(base, (int64_t)field_mask(x->field), &top)) top = INT64_MAX;
  if (!x->field.bits || lo > top || hi < base || lo > hi) return false;
  if (lo < base) lo = base;
  if (hi > top) hi = top;
  x->lo = (uint64_t)lo - (uint64_t)base;
  x->hi = (uint64_t)hi - (uint64_t)base;
  return lo > base || hi < top;
}

static bool constant(const sv_net *net, sv_term t, int64_t *k) {
  sv_value v;
  return sv_is_const(net->model->terms, t, &v) &&
         sv_number_to_i64(sv_terms_numbers(net->model->terms), v, k) && *k > INT64_MIN &&
         *k < INT64_MAX;
}

static bool field_of(const sv_layout *layout, sv_term t, sv_field *f) {
  uint32_t cell;
  if (!sv_code_static_number(layout->net, t, &cell)) return false;
  *f = layout->cells[cell];
  return true;
}

static bool comparison(const sv_layout *layout, const sv_node *node, interval *x) {
  int64_t k;
  bool left = constant(layout->net, node->args[0], &k);
  if (!left && !constant(layout->net, node->args[1], &k)) return false;
  if (!field_of(layout, node->args[left], &x->field)) return false;
  if (node->op == SV_OP_EQ) return cut_down(x, k, k);
  int64_t strict = node->op == SV_OP_LT;
  return left ? cut_down(x, k + strict, INT64_MAX) : cut_down(x, INT64_MIN, k - strict);
}

static bool as_interval(const sv_layout *layout, sv_term t, interval *x) {
  const sv_terms *T = layout->net->model->terms;
  sv_node node = sv_node_of(T, sv_index(t));
  x->inverted = sv_negated(t);
  if (node.op == SV_OP_VAR || node.op == SV_OP_SELECT)
    return field_of(layout, t, &x->field) && cut_down(x, 1, 1);
  if (node.op != SV_OP_EQ && node.op != SV_OP_LT && node.op != SV_OP_LE) return false;
  return sv_sort_get(T, sv_sort_of(T, node.args[0]))->kind != SV_SORT_ARRAY &&
         comparison(layout, &node, x);
}

// "Not the lowest ones" is an interval again; of one bit it is an equality.
static void straighten(interval *x) {
  if (!x->inverted || (x->lo && x->hi != field_mask(x->field))) return;
  bool low = x->lo == 0;
  uint64_t lo = low ? x->hi + 1 : 0, hi = low ? field_mask(x->field) : x->lo - 1;
  *x = (interval){x->field, lo, hi, false};
}

// Splits the guard; what is no test stays in m->terms.
static void split_guard(sv_maker *m, sv_term guard) {
  const sv_terms *T = m->program->net->model->terms;
  sv_clear(m->terms);
  sv_push(m->terms, guard);
  for (uint32_t i = 0; i < m->terms.n;) {
    sv_term t = m->terms.at[i];
    sv_node node = sv_node_of(T, sv_index(t));
    interval x;
    bool conjunction = node.op == SV_OP_AND && !sv_negated(t);
    bool test = !conjunction && !sv_same(t, SV_TRUE) && as_interval(m->program->layout, t, &x);
    if (!conjunction && !test && !sv_same(t, SV_TRUE)) {
      i++;
      continue;
    }
    m->terms.at[i] = sv_last(m->terms);
    m->terms.n--;
    for (uint32_t j = 0; conjunction && j < node.n; j++) sv_push(m->terms, node.args[j]);
    if (test) straighten(&x), push_test(m, make_test(x));
  }
}

// ---- where the other edges stand

static const uint64_t *location_set(const sv_maker *m, const sv_net_edge *e, uint32_t n,
                                    uint64_t *lo, uint64_t *hi) {
  uint64_t *set = SV_ARENA_ARRAY(m->program->arena, uint64_t, sv_bits_words(n));
  *lo = UINT64_MAX, *hi = 0;
  for (uint32_t i = 0; i < e->from_count; i++) {
    uint32_t l = e->from[i];
    assert(l < n);
    set[l / 64] |= UINT64_C(1) << l % 64;
    if (l < *lo) *lo = l;
    if (l > *hi) *hi = l;
  }
  return set;
}

static bool is_interval(const uint64_t *set, uint64_t lo, uint64_t hi) {
  for (uint64_t l = lo; l <= hi; l++)
    if (!(set[l / 64] >> l % 64 & 1)) return false;
  return true;
}

static void push_edge(sv_maker *m, const sv_net_edge *e) {
  const sv_program *p = m->program;
  uint64_t lo, hi;
  uint32_t n =
      p->net->model->templates.at[p->net->processes.at[e->process].template_number].locations.n;
  const uint64_t *set = location_set(m, e, n, &lo, &hi);
  sv_field pc = p->pcs[e->process];
  if (pc.bits && is_interval(set, lo, hi)) push_test(m, make_test((interval){pc, lo, hi, false}));
  else sv_push(m->stands, (sv_stand){e->process, set});
}

// ---- code

static uint32_t piece_of(sv_maker *m, const sv_term *terms, uint32_t n) {
  if (!n) return SV_NO_PIECE;
  uint32_t piece = sv_code_begin(&m->compiler, 0);
  sv_code_plan(&m->compiler, terms, n);
  for (uint32_t i = 0; i < n && !m->compiler.failed; i++) sv_code_need(&m->compiler, terms[i]);
  sv_code_done(&m->compiler);
  return piece;
}

uint32_t sv_maker_condition(sv_maker *m, sv_term t) {
  return piece_of(m, &t, !sv_same(t, SV_TRUE));
}

void sv_machine_guard_code(sv_maker *m, const sv_net_action *a, sv_machine_action *move) {
  sv_clear(m->tests);
  sv_clear(m->stands);
  for (uint32_t i = 1; i < a->edge_count; i++) push_edge(m, &a->edges[i]);
  split_guard(m, a->guard);
  move->guard = piece_of(m, m->terms.at, m->terms.n);
  for (uint32_t i = 0; i < m->tests.n; i++) assert(m->tests.at[i].word < m->program->layout->words);
  move->tests = sv_maker_keep(m, m->tests.at, m->tests.n, sizeof *m->tests.at);
  move->test_count = m->tests.n;
  move->stands = sv_maker_keep(m, m->stands.at, m->stands.n, sizeof *m->stands.at);
  move->stand_count = m->stands.n;
}
