// lower_trace.c -- `trace` and `notrace`: which events may happen in which order.
//
// The statements are an automaton whose steps are sends and receives. A hidden
// variable holds its state and moves with every send or receive in scope: on a
// channel that the trace names in a statement of the same kind. In a `trace` an
// event that does not fit is a violation, after which the state stays; in a
// `notrace` such an event ends the watch, and arriving at the end is the
// violation. docs/promela-meaning.md has the details.

#include "lang/promela/lower/lower.h"

static pml_process *trace_of(const pml_lowering *l) {
  return l->program->trace ? &l->process[l->program->trace->index] : NULL;
}

// --- states

static uint32_t state_of(pml_lowering *l, pml_node *n) {
  n = pml_real(n);
  for (uint32_t i = 0; i < l->events.n; i++)
    if (l->events.at[i] == n) return i;
  sv_push(l->events, n);
  return l->events.n - 1;
}

typedef SV_VEC(pml_arc *) arc_list;

static void collect(pml_lowering *l, pml_node *n, arc_list *out) {
  n = pml_real(n);
  if (n->seen == l->walk) return;
  n->seen = l->walk;
  for (uint32_t i = 0; i < n->arcs.n; i++)
    if (n->arcs.at[i]->stmt) sv_push(*out, n->arcs.at[i]);
  for (uint32_t i = 0; i < n->firsts.n; i++) collect(l, n->firsts.at[i], out);
}

static void arcs_of(pml_lowering *l, uint32_t state, arc_list *out) {
  sv_clear(*out);
  l->walk++;
  collect(l, l->events.at[state], out);
}

void pml_prepare_trace(pml_lowering *l) {
  pml_process *p = trace_of(l);
  arc_list arcs = {0};
  if (!p) return;
  pml_build_flow(l, p);
  state_of(l, p->entry);
  for (uint32_t s = 0; s < l->events.n; s++) {
    arcs_of(l, s, &arcs);
    for (uint32_t i = 0; i < arcs.n; i++) {
      state_of(l, arcs.at[i]->to);
      if (arcs.at[i]->is_goto)
        sv_diag(l->diags, SV_UNSUPPORTED, arcs.at[i]->stmt->head,
                "a jump as the first statement of an option of a trace is not supported");
    }
  }
  sv_vec_free(arcs);
  sv_sort sort = sv_sort_bv(l->terms, l->events.n < 256 ? 8 : 16, false);
  l->event = sv_model_variable(l->model, sv_names_cstr(l->model->names, "_event"), sort, SV_GLOBAL,
                               sv_const(l->terms, sort, sv_small(0)), p->proc->name_span);
  l->model->variables.at[l->event].hidden = true;
  l->bad_event =
      sv_model_property(l->model, sv_names_cstr(l->model->names, "trace"), SV_PROP_ASSERTION,
                        SV_NONE, "events happen as the trace allows", p->proc->name_span);
}

// --- events

static sv_term state_term(const pml_lowering *l, uint32_t state) {
  sv_sort sort = l->model->variables.at[l->event].sort;
  return sv_const(l->terms, sort, sv_small(state));
}

static bool is_final(const pml_lowering *l, uint32_t state) {
  return l->events.at[state]->is_death;
}

typedef struct {
  pml_here here;  // of the trace, without a process
  const pml_event *event;
  sv_term state;  // before
  sv_term in_scope, matched, twice, ends, next;
} watch;

static sv_term is_same_channel(watch *w, const pml_stmt *s) {
  return sv_eq(w->here.l->terms, w->event->channel, pml_channel_term(&w->here, s->target));
}

static sv_term fits(watch *w, const pml_stmt *s) {
  pml_lowering *l = w->here.l;
  sv_term all = is_same_channel(w, s);
  for (uint32_t i = 0; i < s->messages && i < w->event->fields; i++) {
    const pml_expr *e = s->message[i]->op == PML_E_EVAL ? s->message[i]->arg[0] : s->message[i];
    if (e->op == PML_E_DROP) continue;
    all = sv_and(l->terms, all,
                 pml_field_equals(&w->here, w->event->field[i], pml_value(&w->here, e)));
  }
  return all;
}

static bool may_be_same(pml_lowering *l, const pml_expr *a, const pml_expr *b) {
  sv_bits left, right;
  sv_bits_init(&left, l->channels.n + 1);
  sv_bits_init(&right, l->channels.n + 1);
  pml_channels_of(l, a, &left);
  pml_channels_of(l, b, &right);
  bool meet = sv_bits_overlap(&left, &right);
  sv_bits_free(&left);
  sv_bits_free(&right);
  return meet;
}

