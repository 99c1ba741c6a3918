// aig_bdd.c -- see aig_bdd.h.

#include "encode/graph/aig_bdd.h"

// ---- from the graph

typedef struct {
  sv_bdds *b;
  const sv_aig *g;
  sv_diagram_scratch *scratch;
} maker;

static uint32_t place_of(const maker *m, sv_lit l) {
  return sv_map_get(&m->scratch->place, sv_lit_node(l));
}

static void count_use(maker *m, sv_lit l) {
  if (!sv_lit_is_const(l)) m->scratch->uses.at[place_of(m, l)]++;
}

static void count_uses(maker *m, const sv_lit *roots, uint32_t n) {
  sv_fill(m->scratch->uses, m->scratch->cone.n);
  for (uint32_t i = 0; i < m->scratch->cone.n; i++)
    sv_map_put(&m->scratch->place, m->scratch->cone.at[i], i);
  for (uint32_t i = 0; i < m->scratch->cone.n; i++) {
    if (sv_aig_is_input(m->g, m->scratch->cone.at[i])) continue;
    count_use(m, sv_aig_left(m->g, m->scratch->cone.at[i]));
    count_use(m, sv_aig_right(m->g, m->scratch->cone.at[i]));
  }
  for (uint32_t i = 0; i < n; i++) count_use(m, roots[i]);
}

// A new reference.
static sv_bdd value_of(const maker *m, sv_lit l) {
  if (sv_lit_is_const(l)) return sv_lit_negated(l) ? SV_BDD_TRUE : SV_BDD_FALSE;
  sv_bdd d = m->scratch->made.at[place_of(m, l)];
  assert(place_of(m, l) < m->scratch->made.n && m->scratch->uses.at[place_of(m, l)]);
  return sv_lit_negated(l) ? sv_bdd_not(m->b, d) : sv_bdd_keep(m->b, d);
}

static void used(maker *m, sv_lit l) {
  if (sv_lit_is_const(l)) return;
  uint32_t i = place_of(m, l);
  assert(m->scratch->uses.at[i]);
  if (--m->scratch->uses.at[i]) return;
  sv_bdd_drop(m->b, m->scratch->made.at[i]);
  m->scratch->made.at[i] = SV_BDD_FALSE;
}

// Garbage does not count, but is looked for only where it matters.
static bool is_too_much(maker *m) {
  sv_diagram_scratch *r = m->scratch;
  if (!r->too_much && r->most && sv_bdds_used(m->b) > r->most)
    r->too_much = sv_bdds_numbers(m->b).live > r->most;
  return r->too_much;
}

// Where only some assignments matter, any function that is the same there will do.
static sv_bdd simpler(maker *m, sv_bdd d) {
  if (!sv_bdd_is_false(m->scratch->care))
    sv_bdd_set(m->b, &d, sv_bdd_simplify(m->b, d, m->scratch->care));
  return d;
}

static sv_bdd make_and(maker *m, uint32_t node) {
  sv_lit left = sv_aig_left(m->g, node), right = sv_aig_right(m->g, node);
  sv_bdd a = value_of(m, left), b = value_of(m, right);
  sv_bdd both = is_too_much(m) ? SV_BDD_FALSE : sv_bdd_and(m->b, a, b);
  sv_bdd_drop(m->b, a);
  sv_bdd_drop(m->b, b);
  used(m, left);
  used(m, right);
  return simpler(m, both);
}

static sv_bdd make_input(maker *m, uint32_t var) { return simpler(m, sv_bdd_var(m->b, var)); }

void sv_diagram_make(sv_bdds *b, const sv_aig *g, const sv_lit *roots, uint32_t n,
                     sv_diagram_var_fn *var, void *context, sv_bdd *out,
                     sv_diagram_scratch *scratch) {
  maker m = {b, g, scratch};
  sv_clear(scratch->cone);
  sv_clear(scratch->uses);
  sv_clear(scratch->made);
  sv_map_clear(&scratch->place);
  sv_aig_cone(g, roots, n, &scratch->cone);
  count_uses(&m, roots, n);
  for (uint32_t i = 0; i < scratch->cone.n; i++) {
    uint32_t node = scratch->cone.at[i];
    bool input = sv_aig_is_input(g, node);
    sv_push(scratch->made, input ? make_input(&m, var(context, node)) : make_and(&m, node));
  }
  for (uint32_t i = 0; i < n; i++) out[i] = value_of(&m, roots[i]);
  assert(scratch->made.n == scratch->cone.n);
  for (uint32_t i = 0; i < n; i++) used(&m, roots[i]);
}

void sv_diagram_scratch_free(sv_diagram_scratch *r) {
  sv_vec_free(r->cone);
  sv_vec_free(r->made);
  sv_vec_free(r->uses);
  sv_map_free(&r->place);
}

// ---- to the graph

typedef struct {
  sv_bdds *b;
  sv_aig *g;
  sv_diagram_lit_fn *lit;
  void *context;
  sv_map done;  // BDD node -> literal
} writer;

// Recursion is as deep as there are variables.
static sv_lit write_node(writer *w, sv_bdd d) {
  if (sv_bdd_is_const(d)) return sv_lit_const(sv_bdd_is_true(d));
  uint32_t known = sv_map_get(&w->done, (uint64_t)d.x);
  if (known != SV_MAP_NONE) return (sv_lit){known};
  sv_lit low = write_node(w, sv_bdd_low(w->b, d)), high = write_node(w, sv_bdd_high(w->b, d));
  sv_lit l = sv_aig_ite(w->g, w->lit(w->context, sv_bdd_top(w->b, d)), high, low);
  sv_map_put(&w->done, (uint64_t)d.x, l.x);
  return l;
}

sv_lit sv_diagram_to_aig(sv_bdds *b, sv_bdd d, sv_aig *g, sv_diagram_lit_fn *lit, void *context) {
  writer w = {b, g, lit, context, {0}};
  sv_lit l = write_node(&w, d);
  sv_map_free(&w.done);
  return l;
}
