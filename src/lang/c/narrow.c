// narrow.c -- sorts by ranges.
//
// A variable becomes a bit vector of the bits that its range needs, and a cast
// stands where it was read. A term wider than 32 bits whose range fits into 32
// or 62 bits is computed there: sums, products and bit operations commute with
// cutting off high bits, and the value that fits is not changed by it.

#include "lang/c/narrow.h"

enum { SHORT = 32, LONG = 62 };

typedef struct {
  sv_model *model;
  sv_terms *terms;
  c_ranges *ranges;
  sv_sort *sort;     // per variable: its new scalar sort
  sv_sort *choice;   // per choice of the action at hand: its new sort, and
  int64_t *least;    // what is added to it
  sv_map rewritten;  // index -> term, of the action at hand
} narrowing;

static sv_term rewrite(narrowing *, sv_term);

// ---- sorts

static uint32_t bits_of(int64_t n) {
  uint32_t bits = 0;
  for (uint64_t u = n < 0 ? ~(uint64_t)n : (uint64_t)n; u; u >>= 1) bits++;
  return bits;
}

static sv_sort sort_for(narrowing *w, sv_sort old, c_range r) {
  const sv_sort_info *s = sv_sort_get(w->terms, old);
  if (s->kind != SV_SORT_BV || r.any) return old;
  uint32_t low = bits_of(r.lo), high = bits_of(r.hi), bits = low > high ? low : high;
  bool is_signed = r.lo < 0;
  if (is_signed) bits++;
  if (!bits) bits = 1;
  return bits >= s->size ? old : sv_sort_bv(w->terms, bits, is_signed);
}

static sv_sort like(narrowing *w, sv_sort whole, sv_sort scalar) {
  const sv_sort_info *s = sv_sort_get(w->terms, whole);
  if (s->kind != SV_SORT_ARRAY) return scalar;
  uint32_t n = s->size;
  return sv_sort_array(w->terms, n, scalar);
}

// ---- terms

// The same value in this sort, which has it.
static sv_term as(narrowing *w, sv_sort sort, sv_term t) {
  return sv_sort_same(sv_sort_of(w->terms, t), sort) ? t : sv_cast(w->terms, sort, t);
}

static sv_term old_sort(narrowing *w, sv_term t) {
  if (sv_sort_get(w->terms, sv_sort_of(w->terms, t))->kind == SV_SORT_ARRAY) return rewrite(w, t);
  return as(w, sv_sort_of(w->terms, t), rewrite(w, t));
}

// Where a term of this sort and range is computed; its own sort if it is not narrowed.
static sv_sort work_sort(narrowing *w, sv_sort own, c_range r) {
  const sv_sort_info *s = sv_sort_get(w->terms, own);
  if (s->kind != SV_SORT_BV || s->size <= SHORT) return own;
  if (c_range_fits(r, SHORT, true)) return sv_sort_bv(w->terms, SHORT, true);
  if (s->size > LONG && c_range_fits(r, LONG, true)) return sv_sort_bv(w->terms, LONG, true);
  return own;
}

// A variable, or writes on top of one: the variable.
static uint32_t array_variable(const narrowing *w, sv_term t) {
  sv_node n = sv_node_of(w->terms, sv_index(t));
  while (n.op == SV_OP_STORE || n.op == SV_OP_ITE)
    n = sv_node_of(w->terms, sv_index(n.args[n.op == SV_OP_ITE]));
  return n.op == SV_OP_VAR ? n.id : 0;
}

