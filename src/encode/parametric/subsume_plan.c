// subsume_plan.c -- how an old set could choose, as functions of the fresh choices.
//
// A plan gives every open input of the old set a function of the fresh inputs. What
// it covers, the fresh choices for which nothing is wrong then, is one literal
// without any quantifier, whatever the plan. Open inputs begin with what they are
// in the fresh set (sets share inputs, since one came from the other or from a
// common ancestor), or with a choice that is known to be right for one fresh choice;
// from there what is wrong is repaired (subsume_repair.c), again and again. Where
// nothing is wrong nothing is changed, so mending covers at least what was covered.

#include "encode/parametric/subsume_plan.h"

enum { MENDINGS = 2, MOST_COPIED = 20000 };

// ---- the sets

void sv_subsume_table_init(sv_subsume_table *t, const sv_aig *graph, const sv_factor *fresh) {
  sv_lits roots = {0}, copied = {0};
  *t = (sv_subsume_table){.graph = graph, .own = sv_aig_new()};
  sv_factor_roots(fresh, &roots);
  sv_fill(copied, roots.n);
  sv_subsume_inputs(graph, roots.at, roots.n, t->own, &t->inputs);
  sv_subsume_copy(graph, roots.at, roots.n, t->own, &t->inputs, copied.at);
  for (uint32_t i = 0; i < fresh->bits.n; i++) sv_push(t->bits, copied.at[i]);
  t->guard = sv_aig_and_all(t->own, copied.at + fresh->bits.n, fresh->guard.n);
  sv_vec_free(roots);
  sv_vec_free(copied);
}

void sv_subsume_table_free(sv_subsume_table *t) {
  sv_aig_free(t->own);
  sv_map_free(&t->inputs);
  sv_vec_free(t->bits);
}

static void open_inputs(sv_subsume_target *o, sv_subsume_table *t, const sv_lits *roots,
                        sv_map *by) {
  sv_aig_support(t->graph, roots->at, roots->n, &o->origin);
  assert(!o->open.n);
  for (uint32_t i = 0; i < o->origin.n; i++) {
    sv_lit made = sv_aig_input(t->own);
    sv_push(o->open, sv_lit_node(made));
    sv_map_put(by, o->origin.at[i], made.x);
  }
}

void sv_subsume_target_init(sv_subsume_target *o, sv_subsume_table *t, const sv_factor *old) {
  sv_lits roots = {0};
  sv_map by = {0};
  *o = (sv_subsume_target){0};
  sv_factor_roots(old, &roots);
  open_inputs(o, t, &roots, &by);
  sv_fill(o->wrong, roots.n);
  assert(roots.n >= t->bits.n);
  sv_subsume_copy(t->graph, roots.at, roots.n, t->own, &by, o->wrong.at);
  for (uint32_t i = 0; i < roots.n; i++)
    o->wrong.at[i] = i < t->bits.n ? sv_aig_xor(t->own, o->wrong.at[i], t->bits.at[i])
                                   : sv_lit_not(o->wrong.at[i]);
  sv_subsume_eliminate(t->own, o);
  sv_map_free(&by);
  sv_vec_free(roots);
}

void sv_subsume_target_free(sv_subsume_target *o) {
  sv_vec_free(o->wrong);
  sv_vec_free(o->open);
  sv_vec_free(o->origin);
}

void sv_subsume_target_tidy(const sv_aig *own, sv_subsume_target *o) {
  sv_u32s support = {0};
  sv_map occurs = {0};
  uint32_t kept = 0;
  sv_aig_support(own, o->wrong.at, o->wrong.n, &support);
  for (uint32_t i = 0; i < support.n; i++) sv_map_put(&occurs, support.at[i], 1);
  for (uint32_t i = 0; i < o->open.n; i++) {
    if (sv_map_get(&occurs, o->open.at[i]) == SV_MAP_NONE) continue;
    o->origin.at[kept] = o->origin.at[i];
    o->open.at[kept++] = o->open.at[i];
  }
  o->open.n = o->origin.n = kept;
  sv_map_free(&occurs);
  sv_vec_free(support);
}

// ---- plans

typedef struct {
  sv_subsume_table *t;
  const sv_subsume_target *o;
  sv_map by;       // the plan
  sv_lits errors;  // what is wrong with it
  sv_subsume_repair repair;
} plan;

static void find_errors(plan *p) {
  sv_fill(p->errors, p->o->wrong.n);
  sv_subsume_copy(p->t->own, p->o->wrong.at, p->o->wrong.n, p->t->own, &p->by, p->errors.at);
}

static bool any_errors(const plan *p) {
  for (uint32_t i = 0; i < p->errors.n; i++)
    if (!sv_lit_same(p->errors.at[i], SV_LIT_FALSE)) return true;
  return false;
}

static sv_lit as_fresh(const plan *p, uint32_t origin) {
  uint32_t x = origin ? sv_map_get(&p->t->inputs, origin) : SV_MAP_NONE;
  return x == SV_MAP_NONE ? SV_LIT_FALSE : (sv_lit){x};
}

static void begin(plan *p, sv_subsume_choice_fn *choice, const void *context) {
  for (uint32_t i = 0; i < p->o->open.n; i++) {
    uint32_t input = p->o->open.at[i];
    sv_lit now = choice ? sv_lit_const(choice(context, input)) : as_fresh(p, p->o->origin.at[i]);
    sv_map_put(&p->by, input, now.x);
    sv_push(p->repair.inputs, input);
  }
  find_errors(p);
}

static void mend(plan *p) {
  for (uint32_t i = 0; i < p->repair.inputs.n; i++) {
    const sv_u32s *sum = &p->repair.mends.at[i];
    for (uint32_t j = 0; j < sum->n; j++) assert(sum->at[j] < p->errors.n);
    sv_lit now = {sv_map_get(&p->by, p->repair.inputs.at[i])};
    for (uint32_t j = 0; j < sum->n; j++)
      now = sv_aig_xor(p->t->own, now, p->errors.at[sum->at[j]]);
    sv_map_put(&p->by, p->repair.inputs.at[i], now.x);
  }
  find_errors(p);
}

static void mend_often(plan *p, sv_subsume_choice_fn *choice, const void *context) {
  uint32_t before = sv_aig_nodes(p->t->own);
  sv_subsume_repair_find(p->t->own, &p->o->wrong, choice, context, &p->repair);
  for (uint32_t i = 0; i < MENDINGS && any_errors(p); i++) {
    if (sv_aig_nodes(p->t->own) - before > MOST_COPIED) break;
    mend(p);
  }
}

sv_lit sv_subsume_plan(sv_subsume_table *t, const sv_subsume_target *o,
                       sv_subsume_choice_fn *choice, const void *context) {
  plan p = {.t = t, .o = o};
  begin(&p, choice, context);
  if (choice && o->open.n && any_errors(&p)) mend_often(&p, choice, context);
  for (uint32_t i = 0; i < p.errors.n; i++) p.errors.at[i] = sv_lit_not(p.errors.at[i]);
  sv_lit covered = sv_aig_and_all(t->own, p.errors.at, p.errors.n);
  sv_vec_free(p.errors);
  sv_map_free(&p.by);
  sv_subsume_repair_free(&p.repair);
  return covered;
}
