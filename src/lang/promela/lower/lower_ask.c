// lower_ask.c -- questions about the control states of other processes.
//
//   enabled(n)    some statement of process n is executable in its control state
//   pc_value(n)   the number of its control state, as Spin's verifier counts them
//   np_           no process is at a label that begins with `progress`
//
// `enabled` is the executability of a process of each proctype, written with
// role 0 and then moved over to the instance that has number n. As in Spin,
// `provided` is not asked, and an `else` counts like its selection: always. A
// process that asks for itself is an error there, and a violation here.

#include "expr/walk.h"
#include "lang/promela/lower/lower.h"

// Said once: the same expression is lowered for many actions.
static sv_term nothing(pml_here *h, sv_span span, const char *why) {
  if (!h->l->asks_too_much) sv_diag(h->l->diags, SV_UNSUPPORTED, span, "%s", why);
  h->l->asks_too_much = true;
  return SV_FALSE;
}

static bool runs(const pml_process *p) { return p->template_number && p->bound; }

// "There is a process with this number": a number of 8 bits alone does not say it.
static sv_term lives(pml_here *h, sv_term pid) {
  sv_terms *T = h->l->terms;
  return sv_and(T, sv_app2(T, SV_OP_LE, pml_const32(h->l, 0), pid),
                sv_app2(T, SV_OP_LT, pid, pml_running(h->l, h->l->number)));
}

// Can a process of this proctype have the number?
static bool may_be(const pml_lowering *l, const pml_process *p, sv_term pid) {
  sv_value value;
  if (!runs(p)) return false;
  if (p->pid || !sv_is_const(l->terms, pid, &value)) return true;
  int64_t number = sv_small_get(value);
  return number >= p->base && number < (int64_t)p->base + p->proc->active;
}

// --- enabled

typedef struct {
  pml_here *here;
  const pml_process *process;
  sv_term instance;
  bool has_channel;  // of its own: no term can name that of another process
} mover;

static sv_term move_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  mover *m = context;
  const sv_model *model = m->here->l->model;
  SV_UNUSED(index);
  if (node->op == SV_OP_SELF) return m->instance;
  if (node->op == SV_OP_QUEUE && model->queues.at[node->id].owner != SV_GLOBAL)
    m->has_channel = true;
  if (node->op != SV_OP_VAR || model->variables.at[node->id].owner == SV_GLOBAL) return SV_NONE;
  return sv_remote(T, model->variables.at[node->id].sort, node->id, m->instance);
}

static sv_term enabled_as(pml_here *h, const pml_process *p, sv_term pid, sv_span span) {
  pml_lowering *l = h->l;
  mover m = {.here = h, .process = p, .instance = pml_instance_of(h, p, pid)};
  pml_here there = pml_at(l, p, 0);
  there.clamp = there.is_asked = true;
  there.timeout = h->timeout;
  sv_term moved = sv_substitute(l->terms, pml_has_step(&there), move_leaf, &m);
  if (m.has_channel)
    return nothing(h, span, "`enabled` for a process with channels of its own is not supported");
  return moved;
}

sv_term pml_enabled(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  sv_term any = SV_FALSE;
  if (h->at_start) return nothing(h, e->span, "`enabled` as an initial value is not supported");
  if (h->is_asked) return nothing(h, e->span, "`enabled` inside of `enabled` is not supported");
  if (pml_has_channels(l, false))
    return nothing(h, e->span, "`enabled` together with rendezvous is not supported (nor by Spin)");
  sv_term pid = pml_number(h, e->arg[0]), self = SV_FALSE;
  if (h->process) self = sv_eq(T, pid, pml_pid(l, h->process, h->role));
  pml_assume(h, PML_ERROR_ENABLED, sv_not(self));
  for (uint32_t i = 0; i < l->program->procs; i++) {
    const pml_process *p = &l->process[i];
    if (!may_be(l, p, pid) || (p == h->process && p->bound == 1)) continue;
    any = sv_or(T, any, enabled_as(h, p, pid, e->span));
  }
  return sv_and(T, sv_and(T, any, lives(h, pid)), sv_not(self));
}