// An array term for a variable with elements of this sort.
static sv_term array_term(narrowing *w, sv_term t, sv_sort element) {
  sv_node n = sv_node_of(w->terms, sv_index(t));
  sv_term a[3] = {n.n > 0 ? n.args[0] : SV_NONE, n.n > 1 ? n.args[1] : SV_NONE,
                  n.n > 2 ? n.args[2] : SV_NONE};
  switch (n.op) {
  case SV_OP_VAR: return sv_var(w->terms, like(w, n.sort, element), n.id, n.role);
  case SV_OP_STORE: {
    sv_term whole = array_term(w, a[0], element), index = rewrite(w, a[1]);
    return sv_app3(w->terms, SV_OP_STORE, whole, index, as(w, element, rewrite(w, a[2])));
  }
  case SV_OP_ITE: {
    sv_term yes = array_term(w, a[1], element), no = array_term(w, a[2], element);
    return sv_ite(w->terms, rewrite(w, a[0]), yes, no);
  }
  case SV_OP_FILL:
    return sv_array_fill(w->terms, like(w, n.sort, element), as(w, element, rewrite(w, a[0])));
  case SV_OP_ARRAY: {
    sv_term *elements = SV_NEW_ARRAY(sv_term, n.n);
    for (uint32_t i = 0; i < n.n; i++)
      elements[i] = as(w, element, rewrite(w, sv_node_of(w->terms, sv_index(t)).args[i]));
    sv_term array = sv_array(w->terms, elements, n.n);
    sv_free(elements);
    return array;
  }
  default: return SV_NONE;
  }
}

static sv_term select_term(narrowing *w, sv_term array, sv_term index) {
  uint32_t variable = array_variable(w, array);
  sv_sort element =
      variable ? w->sort[variable] : sv_sort_scalar(w->terms, sv_sort_of(w->terms, array));
  sv_term whole = array_term(w, array, element);
  return sv_app2(w->terms, SV_OP_SELECT, whole, rewrite(w, index));
}

// Operators of which the low bits of the result depend on the low bits of the arguments only.
static bool is_modular(sv_op op) {
  return op == SV_OP_ADD || op == SV_OP_SUB || op == SV_OP_MUL || op == SV_OP_NEG ||
         op == SV_OP_BVAND || op == SV_OP_BVOR || op == SV_OP_BVXOR || op == SV_OP_BVNOT;
}

static sv_term compare(narrowing *w, sv_op op, sv_term a, sv_term b) {
  sv_sort own = sv_sort_of(w->terms, a), one = work_sort(w, own, c_range_of_term(w->ranges, a)),
          two = work_sort(w, own, c_range_of_term(w->ranges, b));
  uint32_t first = sv_sort_get(w->terms, one)->size, second = sv_sort_get(w->terms, two)->size;
  sv_sort sort = first > second ? one : two;
  return sv_app2(w->terms, op, as(w, sort, rewrite(w, a)), as(w, sort, rewrite(w, b)));
}

static sv_term generic(narrowing *w, const sv_node *n, const sv_term *old) {
  sv_term *args = SV_NEW_ARRAY(sv_term, n->n + 1);
  for (uint32_t i = 0; i < n->n; i++) args[i] = old_sort(w, old[i]);
  sv_term t = n->op == SV_OP_REMOTE ? sv_remote(w->terms, n->sort, n->id, args[0])
              : n->op == SV_OP_FIND ? sv_find(w->terms, n->id, args[0])
                                    : sv_app(w->terms, n->op, args, n->n);
  sv_free(args);
  return t;
}

static sv_term modular(narrowing *w, const sv_node *n, const sv_term *old, sv_sort sort) {
  sv_term args[2] = {SV_NONE, SV_NONE};
  for (uint32_t i = 0; i < n->n; i++) args[i] = as(w, sort, rewrite(w, old[i]));
  return sv_app(w->terms, n->op, args, n->n);
}

static bool compares_numbers(const narrowing *w, const sv_node *n) {
  bool op = n->op == SV_OP_LT || n->op == SV_OP_LE || n->op == SV_OP_EQ;
  return op && sv_sort_get(w->terms, sv_sort_of(w->terms, n->args[0]))->kind == SV_SORT_BV;
}

static sv_term choice_term(narrowing *w, const sv_node *n) {
  sv_term t = sv_choice(w->terms, w->choice[n->id], n->id);
  if (!w->least[n->id]) return t;
  sv_term least = sv_const(w->terms, n->sort, sv_small(w->least[n->id]));
  return sv_app2(w->terms, SV_OP_ADD, sv_cast(w->terms, n->sort, t), least);
}

