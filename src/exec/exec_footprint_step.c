// exec_footprint_step.c -- what a step, and its being enabled, has looked at. See footprint.h.
//
// The conditions and rules of docs/model.md once more, with the question what
// each of them read. For a step that goes behind others (`else`, `timeout`)
// that is also, for each of those, one reason why it was not possible.

#include "exec/exec_inside.h"

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED };

void sv_footprint_free(sv_footprint *t) {
  sv_vec_free(t->reads);
  sv_vec_free(t->stands);
  sv_vec_free(t->queues);
  sv_vec_free(t->writes);
}

static void clear(sv_footprint *t) {
  sv_clear(t->reads);
  sv_clear(t->stands);
  sv_clear(t->queues);
  sv_clear(t->writes);
  t->exclusive = t->more = false;
}

static void touch_code(sv_exec *x, const sv_code *code, sv_view view, sv_footprint *out) {
  if (!code) return;
  sv_exec_run(x, code, view);
  sv_exec_trail(x, code, view, NULL, code->roots.n, out);
}

void sv_exec_footprint_term(sv_exec *x, const sv_state *s, sv_term term, sv_footprint *out) {
  clear(out);
  touch_code(x, sv_exec_code(x, term), (sv_view){.now = s}, out);
}

// ---- the step itself

static void touch_edges(const sv_exec *x, const sv_state *s, const sv_net_action *a,
                        sv_footprint *out) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    sv_footprint_stand(out, e->process, sv_state_location(x->net, s, e->process));
    uint32_t pc = x->net->vars.at[x->net->processes.at[e->process].pc].first_cell;
    if (e->to != SV_STAY) sv_push(out->writes, (sv_cells){pc, 1});
  }
}

static void touch_queue(const sv_exec *x, const sv_code *code, uint32_t root, sv_footprint *out) {
  int64_t ref = sv_small_get(sv_exec_scalar(x, code, root));
  if (ref > 0 && ref <= x->net->queues.n) sv_push(out->queues, (uint32_t)ref - 1);
}

// The queue of a process that ends.
static bool empties_own(const sv_net *net, const sv_queue_op *op) {
  sv_value ref;
  return op->verb == SV_EMPTY && sv_is_const(net->model->terms, op->queue, &ref) &&
         net->queues.at[sv_small_get(ref) - 1].process != SV_NO_PROCESS;
}

static void touch_effect(sv_exec *x, uint32_t action, sv_view view, sv_footprint *out) {
  const sv_net_action *a = &x->net->actions.at[action];
  const sv_compiled *c = sv_exec_action(x, action);
  touch_code(x, c->effect, view, out);
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (!empties_own(x->net, &a->queue_ops[i])) touch_queue(x, c->effect, c->queue_roots[i], out);
  for (uint32_t i = 0; i < a->update_count; i++) {
    uint32_t cell;
    sv_sort sort;
    if (sv_exec_find_cell(x, c->effect, &c->writes[i], &cell, &sort))
      sv_push(out->writes, (sv_cells){cell, sv_sort_cells(x->terms, sort)});
  }
}

// Condition 7: what stands in `after` and was not written stood there before.
static void touch_invariants(sv_exec *x, const sv_state *after, sv_footprint *out) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    const sv_term *invariants = x->net->location_invariants[p];
    bool moved = sv_footprint_written(out, x->net->vars.at[x->net->processes.at[p].pc].first_cell);
    for (uint32_t l = 1; l < sv_net_locations(x->net, p) && !moved; l++)
      if (!sv_is_none(invariants[l])) sv_footprint_stand(out, p, l);
    sv_term here = invariants[sv_state_location(x->net, after, p)];
    if (sv_is_none(here)) continue;
    const sv_code *code = sv_exec_code(x, here);
    sv_exec_run(x, code, (sv_view){.now = after});
    sv_exec_trail(x, code, (sv_view){.next = after}, NULL, 1, out);
  }
}

// ---- rules of control

static bool some_process_is_exclusive(const sv_exec *x, const sv_state *s) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    uint32_t l = sv_state_location(x->net, s, p);
    if (l && sv_net_location(x->net, p, l)->flags & EXCLUSIVE) return true;
  }
  return false;
}

static bool stands_in_one(const sv_net_edge *e, uint32_t location) {
  for (uint32_t i = 0; i < e->from_count; i++)
    if (e->from[i] == location) return true;
  return false;
}

