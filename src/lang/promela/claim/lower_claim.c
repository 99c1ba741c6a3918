// lower_claim.c -- ltl formulas and never claims as properties of the model.
//
// A formula `[] b` is an invariant of the states in which Spin's claim moves:
// all but the passing ones. Everything else is watched by a monitor: a variable
// with its state, which every step of the system moves on by what holds before
// that step, unless the step goes on inside of a section; it is violated where
// the next move would be bad. Where repeating the last state for ever violates
// the property, a step of the last class says so in states where nothing else
// can happen.

#include <stdlib.h>
#include <string.h>

#include "lang/promela/claim/monitor.h"
#include "lang/promela/lower/lower.h"
#include "model/ltl.h"

#define NP_AT_END "`np_` in a property of infinite runs is not supported"
#define TOO_LARGE "its automaton is too large"

static sv_term atom_term(void *context, const pml_expr *e) { return pml_truth(context, e); }

static pml_here outside(pml_lowering *l) {
  pml_here h = pml_at(l, NULL, 0);
  h.clamp = true;
  return h;
}

// Of a question of the command line (promela.h): the option and which of its texts; NULL: of none.
static const char *goal_of(pml_lowering *l, const pml_monitor *m, const char **text) {
  static const char *const options[] = {"--invariant", "--reach"};
  const sv_option_list *const lists[] = {&l->options->invariant, &l->options->reach};
  const char *name = sv_names_get(l->model->names, m->name);
  for (uint32_t i = 0; m->ltl && *name == '_' && i < SV_COUNT(options); i++) {
    size_t n = strlen(options[i] + 2);
    unsigned long number = name[n + 1] ? strtoul(name + n + 1, NULL, 10) : 1;
    if (strncmp(name + 1, options[i] + 2, n) || !number || number > lists[i]->n) continue;
    *text = lists[i]->at[number - 1];
    return options[i];
  }
  return NULL;
}

static const char *name_of(pml_lowering *l, const pml_monitor *m) {
  const char *kind = m->ltl ? "ltl" : "never", *goal;
  const char *name = sv_names_get(l->model->names, m->name);
  if (goal_of(l, m, &goal)) name++;
  else if (!*name) name = kind;
  else name = sv_arena_printf(l->arena, "%s:%s", kind, name);
  return m->parts > 1 ? sv_arena_printf(l->arena, "%s.%u", name, m->part + 1) : name;
}

static void set_undecided(pml_lowering *l, uint32_t property, const char *why) {
  l->model->properties.at[property].undecided = sv_model_strdup(l->model, why);
}

static uint32_t add_property(pml_lowering *l, const pml_monitor *m, sv_property_kind kind,
                             sv_term term) {
  sv_model *model = l->model;
  const char *name = name_of(l, m);
  const char *text = sv_source_text(model->sources, m->span.file);
  sv_span span = m->span;
  const char *goal = goal_of(l, m, &text);
  if (goal) span = (sv_span){m->span.file, 0, (uint32_t)strlen(text)};
  else if (span.file && m->ltl)
    text = sv_arena_strndup(l->arena, text + span.begin, span.end - span.begin);
  else text = name;
  uint32_t p = sv_model_property(model, sv_names_cstr(model->names, name), kind, term, text, span);
  model->properties.at[p].stable = true;
  if (m->kind == PML_MONITOR_UNSUPPORTED) set_undecided(l, p, m->why);
  return p;
}

static uint32_t bits_for(uint32_t states) {
  uint32_t bits = 1;
  while (UINT32_C(1) << bits < states) bits++;
  return bits;
}

static uint32_t add_observer(pml_lowering *l, const pml_monitor *m) {
  sv_sort sort = sv_sort_bv(l->terms, bits_for(m->states), false);
  const char *name = sv_arena_printf(l->arena, "_%s", name_of(l, m));
  uint32_t v = sv_model_variable(l->model, sv_names_cstr(l->model->names, name), sort, SV_GLOBAL,
                                 sv_const(l->terms, sort, sv_small(0)), m->span);
  l->model->variables.at[v].hidden = true;
  return v;
}

