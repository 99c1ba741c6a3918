// state.c -- states of a net: cells and queue contents.

#include "exec/exec.h"

sv_state *sv_state_new(const sv_net *net) {
  sv_state *s = SV_NEW(sv_state);
  s->cells = SV_NEW_ARRAY(sv_value, net->cells + 1);
  s->queues = SV_NEW_ARRAY(sv_queue_state, net->queues.n + 1);
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    sv_value value = sv_sort_default(net->model->terms, v->sort);
    for (uint32_t c = 0; c < v->cells; c++) s->cells[v->first_cell + c] = value;
  }
  return s;
}

void sv_state_free(const sv_net *net, sv_state *s) {
  if (!s) return;
  for (uint32_t q = 0; q < net->queues.n; q++) sv_vec_free(s->queues[q].fields);
  sv_free(s->queues);
  sv_free(s->cells);
  sv_free(s);
}

static void copy_queue(sv_queue_state *to, const sv_queue_state *from) {
  to->deferred = from->deferred;
  to->messages = from->messages;
  assert(from->deferred <= from->messages);
  sv_fill(to->fields, from->fields.n);
  if (from->fields.n)
    memcpy(to->fields.at, from->fields.at, from->fields.n * sizeof *to->fields.at);
}

void sv_state_copy(const sv_net *net, sv_state *to, const sv_state *from) {
  if (net->cells) memcpy(to->cells, from->cells, net->cells * sizeof *to->cells);
  for (uint32_t q = 0; q < net->queues.n; q++) copy_queue(&to->queues[q], &from->queues[q]);
}

static bool equal_values(const sv_value *a, const sv_value *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!sv_value_same(a[i], b[i])) return false;
  return true;
}

bool sv_queue_equal(const sv_queue_state *a, const sv_queue_state *b) {
  return a->deferred == b->deferred && a->messages == b->messages && a->fields.n == b->fields.n &&
         equal_values(a->fields.at, b->fields.at, a->fields.n);
}

bool sv_state_equal(const sv_net *net, const sv_state *a, const sv_state *b) {
  if (!equal_values(a->cells, b->cells, net->cells)) return false;
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (!sv_queue_equal(&a->queues[q], &b->queues[q])) return false;
  return true;
}

static bool has_long(const sv_net *net, const sv_value *values, uint32_t n) {
  const sv_numbers *numbers = sv_terms_numbers(net->model->terms);
  for (uint32_t i = 0; i < n; i++)
    if (!sv_is_small(values[i]) && sv_number_bits(numbers, values[i]) > SV_MOST_BITS) return true;
  return false;
}

bool sv_state_is_long(const sv_net *net, const sv_state *s) {
  if (has_long(net, s->cells, net->cells)) return true;
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (has_long(net, s->queues[q].fields.at, s->queues[q].fields.n)) return true;
  return false;
}

uint32_t sv_state_location(const sv_net *net, const sv_state *s, uint32_t process) {
  assert(process < net->processes.n);
  return (uint32_t)sv_small_get(s->cells[net->vars.at[net->processes.at[process].pc].first_cell]);
}

static const sv_net_var *number_variable(const sv_net *net, uint32_t process) {
  uint32_t wanted = net->model->templates.at[net->processes.at[process].template_number].number;
  for (uint32_t v = 0; wanted && v < net->vars.n; v++)
    if (net->vars.at[v].process == process && net->vars.at[v].variable == wanted)
      return &net->vars.at[v];
  return NULL;
}

// Processes that are there from the start are numbered in the order of the templates.
static int64_t number_at_start(const sv_net *net, uint32_t process) {
  const sv_net_process *p = &net->processes.at[process];
  int64_t number = p->instance;
  for (uint32_t t = 1; t < p->template_number; t++) number += net->model->templates.at[t].initial;
  return number;
}

bool sv_state_number(const sv_net *net, const sv_state *s, uint32_t process, int64_t *number) {
  if (!net->model->numbered || process == SV_NO_PROCESS || !sv_state_location(net, s, process))
    return false;
  const sv_net_var *var = number_variable(net, process);
  *number = number_at_start(net, process);
  return !var ||
         sv_number_to_i64(sv_terms_numbers(net->model->terms), s->cells[var->first_cell], number);
}

void sv_step_free(sv_step *step) {
  sv_free(step->choices);
  step->choices = NULL;
}

void sv_steps_free(sv_steps *steps) {
  for (uint32_t i = 0; i < steps->n; i++) sv_step_free(&steps->at[i]);
  sv_vec_free(*steps);
}