// Some edge does not fit: then it keeps not fitting while its process enters none of `from`.
static bool touch_misfit(const sv_exec *x, const sv_state *s, const sv_net_action *b,
                         sv_footprint *out) {
  for (uint32_t i = 0; i < b->edge_count; i++) {
    const sv_net_edge *e = &b->edges[i];
    if (stands_in_one(e, sv_state_location(x->net, s, e->process))) continue;
    for (uint32_t l = 0; l < e->from_count; l++) sv_footprint_stand(out, e->process, e->from[l]);
    return true;
  }
  return false;
}

static void touch_queue_roots(sv_exec *x, const sv_state *s, uint32_t action, sv_footprint *out) {
  const sv_net_action *b = &x->net->actions.at[action];
  const sv_compiled *c = sv_exec_action(x, action);
  sv_u32s roots = {0};
  for (uint32_t i = 0; i < b->queue_op_count; i++) {
    const sv_queue_op *op = &b->queue_ops[i];
    uint32_t n = op->field_count + (sv_is_none(op->slot) ? 1 : 2);
    for (uint32_t k = 0; k < n; k++) sv_push(roots, c->queue_roots[i] + k);
  }
  sv_exec_run(x, c->effect, (sv_view){.now = s});
  sv_exec_trail(x, c->effect, (sv_view){.now = s}, roots.at, roots.n, out);
  for (uint32_t i = 0; i < b->queue_op_count; i++)
    touch_queue(x, c->effect, c->queue_roots[i], out);
  sv_vec_free(roots);
}

// A reason why the action is not possible here.
static void touch_impossible(sv_exec *x, const sv_state *s, uint32_t action, sv_footprint *out) {
  const sv_net_action *b = &x->net->actions.at[action];
  if (touch_misfit(x, s, b, out)) return;
  sv_code *guard = sv_exec_action(x, action)->guard;
  if (!sv_exec_holds(x, guard, (sv_view){.now = s})) touch_code(x, guard, (sv_view){.now = s}, out);
  else if (b->choice_count || sv_exec_try(x, s, action, NULL) != SV_STEP_QUEUE) out->more = true;
  else touch_queue_roots(x, s, action, out);
}

static bool goes_before(const sv_net_action *b, const sv_net_action *a) {
  if (b->priority != a->priority) return b->priority < a->priority;
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t k = 0; k < b->edge_count; k++) {
      const sv_net_edge *mine = &a->edges[i], *its = &b->edges[k];
      bool rivals =
          mine->process == its->process && !sv_edge_is_passive(mine) && !sv_edge_is_passive(its);
      if (rivals && its->priority < mine->priority) return true;
    }
  return false;
}

static bool has_competitors(const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].priority && !sv_edge_is_passive(&a->edges[i])) return true;
  return a->priority;
}

// Another process holds control, and cannot move.
static bool waits(const sv_exec *x, const sv_state *s, const sv_net_action *a) {
  if (x->net->holder == SV_NO_VARIABLE) return false;
  int64_t holder = sv_small_get(s->cells[x->net->vars.at[x->net->holder].first_cell]);
  return holder && !sv_edges_move(a->edges, a->edge_count, (uint32_t)holder - 1);
}

static void touch_control(sv_exec *x, const sv_state *s, uint32_t action, sv_footprint *out) {
  const sv_net_action *a = &x->net->actions.at[action];
  out->exclusive = !some_process_is_exclusive(x, s);
  out->more = waits(x, s, a);
  if (!has_competitors(a)) return;
  for (uint32_t b = 0; b < x->net->actions.n; b++)
    if (goes_before(&x->net->actions.at[b], a)) touch_impossible(x, s, b, out);
}

void sv_exec_footprint(sv_exec *x, const sv_state *before, const sv_step *step,
                       const sv_state *after, sv_footprint *out) {
  const sv_compiled *c = sv_exec_action(x, step->action);
  sv_view view = {.now = before, .next = after, .choices = step->choices};
  clear(out);
  touch_edges(x, before, &x->net->actions.at[step->action], out);
  touch_code(x, c->guard, (sv_view){.now = before}, out);
  touch_effect(x, step->action, view, out);
  touch_code(x, c->constraint, view, out);
  touch_invariants(x, after, out);
  touch_control(x, before, step->action, out);
}