// A step that is taken where nothing else is possible.
static void add_end_of_run(pml_lowering *l, sv_term stuck, uint32_t property, sv_span span) {
  sv_action a = {.span = span,
                 .text = "-nothing more happens-",
                 .guard = stuck,
                 .constraint = SV_TRUE,
                 .priority = 2,
                 .fails = property};
  if (!sv_same(stuck, SV_FALSE)) sv_model_action(l->model, &a);
}

static void add_end(pml_lowering *l, const pml_monitor *m, uint32_t property, sv_term stuck) {
  // The step that repeats the last state would be a run without progress.
  if (l->options->nonprogress) {
    set_undecided(l, property, "runs that end are not looked at with --nonprogress");
    return;
  }
  const char *text = l->model->properties.at[property].text;
  const char *name = sv_arena_printf(l->arena, "%s:end", name_of(l, m));
  uint32_t end = sv_model_property(l->model, sv_names_cstr(l->model->names, name),
                                   SV_PROP_ASSERTION, SV_NONE, text, m->span);
  add_end_of_run(l, stuck, end, m->span);
}

// `np_` is false as soon as the last state is repeated, but not yet in the first move there.
static sv_term stuck_term(pml_lowering *l, const pml_monitor *m, sv_term obs) {
  pml_here h = outside(l);
  if (!m->progress) return pml_monitor_stuck_now(m, l->terms, obs, atom_term, &h);
  sv_term bad = pml_monitor_bad_now(m, l->terms, obs, atom_term, &h);
  sv_term next = pml_monitor_next(m, l->terms, obs, atom_term, &h);
  h.has_stopped = true;
  sv_term stuck = pml_monitor_stuck_now(m, l->terms, next, atom_term, &h);
  return sv_and(l->terms, stuck, sv_not(bad));
}

static void add_automaton(pml_lowering *l, const pml_monitor *m) {
  sv_terms *T = l->terms;
  pml_here h = outside(l);
  uint32_t v = add_observer(l, m);
  sv_term obs = sv_model_var(l->model, v, 0);
  sv_term bad = pml_monitor_bad_now(m, T, obs, atom_term, &h);
  sv_push(l->observers, (pml_observer){v, pml_monitor_next(m, T, obs, atom_term, &h)});
  uint32_t p = add_property(l, m, SV_PROP_INVARIANT, sv_not(bad));
  if (m->stutters) add_end(l, m, p, stuck_term(l, m, obs));
}

// --- infinite runs

static sv_formula formula_of(sv_ltl *ltl, pml_here *h, const pml_expr *e) {
  if (!pml_is_temporal(e)) return sv_ltl_leaf(ltl, pml_truth(h, pml_plain(h->l->arena, e)));
  sv_formula a = formula_of(ltl, h, e->arg[0]), b = a;
  if (e->n > 1) b = formula_of(ltl, h, e->arg[1]);
  switch (e->op) {
  case PML_E_NOT: return sv_ltl_not(ltl, a);
  case PML_E_AND: return sv_ltl_and(ltl, a, b);
  case PML_E_OR: return sv_ltl_or(ltl, a, b);
  case PML_E_IMPLIES: return sv_ltl_or(ltl, sv_ltl_not(ltl, a), b);
  case PML_E_EQUIV:
    return sv_ltl_or(ltl, sv_ltl_and(ltl, a, b),
                     sv_ltl_and(ltl, sv_ltl_not(ltl, a), sv_ltl_not(ltl, b)));
  case PML_E_ALWAYS: return sv_ltl_always(ltl, a);
  case PML_E_EVENTUALLY: return sv_ltl_eventually(ltl, a);
  case PML_E_NEXT: return sv_ltl_next(ltl, a);
  case PML_E_UNTIL: return sv_ltl_until(ltl, a, b);
  case PML_E_WEAK_UNTIL: return sv_ltl_weak_until(ltl, a, b);
  case PML_E_RELEASE: return sv_ltl_release(ltl, a, b);
  default: SV_UNREACHABLE();
  }
}

