// subsume_plan.c -- how an old set could choose, as functions of the fresh choices.
//
// A plan gives every input of the old set a function of the fresh inputs. What it
// covers, the fresh choices for which the old guard holds and the old bits are the
// fresh bits, is one literal without any quantifier, whatever the plan. An old bit
// that is an input itself is given the fresh bit. The others begin with what they
// are in the fresh set (sets share inputs, since one came from the other or from a
// common ancestor), or with a choice that is known to give one fresh state; from
// there wrong bits are mended (subsume_repair.c), again and again. Where nothing
// is wrong nothing is changed, so mending covers at least what was covered before.

#include "engine/boppo/subsume_plan.h"

enum { MENDINGS = 3, MOST_COPIED = 20000 };

typedef struct {
  sv_subsume_table *t;
  sv_lits roots;      // bits and guard of the old factor
  sv_map by;          // the plan
  sv_lits errors;     // by root
  sv_lits rows;       // roots that mending looks at,
  sv_u32s row_root;   // and which they are
  sv_subsume_repair repair;
} plan;

static void find_errors(plan *p) {
  sv_subsume_table *t = p->t;
  sv_fill(p->errors, p->roots.n);
  sv_subsume_copy(t->graph, p->roots.at, p->roots.n, t->own, &p->by, p->errors.at);
  for (uint32_t i = 0; i < p->roots.n; i++)
    p->errors.at[i] = i < t->bits.n ? sv_aig_xor(t->own, p->errors.at[i], t->bits.at[i])
                                    : sv_lit_not(p->errors.at[i]);
}

static bool any_errors(const plan *p) {
  for (uint32_t i = 0; i < p->errors.n; i++)
    if (!sv_lit_same(p->errors.at[i], SV_LIT_FALSE)) return true;
  return false;
}

// Bits that are inputs get what they should be; the other roots are rows.
static void take_bits(plan *p) {
  const sv_subsume_table *t = p->t;
  for (uint32_t i = 0; i < p->roots.n; i++) {
    sv_lit root = p->roots.at[i];
    uint32_t node = sv_lit_node(root);
    if (i < t->bits.n && sv_aig_is_input(t->graph, node) &&
        sv_map_get(&p->by, node) == SV_MAP_NONE) {
      sv_map_put(&p->by, node, sv_lit_not_if(t->bits.at[i], sv_lit_negated(root)).x);
      continue;
    }
    sv_push(p->rows, root);
    sv_push(p->row_root, i);
  }
}

static sv_lit as_fresh(const sv_subsume_table *t, uint32_t input) {
  uint32_t x = sv_map_get(&t->inputs, input);
  return x == SV_MAP_NONE ? SV_LIT_FALSE : (sv_lit){x};
}

static void take_choices(plan *p, sv_subsume_choice_fn *choice, const void *context) {
  sv_u32s support = {0};
  sv_aig_support(p->t->graph, p->roots.at, p->roots.n, &support);
  for (uint32_t i = 0; i < support.n; i++) {
    uint32_t input = support.at[i];
    if (sv_map_get(&p->by, input) != SV_MAP_NONE) continue;
    sv_lit now = choice ? sv_lit_const(choice(context, input)) : as_fresh(p->t, input);
    sv_map_put(&p->by, input, now.x);
    sv_push(p->repair.inputs, input);
  }
  sv_vec_free(support);
}

static void mend(plan *p) {
  sv_aig *own = p->t->own;
  for (uint32_t i = 0; i < p->repair.inputs.n; i++) {
    const sv_u32s *sum = &p->repair.mends.at[i];
    uint32_t input = p->repair.inputs.at[i];
    sv_lit now = {sv_map_get(&p->by, input)};
    for (uint32_t j = 0; j < sum->n; j++)
      now = sv_aig_xor(own, now, p->errors.at[p->row_root.at[sum->at[j]]]);
    sv_map_put(&p->by, input, now.x);
  }
  find_errors(p);
}

static sv_lit right_everywhere(plan *p) {
  for (uint32_t i = 0; i < p->errors.n; i++) p->errors.at[i] = sv_lit_not(p->errors.at[i]);
  return sv_aig_and_all(p->t->own, p->errors.at, p->errors.n);
}

static void free_plan(plan *p) {
  sv_vec_free(p->roots);
  sv_vec_free(p->errors);
  sv_vec_free(p->rows);
  sv_vec_free(p->row_root);
  sv_map_free(&p->by);
  sv_subsume_repair_free(&p->repair);
}

sv_lit sv_subsume_plan(sv_subsume_table *t, const sv_factor *old, sv_subsume_choice_fn *choice,
                       const void *context) {
  plan p = {.t = t};
  sv_factor_roots(old, &p.roots);
  take_bits(&p);
  take_choices(&p, choice, context);
  uint32_t before = sv_aig_nodes(t->own);
  find_errors(&p);
  if (choice && p.repair.inputs.n && any_errors(&p)) {
    sv_subsume_repair_find(t->graph, &p.rows, choice, context, &p.repair);
    for (uint32_t i = 0; i < MENDINGS && any_errors(&p); i++)
      if (sv_aig_nodes(t->own) - before < MOST_COPIED) mend(&p);
  }
  sv_lit covered = right_everywhere(&p);
  free_plan(&p);
  return covered;
}

sv_lit sv_subsume_open_plan(sv_subsume_table *t, const sv_factor *old, sv_map *open) {
  plan p = {.t = t};
  sv_u32s support = {0};
  sv_factor_roots(old, &p.roots);
  take_bits(&p);
  sv_subsume_inputs(t->graph, p.roots.at, p.roots.n, t->own, open);
  sv_aig_support(t->graph, p.roots.at, p.roots.n, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (sv_map_get(&p.by, support.at[i]) == SV_MAP_NONE)
      sv_map_put(&p.by, support.at[i], sv_map_get(open, support.at[i]));
  find_errors(&p);
  sv_lit covered = right_everywhere(&p);
  sv_vec_free(support);
  free_plan(&p);
  return covered;
}

// ---- the table

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