// --- pc_value

static bool is_way_out(const pml_node *n) {
  return n->arcs.n == 1 && n->arcs.at[0]->is_goto && n->stmt->kind != PML_S_GOTO &&
         n->stmt->kind != PML_S_BREAK;
}

// The number of a control state among those of its process. The way out of a loop has its
// third number, that of a selection its second; before a jump with a mark stands a `skip`.
uint32_t pml_node_number(const pml_lowering *l, const pml_process *p, const pml_node *n) {
  if (n->is_death) return p->end_number - p->first_number;
  uint32_t number = pml_state_number(l, n->stmt) - p->first_number;
  if (is_way_out(n)) return number + (n->stmt->kind == PML_S_DO ? 2 : 1);
  return n->is_jump ? number - 1 : number;
}

static sv_term number_of_location(pml_here *h, const pml_process *p, sv_term pid) {
  pml_lowering *l = h->l;
  sv_sort sort = sv_sort_loc(l->terms, p->template_number);
  sv_term pc = sv_remote(l->terms, sort, l->model->templates.at[p->template_number].pc,
                         pml_instance_of(h, p, pid));
  sv_term number = pml_const32(l, 0);
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    const pml_node *n = p->nodes.at[i];
    if (n->same || !n->location) continue;
    sv_term at = sv_eq(l->terms, pc, sv_const(l->terms, sort, sv_small(n->location)));
    number = sv_ite(l->terms, at, pml_const32(l, pml_node_number(l, p, n)), number);
  }
  return number;
}

// In the fields of a receive the sender is already behind its send.
sv_term pml_pc_value(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  sv_term sum = pml_const32(l, 0);
  if (h->at_start || !sv_is_none(h->last) || !sv_is_none(h->pid)) {
    nothing(h, e->span, "`pc_value` in initial values and handshakes is not supported");
    return sum;
  }
  sv_term pid = pml_number(h, e->arg[0]);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (may_be(l, &l->process[i], pid))
      sum = sv_app2(l->terms, SV_OP_ADD, sum, number_of_location(h, &l->process[i], pid));
  return sv_ite(l->terms, lives(h, pid), sum, pml_const32(l, 0));
}

// --- np_, and acceptance

static bool is_progress(const pml_lowering *l, const pml_node *n) {
  SV_UNUSED(l);
  return n->is_progress;
}
// No process is seen inside of a d_step.
static bool is_accept(const pml_lowering *l, const pml_node *n) {
  return n->is_accept && !l->regions.at[n->region].d_step;
}

// No process stands in a node of this kind.
static sv_term nobody_at(pml_lowering *l, bool is_one(const pml_lowering *, const pml_node *)) {
  sv_terms *T = l->terms;
  sv_term none = SV_TRUE;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    const pml_process *p = &l->process[i];
    sv_sort sort = sv_sort_loc(T, p->template_number);
    for (uint32_t k = 0; runs(p) && k < p->nodes.n; k++) {
      const pml_node *n = p->nodes.at[k];
      if (n->same || !n->location || !is_one(l, n)) continue;
      sv_term at = sv_const(T, sort, sv_small(n->location));
      sv_term found = sv_find(T, l->model->templates.at[p->template_number].pc, at);
      none = sv_and(T, none, sv_app2(T, SV_OP_LT, found, sv_int_const(T, 0)));
    }
  }
  return none;
}

// Where a run has stopped and its last state is repeated, that is no lack of progress to Spin.
sv_term pml_no_progress(pml_here *h) {
  return h->has_stopped ? SV_FALSE : nobody_at(h->l, is_progress);
}

sv_term pml_no_acceptance(pml_lowering *l) { return nobody_at(l, is_accept); }