// The automaton of the runs that break the formula; NULL: too large.
static const sv_automaton *automaton_of_formula(pml_lowering *l, const pml_monitor *m,
                                                bool *stutters) {
  pml_here h = outside(l);
  sv_ltl *ltl = sv_ltl_new(l->terms);
  sv_formula f = sv_ltl_not(ltl, formula_of(ltl, &h, m->formula));
  const sv_automaton *a = sv_ltl_automaton(ltl, f, l->arena);
  *stutters = !sv_ltl_has_next(ltl);
  sv_ltl_free(ltl);
  return a;
}

static const sv_automaton *automaton_of_claim(pml_lowering *l, const pml_monitor *m) {
  pml_here h = outside(l);
  sv_automaton_edge *edges = SV_ARENA_ARRAY(l->arena, sv_automaton_edge, m->moves + 1);
  for (uint32_t i = 0; i < m->moves; i++) {
    const pml_move *move = &m->move[i];
    sv_term guard = pml_monitor_guard(m, l->terms, move->guard, atom_term, &h);
    edges[i] = (sv_automaton_edge){move->from, move->to, guard, move->accepts};
  }
  sv_automaton a = {m->places, 1, edges, m->moves};
  return sv_automaton_reduce(l->arena, l->terms, &a);
}

// A property of infinite runs in place of the observer of finite ones.
static void add_live(pml_lowering *l, const pml_monitor *m) {
  bool asks = pml_monitor_asks_for_progress(m), known = m->formula || m->moves;
  const sv_automaton *a = NULL;
  bool stutters = false;
  if (!asks && known)
    a = m->formula ? automaton_of_formula(l, m, &stutters) : automaton_of_claim(l, m);
  uint32_t p =
      add_property(l, m, a ? SV_PROP_RECURRENCE : SV_PROP_INVARIANT, a ? SV_NONE : SV_TRUE);
  sv_property *property = &l->model->properties.at[p];
  if (!a) set_undecided(l, p, asks ? NP_AT_END : TOO_LARGE);
  else property->automaton = sv_automaton_copy(l->model->arena, a), property->repeats = true;
  property->stutters = stutters;
}

static uint32_t add_cycle(pml_lowering *l, const char *name, const char *text,
                          const sv_automaton *a) {
  return sv_model_recurrence(l->model, sv_names_cstr(l->model->names, name), a, text, SV_NOWHERE);
}

// Some process is at an accept label again and again, be it inside of a section.
static void add_acceptance(pml_lowering *l) {
  sv_term none = pml_no_acceptance(l);
  if (sv_same(none, SV_TRUE)) return;
  sv_automaton_edge edges[] = {{0, 0, none, 0}, {0, 0, sv_not(none), 1}};
  sv_automaton a = {1, 1, edges, SV_COUNT(edges)};
  uint32_t p = add_cycle(l, "accept", "no acceptance cycle", &a);
  l->model->properties.at[p].repeats = l->model->properties.at[p].stutters = true;
}

// From some state on that is seen no process is at a progress label in those that are seen.
static void add_nonprogress(pml_lowering *l) {
  pml_here h = outside(l);
  sv_term none = pml_no_progress(&h);
  sv_automaton_edge edges[] = {{0, 0, SV_TRUE, 0}, {0, 1, none, 0}, {1, 1, none, 1}};
  sv_automaton a = {2, 1, edges, SV_COUNT(edges)};
  uint32_t p = add_cycle(l, "progress", "no cycle without progress", &a);
  l->model->properties.at[p].stable = l->model->properties.at[p].stutters = true;
}

// The claim of `[] b` computes b in every state it sees: so errors in b are its own.
static void add_errors(pml_lowering *l, const pml_monitor *m, const pml_here *h) {
  for (uint32_t k = 0; k < PML_EXPR_ERRORS; k++) {
    const char *text;
    if (sv_same(h->ok[k], SV_TRUE)) continue;
    const char *kind = pml_error_name((pml_error_kind)k, &text);
    const char *name = sv_arena_printf(l->arena, "%s:%s", name_of(l, m), kind);
    uint32_t p = sv_model_property(l->model, sv_names_cstr(l->model->names, name),
                                   SV_PROP_INVARIANT, h->ok[k], text, m->span);
    l->model->properties.at[p].stable = true;
  }
}

