// rewrite.c -- see rewrite.h.

#include "analysis/rewrite/rewrite.h"

sv_sort sv_inert_sort(sv_terms *T, sv_value value) {
  return sv_sort_range(T, sv_small_get(value), sv_small_get(value));
}

sv_term sv_default_term(sv_terms *T, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(T, sort);
  if (info->kind != SV_SORT_ARRAY) return sv_const(T, sort, sv_sort_default(T, sort));
  sv_sort element = info->element;
  return sv_array_fill(T, sort, sv_default_term(T, element));
}

// ---- choices

static void mark_choices(const sv_terms *T, sv_term t, bool *used) {
  sv_u32s cone = {0};
  if (!sv_is_none(t)) sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(T, cone.at[i]);
    if (n.op == SV_OP_CHOICE) used[n.id] = true;
  }
  sv_vec_free(cone);
}

static void mark_used_choices(const sv_terms *T, const sv_net_action *a, bool *used) {
  mark_choices(T, a->constraint, used);
  for (uint32_t i = 0; i < a->update_count; i++) {
    mark_choices(T, a->updates[i].target, used);
    mark_choices(T, a->updates[i].value, used);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    mark_choices(T, a->queue_ops[i].queue, used);
    mark_choices(T, a->queue_ops[i].slot, used);
    for (uint32_t f = 0; f < a->queue_ops[i].field_count; f++)
      mark_choices(T, a->queue_ops[i].fields[f], used);
  }
}

void sv_narrow_choices(sv_net *net, sv_net_action *a) {
  sv_terms *T = net->model->terms;
  if (!a->choice_count) return;
  bool *used = SV_NEW_ARRAY(bool, a->choice_count);
  sv_sort *sorts = SV_ARENA_ARRAY(net->arena, sv_sort, a->choice_count);
  mark_used_choices(T, a, used);
  for (uint32_t i = 0; i < a->choice_count; i++)
    sorts[i] = used[i] ? a->choices[i] : sv_inert_sort(T, sv_sort_default(T, a->choices[i]));
  a->choices = sorts;
  sv_free(used);
}

// ---- nets

uint32_t sv_net_named_queue(const sv_net *net, sv_term t) {
  sv_value v;
  if (!sv_is_const(net->model->terms, t, &v) || !sv_is_small(v)) return UINT32_MAX;
  int64_t number = sv_small_get(v);
  return number > 0 && number <= (int64_t)net->queues.n ? (uint32_t)number - 1 : UINT32_MAX;
}

sv_net *sv_net_like(const sv_net *net) {
  sv_net *out = SV_NEW(sv_net);
  out->arena = sv_arena_new();
  out->model = net->model;
  out->cells = net->cells;
  out->holder = net->holder;
  out->init = net->init;
  out->location_invariants = net->location_invariants;
  for (uint32_t i = 0; i < net->queues.n; i++) sv_push(out->queues, net->queues.at[i]);
  for (uint32_t i = 0; i < net->processes.n; i++) sv_push(out->processes, net->processes.at[i]);
  for (uint32_t i = 0; i < net->properties.n; i++) sv_push(out->properties, net->properties.at[i]);
  return out;
}
