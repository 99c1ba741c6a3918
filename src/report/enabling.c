// enabling.c -- what an action lacks in a state, and who could bring it about.
//
// The guard tells most: what a false one reads in this state (exec/footprint.h) is in
// the way. Where it holds, a queue or a partner is missing.

#include "report/enabling.h"

#include <string.h>

#include "exec/footprint.h"
#include "report/show.h"

enum { MOST_NEEDS = 6 };  // of one statement

void sv_enabling_init(sv_enabling *n, const sv_net *net, const sv_state *s) {
  *n = (sv_enabling){.net = net, .state = s, .exec = sv_exec_new(net)};
  n->accesses = sv_accesses_new(net);
  n->future = sv_future_new(n->accesses);
}

void sv_enabling_free(sv_enabling *n) {
  sv_future_free(n->future);
  sv_accesses_free(n->accesses);
  sv_exec_free(n->exec);
}

// ---- who could

// Does the action do to the part what is needed of it?
typedef bool does_fn(const sv_enabling *, uint32_t action, uint32_t part);

static bool writes(const sv_enabling *n, uint32_t action, uint32_t part) {
  return sv_parts_has(&n->accesses->actions[action].writes, part);
}

static bool has_verb(const sv_enabling *n, uint32_t action, bool enqueues) {
  const sv_net_action *a = &n->net->actions.at[action];
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if ((a->queue_ops[i].verb == SV_ENQUEUE) == enqueues) return true;
  return false;
}

static bool sends(const sv_enabling *n, uint32_t action, uint32_t part) {
  return writes(n, action, part) && has_verb(n, action, true);
}

static bool receives(const sv_enabling *n, uint32_t action, uint32_t part) {
  return writes(n, action, part) && has_verb(n, action, false);
}

static bool can(const sv_enabling *n, uint32_t process, does_fn *does, uint32_t part) {
  uint32_t location = sv_state_location(n->net, n->state, process);
  if (!location) return false;
  const sv_bits *life = sv_future_life(n->future, process, location);
  for (uint32_t a = sv_bits_next(life, 0); a != UINT32_MAX; a = sv_bits_next(life, a + 1))
    if (does(n, a, part)) return true;
  return false;
}

static void list_who(const sv_enabling *n, uint32_t waiting, does_fn *does, uint32_t part,
                     sv_u32s *by) {
  for (uint32_t p = 0; p < n->net->processes.n; p++)
    if (p != waiting && can(n, p, does, part)) sv_push(*by, p);
}

// ---- what

static void add(sv_wait *wait, sv_need need) {
  for (uint32_t i = 0; i < wait->needs.n; i++) {
    sv_need *known = &wait->needs.at[i];
    if (known->kind != need.kind || strcmp(known->what, need.what)) continue;
    for (uint32_t k = 0; k < need.by.n; k++) {
      bool listed = false;
      for (uint32_t j = 0; j < known->by.n; j++) listed |= known->by.at[j] == need.by.at[k];
      if (!listed) sv_push(known->by, need.by.at[k]);
    }
    sv_free(need.what);
    sv_vec_free(need.by);
    return;
  }
  sv_push(wait->needs, need);
}

static uint32_t variable_of(const sv_net *net, uint32_t cell) {
  uint32_t v = 0;
  while (net->vars.at[v].first_cell + net->vars.at[v].cells <= cell) v++;
  return v;
}

// The process that the value of a lock names, or SV_NO_PROCESS.
static uint32_t holder_of(const sv_enabling *n, uint32_t var, uint32_t cell) {
  const sv_net *net = n->net;
  const sv_variable *v = &net->model->variables.at[net->vars.at[var].variable];
  const char *word = v->words ? sv_show_word(net, v->words, n->state->cells[cell]) : NULL;
  for (uint32_t p = 0; word && p < net->processes.n; p++)
    if (!strcmp(word, sv_names_get(net->model->names, net->processes.at[p].name))) return p;
  return SV_NO_PROCESS;
}

static void need_cell(const sv_enabling *n, uint32_t process, uint32_t cell, sv_wait *wait) {
  uint32_t var = variable_of(n->net, cell), holder = holder_of(n, var, cell);
  uint32_t part = n->accesses->map.first[var] + cell - n->net->vars.at[var].first_cell;
  sv_text what = {0};
  sv_need need = {.kind = holder == SV_NO_PROCESS ? SV_NEED_CHANGE : SV_NEED_HOLDER};
  if (!sv_show_cell(n->net, n->state, cell, holder == SV_NO_PROCESS, &what)) return;
  need.what = sv_text_take(&what);
  if (holder != SV_NO_PROCESS) sv_push(need.by, holder);
  else list_who(n, process, writes, part, &need.by);
  add(wait, need);
}

static void need_queue(const sv_enabling *n, uint32_t process, uint32_t queue, sv_wait *wait) {
  const sv_queue_state *s = &n->state->queues[queue];
  const sv_net_queue *q = &n->net->queues.at[queue];
  uint32_t pending = s->messages - s->deferred,
           part = n->accesses->map.first[sv_queue_object(&n->accesses->map, queue)];
  sv_need need = {.kind = !pending                     ? SV_NEED_SENDER
                          : s->messages == q->capacity ? SV_NEED_RECEIVER
                                                       : SV_NEED_MESSAGE};
  sv_text what = {0};
  sv_show_queue(n->net, n->state, queue, need.kind == SV_NEED_MESSAGE, &what);
  need.what = sv_text_take(&what);
  list_who(n, process,
           need.kind == SV_NEED_SENDER     ? sends
           : need.kind == SV_NEED_RECEIVER ? receives
                                           : writes,
           part, &need.by);
  add(wait, need);
}

