// slice.c -- see slice.h.

#include "analysis/rewrite/slice.h"

#include "analysis/access/reads.h"
#include "analysis/rewrite/rewrite.h"

typedef struct {
  const sv_net *net;
  const sv_relevant *relevant;
  sv_net *out;
  sv_terms *terms;
  bool changed;
} slicer;

// ---- variables

// An irrelevant variable keeps its first value; "any" becomes the default.
// Scalars need no bits then, arrays keep theirs.
static void make_inert(sv_terms *T, sv_net_var *var) {
  sv_value value;
  bool is_array = sv_sort_get(T, var->sort)->kind == SV_SORT_ARRAY;
  if (sv_is_none(var->init)) var->init = sv_default_term(T, var->sort);
  if (is_array || !sv_is_const(T, var->init, &value) || !sv_is_small(value)) return;
  var->sort = sv_inert_sort(T, value);
  var->init = sv_const(T, var->sort, value);
}

static bool keeps_variable(const slicer *s, uint32_t v) {
  return v == s->net->holder || s->net->vars.at[v].is_pc || sv_bits_has(&s->relevant->objects, v);
}

static void slice_variables(slicer *s) {
  for (uint32_t v = 0; v < s->net->vars.n; v++) {
    sv_net_var var = s->net->vars.at[v];
    if (!keeps_variable(s, v)) {
      make_inert(s->terms, &var);
      s->changed = true;
    }
    sv_push(s->out->vars, var);
  }
}

// ---- actions

static void slice_updates(slicer *s, sv_net_action *a) {
  sv_update *kept = SV_ARENA_ARRAY(s->out->arena, sv_update, a->update_count + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->update_count; i++)
    if (keeps_variable(s, sv_target_var(s->terms, a->updates[i].target))) kept[n++] = a->updates[i];
  assert(n <= a->update_count);
  a->updates = kept;
  a->update_count = n;
  assert(s->relevant->objects.n >= s->net->vars.n);
}

static void slice_actions(slicer *s) {
  for (uint32_t i = 0; i < s->net->actions.n; i++) {
    sv_net_action a = s->net->actions.at[i];
    if (!sv_bits_has(&s->relevant->actions, i)) {
      a.guard = SV_FALSE;
      a.constraint = SV_TRUE;
      a.update_count = a.queue_op_count = 0;
      s->changed = true;
    }
    a.print_count = 0;  // traces are printed on the whole net
    slice_updates(s, &a);
    sv_narrow_choices(s->out, &a);
    sv_push(s->out->actions, a);
  }
}

// ---- all of it

sv_net *sv_slice_new(const sv_net *net, const sv_relevant *relevant) {
  REQUIRE(net && relevant, "needs a net and what is relevant in it");
  if (relevant->everything) return NULL;
  slicer s = {
      .net = net, .relevant = relevant, .out = sv_net_like(net), .terms = net->model->terms};
  slice_variables(&s);
  slice_actions(&s);
  assert(s.out->vars.n == net->vars.n && s.out->actions.n == net->actions.n);
  if (s.changed) return s.out;
  sv_net_free(s.out);
  return NULL;
}
