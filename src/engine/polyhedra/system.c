// system.c -- a net as control states and linear steps between them.
//
// The values of a control state are put into the flat system's conditions, which
// leaves conditions on numbers; these are split into cases once for each
// combination of the values that they depend on.

#include "engine/polyhedra/polyhedra.h"
#include "expr/walk.h"

enum { MOST_STARTS = 1 << 16, MOST_VARIABLES = 5000 };

// ---- what is control, what is a number

static bool is_number(const sv_sort_info *s, uint32_t keep) {
  if (s->kind == SV_SORT_REAL) return true;
  return s->kind == SV_SORT_INT && (!s->ranged || ((uint64_t)s->hi - (uint64_t)s->lo) >> keep);
}

static void classify(sv_poly_system *p, uint32_t keep) {
  const sv_net *net = p->net;
  if (net->queues.n) p->refused = "the engine 'polyhedra' does not take queues";
  if (net->vars.n > MOST_VARIABLES) p->refused = "there are too many variables";
  for (uint32_t v = 0; v < net->vars.n; v++) {
    const sv_sort_info *s = sv_sort_get(p->terms, net->vars.at[v].sort);
    bool number = is_number(s, keep);
    if (s->kind == SV_SORT_ARRAY) p->refused = "the engine 'polyhedra' does not take arrays";
    p->relaxed |= number && s->kind == SV_SORT_INT;
    sv_push(p->place_of, number ? UINT32_MAX : p->places.n);
    sv_push(p->dimension_of, number ? p->dimensions.n : UINT32_MAX);
    if (number) sv_push(p->dimensions, v);
    else sv_push(p->places, v);
  }
}

static void add_reads(sv_poly_system *p, const sv_term *roots, uint32_t n) {
  sv_u32s cone = {0}, reads = {0};
  sv_bits seen;
  sv_bits_init(&seen, p->places.n + 1);
  sv_cone(p->terms, roots, n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(p->terms, cone.at[i]);
    uint32_t place = node.op == SV_OP_VAR ? p->place_of.at[node.id] : UINT32_MAX;
    if (place == UINT32_MAX || sv_bits_has(&seen, place)) continue;
    sv_bits_add(&seen, place);
    sv_push(reads, place);
  }
  sv_push(p->reads, reads);
  sv_bits_free(&seen);
  sv_vec_free(cone);
}

static void list_reads(sv_poly_system *p) {
  sv_term_list roots = {0};
  for (uint32_t a = 0; a < p->net->actions.n; a++) {
    sv_clear(roots);
    sv_push(roots, p->flat->actions[a].enabled);
    for (uint32_t v = 0; v < p->net->vars.n; v++)
      if (!sv_is_none(p->flat->actions[a].after[v])) sv_push(roots, p->flat->actions[a].after[v]);
    add_reads(p, roots.at, roots.n);
  }
  for (uint32_t i = 0; i < p->net->properties.n; i++) {
    sv_term bad = i ? sv_flat_bad(p->flat, i) : SV_FALSE;
    add_reads(p, &bad, !sv_is_none(bad));
  }
  sv_vec_free(roots);
}

sv_poly_system *sv_poly_system_new(sv_flat *flat, uint32_t keep) {
  sv_poly_system *p = SV_NEW(sv_poly_system);
  *p = (sv_poly_system){.net = flat->net, .flat = flat, .terms = flat->terms};
  p->states = sv_names_new();
  p->keys = sv_names_new();
  classify(p, keep);
  if (!p->refused) list_reads(p);
  return p;
}

void sv_poly_system_free(sv_poly_system *p) {
  for (uint32_t i = 0; i < p->reads.n; i++) sv_vec_free(p->reads.at[i]);
  for (uint32_t i = 0; i < p->known.n; i++) sv_poly_cases_free(&p->known.at[i]);
  sv_vec_free(p->reads);
  sv_vec_free(p->values);
  sv_vec_free(p->known);
  sv_vec_free(p->places);
  sv_vec_free(p->dimensions);
  sv_vec_free(p->place_of);
  sv_vec_free(p->dimension_of);
  sv_names_free(p->states);
  sv_names_free(p->keys);
  sv_free(p);
}

// ---- control states

uint32_t sv_poly_state(sv_poly_system *p, const sv_term *values) {
  uint32_t state = sv_names_intern(p->states, (const char *)values, p->places.n * sizeof *values).x;
  if (state * p->places.n > p->values.n)
    for (uint32_t i = 0; i < p->places.n; i++) sv_push(p->values, values[i]);
  return state;
}

const sv_term *sv_poly_values(const sv_poly_system *p, uint32_t state) {
  assert(state && state <= sv_names_count(p->states));
  return p->values.at + (size_t)(state - 1) * p->places.n;
}

typedef struct {
  const sv_poly_system *p;
  const sv_term *values;
} valuation;

static sv_term value_of(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  const valuation *v = context;
  (void)T, (void)index;
  uint32_t place = n->op == SV_OP_VAR ? v->p->place_of.at[n->id] : UINT32_MAX;
  return place == UINT32_MAX ? SV_NONE : v->values[place];
}

static sv_term in_state(const sv_poly_system *p, const sv_term *values, sv_term t) {
  valuation v = {p, values};
  return sv_is_none(t) ? t : sv_substitute(p->terms, t, value_of, &v);
}

// ---- cases, remembered