static void watch_arc(watch *w, uint32_t from, const pml_arc *a) {
  pml_lowering *l = w->here.l;
  sv_terms *T = l->terms;
  if (a->stmt->kind != w->event->kind || !may_be_same(l, w->event->target, a->stmt->target)) return;
  w->in_scope = sv_or(T, w->in_scope, is_same_channel(w, a->stmt));
  sv_term here = sv_and(T, sv_eq(T, w->state, state_term(l, from)), fits(w, a->stmt));
  sv_term first = sv_and(T, here, sv_not(w->matched));
  uint32_t to = state_of(l, a->to);
  w->twice = sv_or(T, w->twice, sv_and(T, here, w->matched));
  w->matched = sv_or(T, w->matched, here);
  w->next = sv_ite(T, first, state_term(l, to), w->next);
  if (is_final(l, to)) w->ends = sv_or(T, w->ends, first);
}

static sv_term final_state(pml_lowering *l, sv_term otherwise) {
  for (uint32_t s = 0; s < l->events.n; s++)
    if (is_final(l, s)) return state_term(l, s);
  return otherwise;
}

static sv_term judge(watch *w, bool negated) {
  sv_terms *T = w->here.l->terms;
  sv_term stray = sv_and(T, w->in_scope, sv_not(w->matched));
  if (!negated) return sv_or(T, stray, w->twice);
  w->next = sv_ite(T, stray, final_state(w->here.l, w->next), w->next);
  return sv_or(T, w->ends, w->twice);
}

void pml_watch(pml_lowering *l, pml_step *step, const pml_event *event) {
  arc_list arcs = {0};
  const pml_process *p = trace_of(l);
  if (!p) return;
  sv_term state = sv_is_none(step->event) ? sv_model_var(l->model, l->event, 0) : step->event;
  watch w = {.here = pml_at(l, NULL, 0), .event = event, .state = state, .next = state};
  w.in_scope = w.matched = w.twice = w.ends = SV_FALSE;
  for (uint32_t s = 0; s < l->events.n; s++) {
    arcs_of(l, s, &arcs);
    for (uint32_t i = 0; i < arcs.n; i++) watch_arc(&w, s, arcs.at[i]);
  }
  sv_vec_free(arcs);
  sv_term bad = judge(&w, p->proc->kind == PML_NOTRACE);
  if (!sv_same(w.next, state)) pml_set(l, step, sv_model_var(l->model, l->event, 0), w.next);
  step->event = w.next;
  if (sv_same(bad, SV_FALSE)) return;
  step->fails_if = step->fails == l->bad_event ? sv_or(l->terms, step->fails_if, bad) : bad;
  step->fails = l->bad_event;
}

// --- a trace that is not complete where all processes stay at valid ends

static sv_term some_process_lives(const pml_lowering *l) {
  return sv_app2(l->terms, SV_OP_LT, pml_const32(l, 0), pml_running(l, l->number));
}

static sv_term all_ended(pml_lowering *l) {
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    uint32_t t = l->process[i].template_number;
    if (!t || !l->process[i].bound) continue;
    sv_term ended = SV_FALSE;
    for (uint32_t k = 1; k < l->model->templates.at[t].locations.n; k++)
      if (l->model->templates.at[t].locations.at[k].flags & SV_LOC_END)
        ended = sv_or(l->terms, ended, sv_model_at(l->model, t, k, SV_ROLE_OTHER));
    all = sv_and(l->terms, all, ended);
  }
  return all;
}

void pml_complete_trace(pml_lowering *l) {
  enum { AFTER_TIMEOUT = 2 };
  if (!trace_of(l)) return;
  sv_term open = SV_FALSE, state = sv_model_var(l->model, l->event, 0);
  for (uint32_t s = 0; s < l->events.n; s++)
    if (!l->events.at[s]->is_end)
      open = sv_or(l->terms, open, sv_eq(l->terms, state, state_term(l, s)));
  sv_action a = {.span = trace_of(l)->proc->name_span,
                 .text = "-the trace is not complete-",
                 .guard = sv_and(l->terms, open, some_process_lives(l)),
                 .constraint = all_ended(l),
                 .priority = AFTER_TIMEOUT,
                 .fails = l->bad_event};
  if (!sv_same(open, SV_FALSE)) sv_model_action(l->model, &a);
}
