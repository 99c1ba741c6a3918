// slice.c -- see slice.h.

#include "analysis/slice.h"

#include "analysis/reads.h"

typedef struct {
  const sv_net *net;
  const sv_relevant *relevant;
  sv_net *out;
  sv_terms *terms;
  bool changed;
} slicer;

// ---- variables

// The sort with this one value.
static sv_sort inert_sort(sv_terms *T, sv_value value) {
  return sv_sort_range(T, sv_small_get(value), sv_small_get(value));
}

static sv_term default_array(sv_terms *T, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(T, sort);
  if (info->kind != SV_SORT_ARRAY) return sv_const(T, sort, sv_sort_default(T, sort));
  sv_sort element = info->element;
  return sv_array_fill(T, sort, default_array(T, element));
}

// An irrelevant variable keeps its first value; "any" becomes the default.
// Scalars need no bits then, arrays keep theirs.
static void make_inert(sv_terms *T, sv_net_var *var) {
  sv_value value;
  bool is_array = sv_sort_get(T, var->sort)->kind == SV_SORT_ARRAY;
  if (sv_is_none(var->init)) var->init = default_array(T, var->sort);
  if (is_array || !sv_is_const(T, var->init, &value) || !sv_is_small(value)) return;
  var->sort = inert_sort(T, value);
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

static void mark_choices(const slicer *s, sv_term t, bool *used) {
  sv_u32s cone = {0};
  if (!sv_is_none(t)) sv_cone(s->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(s->terms, cone.at[i]);
    if (n.op == SV_OP_CHOICE) used[n.id] = true;
  }
  sv_vec_free(cone);
}

static void mark_used_choices(const slicer *s, const sv_net_action *a, bool *used) {
  mark_choices(s, a->constraint, used);
  for (uint32_t i = 0; i < a->update_count; i++) {
    mark_choices(s, a->updates[i].target, used);
    mark_choices(s, a->updates[i].value, used);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    mark_choices(s, a->queue_ops[i].queue, used);
    mark_choices(s, a->queue_ops[i].slot, used);
    for (uint32_t f = 0; f < a->queue_ops[i].field_count; f++)
      mark_choices(s, a->queue_ops[i].fields[f], used);
  }
}

static void slice_choices(slicer *s, sv_net_action *a) {
  bool *used = SV_NEW_ARRAY(bool, a->choice_count + 1);
  sv_sort *sorts = SV_ARENA_ARRAY(s->out->arena, sv_sort, a->choice_count + 1);
  mark_used_choices(s, a, used);
  for (uint32_t i = 0; i < a->choice_count; i++)
    sorts[i] = used[i] ? a->choices[i]
                       : inert_sort(s->terms, sv_sort_default(s->terms, a->choices[i]));
  a->choices = sorts;
  sv_free(used);
}

static void slice_updates(slicer *s, sv_net_action *a) {
  sv_update *kept = SV_ARENA_ARRAY(s->out->arena, sv_update, a->update_count + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->update_count; i++)
    if (keeps_variable(s, sv_target_var(s->terms, a->updates[i].target))) kept[n++] = a->updates[i];
  a->updates = kept;
  a->update_count = n;
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
    a.print_count = 0;  // traces are told on the whole net
    slice_updates(s, &a);
    slice_choices(s, &a);
    sv_push(s->out->actions, a);
  }
}

// ---- all of it

static void copy_rest(slicer *s) {
  const sv_net *net = s->net;
  sv_net *out = s->out;
  out->model = net->model;
  out->cells = net->cells;
  out->holder = net->holder;
  out->init = net->init;
  out->location_invariants = net->location_invariants;
  for (uint32_t i = 0; i < net->queues.n; i++) sv_push(out->queues, net->queues.at[i]);
  for (uint32_t i = 0; i < net->processes.n; i++) sv_push(out->processes, net->processes.at[i]);
  for (uint32_t i = 0; i < net->properties.n; i++) sv_push(out->properties, net->properties.at[i]);
}

sv_net *sv_slice_new(const sv_net *net, const sv_relevant *relevant) {
  REQUIRE(net && relevant, "needs a net and what is relevant in it");
  if (relevant->everything) return NULL;
  slicer s = {.net = net, .relevant = relevant, .out = SV_NEW(sv_net), .terms = net->model->terms};
  s.out->arena = sv_arena_new();
  copy_rest(&s);
  slice_variables(&s);
  slice_actions(&s);
  if (s.changed) return s.out;
  sv_net_free(s.out);
  return NULL;
}