static void add_invariant(pml_lowering *l, const pml_monitor *m) {
  pml_here h = outside(l);
  uint32_t p = add_property(l, m, SV_PROP_INVARIANT, pml_truth(&h, m->body));
  add_errors(l, m, &h);
  h.has_stopped = true;
  if (m->stutters) add_end(l, m, p, sv_not(pml_truth(&h, m->body)));
}

// Labels that no question looks at are not passed over without a word.
static void warn_progress(pml_lowering *l, const pml_monitors *all) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].progress || pml_monitor_asks_for_progress(&all->at[i])) return;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    const pml_process *p = &l->process[i];
    if (p->proc->kind != PML_PROCTYPE && p->proc->kind != PML_INIT) continue;
    for (uint32_t k = 0; k < p->nodes.n; k++) {
      const pml_node *n = p->nodes.at[k];
      if (!n->is_progress || !n->stmt) continue;
      sv_diag(l->diags, SV_WARNING, n->stmt->span, "progress labels are not looked at");
      sv_diag_hint(l->diags, "--nonprogress looks for infinite runs without progress");
      return;
    }
  }
}

void pml_add_claims(pml_lowering *l) {
  bool claims = l->options->claims == SV_OPT_ON_OFF_ON;
  const char *goal;
  if (l->options->nonprogress) add_nonprogress(l);
  if (claims) add_acceptance(l);
  pml_monitors all = pml_monitors_of(l->arena, l->model->names, l->program);
  if (claims && !l->options->nonprogress) warn_progress(l, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    const pml_monitor *m = &all.at[i];
    if (!claims && !goal_of(l, m, &goal)) continue;
    if (m->live) {
      add_live(l, m);
      continue;
    }
    switch (m->kind) {
    case PML_MONITOR_INVARIANT: add_invariant(l, m); break;
    case PML_MONITOR_AUTOMATON: add_automaton(l, m); break;
    case PML_MONITOR_UNSUPPORTED: add_property(l, m, SV_PROP_INVARIANT, SV_TRUE); break;
    }
  }
}

// --- what every step does for the observers

// Has the process gone on without a break since it entered its section?
static sv_term goes_on(pml_here *h) {
  sv_terms *T = h->l->terms;
  if (!h->l->owner) return SV_FALSE;
  sv_term owner = sv_cast(T, h->l->number, sv_model_var(h->l->model, h->l->owner, 0));
  sv_term me = sv_app2(T, SV_OP_ADD, pml_pid(h->l, h->process, h->role), pml_const32(h->l, 1));
  return sv_eq(T, owner, me);
}

void pml_observe(pml_here *h, pml_step *step) {
  sv_terms *T = h->l->terms;
  for (uint32_t i = 0; i < h->l->observers.n; i++) {
    const pml_observer *o = &h->l->observers.at[i];
    sv_term old = sv_model_var(h->l->model, o->variable, 0);
    sv_push(step->updates, (sv_update){old, sv_ite(T, goes_on(h), old, o->next)});
  }
}

// The process that keeps control after this step, or none.
void pml_own(pml_here *h, pml_step *step, bool keeps) {
  pml_lowering *l = h->l;
  if (!l->owner) return;
  sv_term me = sv_app2(l->terms, SV_OP_ADD, pml_pid(l, h->process, h->role), pml_const32(l, 1));
  pml_set(l, step, sv_model_var(l->model, l->owner, 0), keeps ? me : pml_const32(l, 0));
}

// Only where there are both observers and sections.
void pml_declare_owner(pml_lowering *l) {
  sv_model *m = l->model;
  if (!l->observers.n || l->regions.n < 2) return;
  sv_sort sort = sv_sort_bv(l->terms, 9, false);
  l->owner = sv_model_variable(m, sv_names_cstr(m->names, "_owner"), sort, SV_GLOBAL,
                               sv_const(l->terms, sort, sv_small(0)), SV_NOWHERE);
  m->variables.at[l->owner].hidden = true;
}