static sv_term rewrite_node(narrowing *w, sv_term t, const sv_node *n, const sv_term *args) {
  if (n->op == SV_OP_VAR) {
    if (w->model->variables.at[n->id].is_pc) return t;
    return sv_var(w->terms, like(w, n->sort, w->sort[n->id]), n->id, n->role);
  }
  if (n->op == SV_OP_SELECT) return select_term(w, args[0], args[1]);
  if (n->op == SV_OP_CHOICE) return choice_term(w, n);
  if (!n->n) return t;
  if (compares_numbers(w, n)) return compare(w, n->op, args[0], args[1]);
  sv_sort sort = work_sort(w, n->sort, c_range_of_term(w->ranges, t));
  if (n->op == SV_OP_CAST) return as(w, sort, rewrite(w, args[0]));
  if (n->op == SV_OP_ITE && sv_sort_get(w->terms, n->sort)->kind == SV_SORT_BV)
    return sv_ite(w->terms, rewrite(w, args[0]), as(w, sort, rewrite(w, args[1])),
                  as(w, sort, rewrite(w, args[2])));
  if (is_modular(n->op)) return modular(w, n, args, sort);
  return generic(w, n, args);
}

// The same value, perhaps in a smaller sort.
static sv_term rewrite(narrowing *w, sv_term t) {
  if (sv_is_none(t) || sv_same(sv_positive(t), sv_positive(SV_TRUE))) return t;
  uint32_t known = sv_map_get(&w->rewritten, sv_index(t));
  if (known == SV_MAP_NONE) {
    sv_node n = sv_node_of(w->terms, sv_index(t));
    sv_term *args = SV_NEW_ARRAY(sv_term, n.n + 1);
    for (uint32_t i = 0; i < n.n; i++) args[i] = n.args[i];
    n.args = args;
    sv_term made = rewrite_node(w, sv_positive(t), &n, args);
    REQUIRE(!sv_is_none(made), "a term that cannot be narrowed");
    sv_map_put(&w->rewritten, sv_index(t), known = made.x);
    sv_free(args);
  }
  return (sv_term){known ^ sv_negated(t)};
}

// ---- the model

static sv_term new_target(narrowing *w, sv_term target) {
  sv_node n = sv_node_of(w->terms, sv_index(target));
  if (n.op == SV_OP_SELECT) return select_term(w, n.args[0], n.args[1]);
  if (n.op == SV_OP_REMOTE) return sv_remote(w->terms, n.sort, n.id, old_sort(w, n.args[0]));
  return sv_var(w->terms, like(w, n.sort, w->sort[n.id]), n.id, n.role);
}

static sv_update new_update(narrowing *w, sv_update u) {
  sv_term target = new_target(w, u.target);
  sv_sort sort = sv_sort_of(w->terms, target);
  if (sv_sort_get(w->terms, sort)->kind == SV_SORT_ARRAY)
    return (sv_update){target, array_term(w, u.value, sv_sort_scalar(w->terms, sort))};
  return (sv_update){target, as(w, sort, rewrite(w, u.value))};
}

static const sv_start *new_starts(narrowing *w, const sv_action *a) {
  sv_start *starts = SV_ARENA_ARRAY(w->model->arena, sv_start, a->start_count + 1);
  for (uint32_t i = 0; i < a->start_count; i++) {
    sv_start *s = &starts[i];
    *s = a->starts[i];
    assert(sv_is_none(s->result));
    sv_argument *arguments = SV_ARENA_ARRAY(w->model->arena, sv_argument, s->argument_count + 1);
    for (uint32_t k = 0; k < s->argument_count; k++) {
      arguments[k] = s->arguments[k];
      sv_sort sort = w->sort[arguments[k].variable];
      arguments[k].value = as(w, sort, rewrite(w, arguments[k].value));
    }
    s->arguments = arguments;
  }
  return starts;
}

// Bits for the distance from the least value, where these are fewer.
static sv_sort choice_sort(narrowing *w, uint32_t k, sv_sort old, c_range r) {
  sv_sort plain = sort_for(w, old, r);
  if (r.any || sv_sort_get(w->terms, old)->kind != SV_SORT_BV) return plain;
  sv_sort moved = sort_for(w, old, (c_range){.lo = 0, .hi = r.hi - r.lo});
  if (sv_sort_get(w->terms, moved)->size >= sv_sort_get(w->terms, plain)->size) return plain;
  w->least[k] = r.lo;
  return moved;
}