// That a process stands somewhere, or does not: it would have to move.
static void need_move(const sv_enabling *n, uint32_t process, uint32_t mover, sv_wait *wait) {
  if (mover == process || !sv_state_location(n->net, n->state, mover)) return;
  sv_text what = {0};
  sv_show_process(n->net, n->state, mover, &what);
  sv_need need = {.kind = SV_NEED_MOVE, .what = sv_text_take(&what)};
  sv_push(need.by, mover);
  add(wait, need);
}

static void need_cells(const sv_enabling *n, uint32_t process, const sv_footprint *f, bool own,
                       sv_wait *wait) {
  for (uint32_t i = 0; i < f->reads.n; i++)
    for (uint32_t c = 0; c < f->reads.at[i].n && wait->needs.n < MOST_NEEDS; c++) {
      uint32_t cell = f->reads.at[i].first + c, var = variable_of(n->net, cell);
      if ((n->net->vars.at[var].process == process) == own) need_cell(n, process, cell, wait);
    }
}

// Variables of the waiting process itself mostly name what it waits for (an index): they are told
// where there is nothing else.
static void need_of_guard(const sv_enabling *n, uint32_t process, sv_term guard, sv_wait *wait) {
  sv_footprint f = {0};
  sv_exec_footprint_term(n->exec, n->state, guard, &f);
  need_cells(n, process, &f, false, wait);
  for (uint32_t i = 0; i < f.queues.n; i++) need_queue(n, process, f.queues.at[i], wait);
  for (uint32_t i = 0; i < f.stands.n; i++) need_move(n, process, f.stands.at[i].process, wait);
  if (!wait->needs.n) need_cells(n, process, &f, true, wait);
  sv_footprint_free(&f);
}

static bool is_blocked(const sv_enabling *n, const sv_queue_op *op, uint32_t *queue) {
  int64_t ref;
  sv_value v = sv_exec_evaluate(n->exec, n->state, op->queue);
  if (!sv_number_to_i64(sv_terms_numbers(n->net->model->terms), v, &ref) || ref < 1 ||
      ref > n->net->queues.n)
    return false;
  *queue = (uint32_t)ref - 1;
  const sv_queue_state *s = &n->state->queues[*queue];
  if (op->verb == SV_ENQUEUE) return s->messages == n->net->queues.at[*queue].capacity;
  return s->messages == s->deferred && (op->verb == SV_DEQUEUE || op->verb == SV_DEFER);
}

// Which queue it is may be chosen with the step.
static bool is_chosen(const sv_enabling *n, sv_term queue) {
  sv_u32s cone = {0};
  bool chosen = false;
  sv_cone(n->net->model->terms, &queue, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++)
    chosen |= sv_node_of(n->net->model->terms, cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return chosen;
}

static void need_partner(const sv_enabling *n, uint32_t process, uint32_t action, sv_wait *wait) {
  const sv_net_action *a = &n->net->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t other = a->edges[i].process, at = sv_state_location(n->net, n->state, other);
    if (other == process || sv_edge_leaves(&a->edges[i], at)) continue;
    sv_need need = {.kind = SV_NEED_PARTNER, .what = sv_strdup("")};
    if (at && sv_bits_has(sv_future_life(n->future, other, at), action)) sv_push(need.by, other);
    add(wait, need);
  }
}

void sv_list_enabling(const sv_enabling *n, uint32_t process, uint32_t action, sv_wait *wait) {
  const sv_net_action *a = &n->net->actions.at[action];
  uint32_t queue;
  if (!sv_small_get(sv_exec_evaluate(n->exec, n->state, a->guard)))
    need_of_guard(n, process, a->guard, wait);
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (!is_chosen(n, a->queue_ops[i].queue) && is_blocked(n, &a->queue_ops[i], &queue))
      need_queue(n, process, queue, wait);
  need_partner(n, process, action, wait);
}

// ---- in words

static void list_names(const sv_net *net, const sv_state *s, const sv_u32s *by, sv_text *out) {
  enum { MOST = 4 };
  if (!by->n) sv_text_string(out, "no process that is left");
  for (uint32_t i = 0; i < by->n && i < MOST; i++) {
    bool last = i + 1 == by->n;
    if (i) sv_text_string(out, last ? " or " : ", ");
    sv_show_process(net, s, by->at[i], out);
  }
  if (by->n > MOST) sv_text_printf(out, " or %u others", by->n - MOST);
}

// What stands in the way, and what the processes could do about it.
static const char *middle_of(sv_need_kind kind) {
  switch (kind) {
  case SV_NEED_HOLDER: return " is held by ";
  case SV_NEED_SENDER: return " is empty; ";
  case SV_NEED_RECEIVER: return " is full; ";
  case SV_NEED_CHANGE:
  case SV_NEED_MESSAGE: return "; ";
  case SV_NEED_MOVE: return " would have to move";
  case SV_NEED_PARTNER: return "no process takes part; ";
  }
  SV_UNREACHABLE();
}

static const char *verb_of(sv_need_kind kind) {
  switch (kind) {
  case SV_NEED_HOLDER:
  case SV_NEED_MOVE: return "";
  case SV_NEED_SENDER: return " could send";
  case SV_NEED_RECEIVER: return " could receive";
  case SV_NEED_CHANGE:
  case SV_NEED_MESSAGE: return " could change it";
  case SV_NEED_PARTNER: return " could";
  }
  SV_UNREACHABLE();
}

void sv_need_text(const sv_net *net, const sv_state *s, const sv_need *need, sv_text *out) {
  sv_text_printf(out, "%s%s", need->what, middle_of(need->kind));
  if (need->kind != SV_NEED_MOVE) list_names(net, s, &need->by, out);
  sv_text_string(out, verb_of(need->kind));
}
