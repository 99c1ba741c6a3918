// state_term.c -- a state as a term that is true of it alone.

#include "exec/exec.h"

// The part of a variable, which begins at *cell, has the values that stand there.
static sv_term same_part(sv_terms *T, sv_term part, sv_sort sort, const sv_value **cell) {
  const sv_sort_info info = *sv_sort_get(T, sort);
  if (info.kind != SV_SORT_ARRAY) return sv_eq(T, part, sv_const(T, sort, *(*cell)++));
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < info.size; i++) {
    sv_term element = sv_app2(T, SV_OP_SELECT, part, sv_int_const(T, i));
    sv_term same = same_part(T, element, info.element, cell);
    all = sv_and(T, all, same);
  }
  return all;
}

static sv_term same_queue(const sv_net *net, uint32_t q, const sv_queue_state *queue) {
  sv_terms *T = net->model->terms;
  const sv_net_queue *info = &net->queues.at[q];
  sv_term ref = sv_const(T, sv_sort_ref(T), sv_small((int64_t)q + 1));
  sv_term all = sv_eq(T, sv_app1(T, SV_OP_QLEN, ref), sv_int_const(T, queue->messages));
  for (uint32_t i = 0; i < queue->messages; i++)
    for (uint32_t f = 0; f < info->field_count; f++) {
      sv_term field = sv_peek(T, info->fields[f], ref, sv_int_const(T, i), f);
      sv_value value = queue->fields.at[i * info->field_count + f];
      all = sv_and(T, all, sv_eq(T, field, sv_const(T, info->fields[f], value)));
    }
  return all;
}

sv_term sv_state_term(const sv_net *net, const sv_state *s) {
  sv_terms *T = net->model->terms;
  sv_term all = SV_TRUE;
  for (uint32_t v = 0; v < net->vars.n; v++) {
    const sv_net_var *var = &net->vars.at[v];
    const sv_value *cell = &s->cells[var->first_cell];
    sv_term same = same_part(T, sv_var(T, var->sort, v, 0), var->sort, &cell);
    assert(cell == &s->cells[var->first_cell + var->cells]);
    all = sv_and(T, all, same);
  }
  for (uint32_t q = 0; q < net->queues.n; q++) {
    if (s->queues[q].deferred) return SV_NONE;
    all = sv_and(T, all, same_queue(net, q, &s->queues[q]));
  }
  return all;
}