// Where the cases of this action or property in such a state are, or are to be.
static sv_poly_cases *place_for(sv_poly_system *p, const sv_term *values, uint32_t what,
                                bool *new) {
  const sv_u32s *reads = &p->reads.at[what];
  sv_u32s key = {0};
  sv_push(key, what);
  for (uint32_t i = 0; i < reads->n; i++) sv_push(key, values[reads->at[i]].x);
  sv_name name = sv_names_intern(p->keys, (const char *)key.at, key.n * sizeof *key.at);
  sv_vec_free(key);
  *new = name.x > p->known.n;
  if (*new) sv_fill(p->known, name.x);
  return &p->known.at[name.x - 1];
}

static bool may_move(const sv_poly_system *p, const sv_term *values, const sv_net_edge *e) {
  sv_value at;
  sv_term pc = values[p->place_of.at[p->net->processes.at[e->process].pc]];
  if (!sv_is_const(p->terms, pc, &at)) return true;
  for (uint32_t i = 0; i < e->from_count; i++)
    if (sv_small_get(at) == e->from[i]) return true;
  return false;
}

static bool edges_allow(const sv_poly_system *p, const sv_term *values, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!may_move(p, values, &a->edges[i])) return false;
  return true;
}

sv_poly_cases sv_poly_steps(sv_poly_system *p, uint32_t state, uint32_t action) {
  const sv_term *values = sv_poly_values(p, state);
  const sv_flat_action *a = &p->flat->actions[action];
  bool is_new;
  if (!edges_allow(p, values, &p->net->actions.at[action])) return (sv_poly_cases){0};
  sv_poly_cases *cases = place_for(p, values, action, &is_new);
  if (!is_new) return *cases;
  sv_term_list after = {0};
  for (uint32_t v = 0; v < p->net->vars.n; v++) sv_push(after, in_state(p, values, a->after[v]));
  if (!sv_poly_split(p, in_state(p, values, a->enabled), after.at, &a->choices, cases))
    p->refused = "an action has too many cases, or changes finite values by numbers";
  sv_vec_free(after);
  return *cases;
}

sv_poly_cases sv_poly_violations(sv_poly_system *p, uint32_t state, uint32_t property) {
  const sv_term *values = sv_poly_values(p, state);
  bool is_new;
  sv_term bad = sv_flat_bad(p->flat, property);
  if (sv_is_none(bad)) return (sv_poly_cases){0};
  sv_poly_cases *cases = place_for(p, values, p->net->actions.n + property, &is_new);
  if (is_new && !sv_poly_split(p, in_state(p, values, bad), NULL, NULL, cases))
    p->refused = "a property has too many cases";
  return *cases;
}

// ---- the start

typedef struct {
  sv_poly_system *p;
  sv_poly_start_fn *tell;
  void *context;
  sv_term_list values;
  uint32_t told;
} starts;

static void tell_start(starts *s) {
  sv_poly_system *p = s->p;
  sv_poly_cases cases = {0};
  sv_term all = in_state(p, s->values.at, p->flat->initial);
  if (++s->told > MOST_STARTS) p->refused = "there are too many initial states";
  else if (!sv_poly_split(p, all, NULL, NULL, &cases))
    p->refused = "the initial states have too many cases";
  else s->tell(s->context, sv_poly_state(p, s->values.at), &cases);
  sv_poly_cases_free(&cases);
}

static void choose_values(starts *s, uint32_t place);

static void choose(starts *s, uint32_t place, sv_term value) {
  s->values.at[place] = value;
  choose_values(s, place + 1);
}

static void choose_each(starts *s, uint32_t place, sv_sort sort, int64_t lo, int64_t hi) {
  if (sv_sort_get(s->p->terms, sort)->kind == SV_SORT_INT) sort = sv_sort_int(s->p->terms);
  for (int64_t v = lo; v <= hi && !s->p->refused; v++)
    choose(s, place, sv_const(s->p->terms, sort, sv_small(v)));
}

bool sv_poly_range(const sv_poly_system *p, sv_sort sort, int64_t *lo, int64_t *hi) {
  const sv_sort_info *s = sv_sort_get(p->terms, sort);
  *lo = 0;
  switch (s->kind) {
  case SV_SORT_BOOL: *hi = 1; return true;
  case SV_SORT_ENUM: *hi = (int64_t)s->size - 1; return true;
  case SV_SORT_INT: *lo = s->lo, *hi = s->hi; return true;
  case SV_SORT_LOC:
    *hi = (int64_t)p->net->model->templates.at[s->size].locations.n - 1;
    return true;
  case SV_SORT_REF: *hi = p->net->queues.n; return true;
  case SV_SORT_BV:
    if (s->size > 8) return false;
    *hi = (INT64_C(1) << (s->size - s->is_signed)) - 1;
    if (s->is_signed) *lo = -*hi - 1;
    return true;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: break;
  }
  return false;
}

static void choose_values(starts *s, uint32_t place) {
  sv_poly_system *p = s->p;
  if (place == p->places.n) return tell_start(s);
  uint32_t var = p->places.at[place];
  sv_term start = sv_flat_start(p->flat, sv_net_var_term(p->net, var));
  int64_t lo, hi;
  if (!sv_is_none(start)) choose(s, place, start);
  else if (!sv_poly_range(p, p->net->vars.at[var].sort, &lo, &hi))
    p->refused = "a word of many bits starts with any value";
  else choose_each(s, place, p->net->vars.at[var].sort, lo, hi);
}

void sv_poly_starts(sv_poly_system *p, sv_poly_start_fn *tell, void *context) {
  starts s = {.p = p, .tell = tell, .context = context};
  sv_fill(s.values, p->places.n);
  choose_values(&s, 0);
  sv_vec_free(s.values);
}
