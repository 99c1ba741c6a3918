// lower_priority.c -- priorities of processes.
//
// If a model mentions priorities at all, each process has one, 1 to 255, and a
// step is possible only where no process of a higher priority can move. That
// is a constraint on every action, with "the others" for each proctype: its
// executability is written out over its locations. Spin does not ask inside
// of a d_step, and does not take priorities together with rendezvous.

#include "lang/promela/lower/lower.h"

enum { ORDINARY = 1, HIGHEST = 255 };

void pml_declare_priority(pml_lowering *l, pml_process *p) {
  sv_sort byte = sv_sort_bv(l->terms, 8, false);
  int32_t own = p->proc->priority ? p->proc->priority : ORDINARY;
  p->priority = sv_model_variable(l->model, sv_names_cstr(l->model->names, "_priority"), byte,
                                  p->template_number, sv_const(l->terms, byte, sv_small(own)),
                                  p->proc->name_span);
}

sv_term pml_started_priority(const pml_lowering *l, const pml_expr *run) {
  return pml_const32(l, run->priority ? run->priority : ORDINARY);
}

void pml_refuse_priorities(pml_lowering *l) {
  for (uint32_t f = 1; l->program->uses_priority && f < l->channels.n; f++)
    if (!l->channels.at[f]->capacity) {
      sv_diag(l->diags, SV_UNSUPPORTED, l->channels.at[f]->leaf->last->span,
              "priorities together with rendezvous are not supported (nor by Spin)");
      return;
    }
}

// --- reading and writing

static sv_term remote_priority(pml_here *h, const pml_process *p, sv_term pid) {
  sv_sort byte = sv_sort_bv(h->l->terms, 8, false);
  return sv_remote(h->l->terms, byte, p->priority, pml_instance_of(h, p, pid));
}

static bool has_priority(const pml_process *p) { return p->priority && p->bound; }

// A number belongs to one process at most, and none has priority 0.
sv_term pml_get_priority(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  sv_term pid = pml_number(h, e), sum = pml_const32(l, 0);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (has_priority(&l->process[i]))
      sum = sv_app2(l->terms, SV_OP_ADD, sum,
                    sv_cast(l->terms, l->number, remote_priority(h, &l->process[i], pid)));
  return sum;
}

void pml_set_priority(pml_here *h, pml_step *step, const pml_stmt *s) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  sv_term pid = pml_number(h, s->value), value = pml_number(h, s->upto);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (has_priority(&l->process[i]))
      pml_set(l, step, remote_priority(h, &l->process[i], pid), value);
  sv_term good = sv_and(T, sv_app2(T, SV_OP_LE, pml_const32(l, 1), value),
                        sv_app2(T, SV_OP_LE, value, pml_const32(l, HIGHEST)));
  sv_term lives = sv_and(T, sv_app2(T, SV_OP_LE, pml_const32(l, 0), pid),
                         sv_app2(T, SV_OP_LT, pid, pml_running(l, l->number)));
  step->fails_if = sv_and(T, lives, sv_not(good));
  if (!sv_same(step->fails_if, SV_FALSE)) step->fails = pml_error_property(l, PML_ERROR_PRIORITY);
}

sv_term pml_own_priority(pml_here *h) {
  return sv_model_var(h->l->model, h->process->priority, h->role);
}

// --- who may move

static sv_term can_die(pml_here *h) {
  sv_term youngest =
      sv_app2(h->l->terms, SV_OP_SUB, pml_running(h->l, h->l->number), pml_const32(h->l, 1));
  return sv_eq(h->l->terms, pml_pid(h->l, h->process, h->role), youngest);
}

static sv_term offer_can(pml_here *h, const pml_offer *o) {
  if (o->is_else) return SV_TRUE;  // that, or one of those it gives way to
  return o->arc->stmt ? pml_executable(h, o->arc) : can_die(h);
}

sv_term pml_has_step(pml_here *h) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  const pml_process *p = h->process;
  sv_term any = SV_FALSE;
  for (uint32_t i = 0; i < p->offers.n; i = p->offers.at[i].last) {
    sv_term here = SV_FALSE;
    for (uint32_t k = i; k < p->offers.at[i].last; k++)
      here = sv_or(T, here, offer_can(h, &p->offers.at[k]));
    sv_term at = sv_model_at(l->model, p->template_number, p->offers.at[i].location, h->role);
    any = sv_or(T, any, sv_and(T, at, here));
  }
  return any;
}

static sv_term can_move(pml_here *h) {
  const pml_expr *provided = h->process->proc->provided;
  sv_term has = pml_has_step(h);
  return provided ? sv_and(h->l->terms, has, pml_truth(h, provided)) : has;
}

sv_term pml_is_highest(pml_here *h) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  sv_term all = SV_TRUE;
  if (!l->program->uses_priority) return all;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    if (!has_priority(&l->process[i])) continue;
    pml_here other = pml_at(l, &l->process[i], SV_ROLE_OTHER);
    other.timeout = h->timeout;
    sv_term above = sv_app2(T, SV_OP_LT, pml_own_priority(h), pml_own_priority(&other));
    all = sv_and(T, all, sv_not(sv_and(T, above, can_move(&other))));
  }
  return all;
}