// A choice ranges over the values that the constraint leaves it.
static void narrow_choices(narrowing *w, sv_action *a) {
  sv_choice_input *choices = SV_ARENA_ARRAY(w->model->arena, sv_choice_input, a->choice_count + 1);
  bool possible = c_ranges_restrict(w->ranges, a);
  for (uint32_t k = 0; k < a->choice_count; k++) {
    choices[k] = a->choices[k];
    sv_term t = sv_choice(w->terms, choices[k].sort, k);
    w->least[k] = 0;
    if (possible)
      choices[k].sort = choice_sort(w, k, choices[k].sort, c_range_of_term(w->ranges, t));
    w->choice[k] = choices[k].sort;
  }
  a->choices = choices;
  sv_passed *passed = SV_ARENA_ARRAY(w->model->arena, sv_passed, a->passed_count + 1);
  for (uint32_t k = 0; k < a->passed_count; k++) {
    passed[k] = a->passed[k];
    if (passed[k].choice) passed[k].more = w->least[passed[k].choice - 1];
  }
  a->passed = passed;
  if (!possible) a->guard = SV_FALSE;
}

static void narrow_action(narrowing *w, sv_action *a) {
  sv_map_clear(&w->rewritten);
  narrow_choices(w, a);
  c_ranges_enter(w->ranges, a);
  a->guard = rewrite(w, a->guard);
  a->constraint = rewrite(w, a->constraint);
  sv_update *updates = SV_ARENA_ARRAY(w->model->arena, sv_update, a->update_count + 1);
  for (uint32_t i = 0; i < a->update_count; i++) updates[i] = new_update(w, a->updates[i]);
  a->updates = updates;
  a->starts = new_starts(w, a);
}

static void narrow_variable(narrowing *w, uint32_t variable) {
  sv_variable *v = &w->model->variables.at[variable];
  if (v->is_pc) return;
  v->sort = like(w, v->sort, w->sort[variable]);
  if (sv_is_none(v->init)) return;
  bool array = sv_sort_get(w->terms, v->sort)->kind == SV_SORT_ARRAY;
  v->init = array ? array_term(w, v->init, w->sort[variable]) : as(w, v->sort, v->init);
}

// What is asked about global variables is asked in every place.
static void narrow_goals(narrowing *w, c_goals *goals) {
  sv_map_clear(&w->rewritten);
  c_ranges_enter(w->ranges, &w->model->actions.at[1]);
  for (uint32_t i = 0; i < goals->conditions.n; i++) {
    c_condition *c = &goals->conditions.at[i];
    c->sure = rewrite(w, c->sure);
    c->maybe = rewrite(w, c->maybe);
    c->other = rewrite(w, c->other);
  }
}

void c_narrow(sv_model *m, c_goals *goals, c_range *range) {
  narrowing w = {.model = m, .terms = m->terms, .ranges = c_ranges_new(m)};
  w.sort = SV_NEW_ARRAY(sv_sort, m->variables.n);
  for (uint32_t v = 1; v < m->variables.n; v++) {
    sv_sort scalar = sv_sort_scalar(m->terms, m->variables.at[v].sort);
    range[v] = c_range_of_variable(w.ranges, v);
    w.sort[v] = sort_for(&w, scalar, range[v]);
  }
  uint32_t most = 0;
  for (uint32_t i = 1; i < m->actions.n; i++)
    if (m->actions.at[i].choice_count > most) most = m->actions.at[i].choice_count;
  w.choice = SV_NEW_ARRAY(sv_sort, most + 1);
  w.least = SV_NEW_ARRAY(int64_t, most + 1);
  for (uint32_t i = 1; i < m->actions.n; i++) narrow_action(&w, &m->actions.at[i]);
  if (m->actions.n > 1) narrow_goals(&w, goals);
  sv_map_clear(&w.rewritten);
  for (uint32_t v = 1; v < m->variables.n; v++) narrow_variable(&w, v);
  c_ranges_free(w.ranges);
  sv_map_free(&w.rewritten);
  sv_free(w.sort), sv_free(w.choice), sv_free(w.least);
}
