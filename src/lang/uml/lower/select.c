// select.c -- events that several regions take at once.
//
// The event is dispatched by an action of its own: it takes the event out of
// the pool, reads all guards and notes for each unit the transition that is to
// fire there. The state behind it is passed through: the first of them fires
// before anybody else moves. Then they fire one by one, in the order of their
// regions; those that may lead out of a state around several of them, behind a
// pseudostate, come last, and what is selected in a state that is left does
// not fire. Where a transition leaves a state from inside of one of its regions
// it cannot go together with those of the others; which of them go is chosen,
// so that no more could.

#include "lang/uml/lower/emit.h"
#include "lang/uml/lower/race.h"

typedef struct {
  uml_lowering *lowering;
  uml_instance *instance;
  const uml_signal *signal;
  sv_term *candidate;  // by unit: the number of a compound, or 0
  sv_term *selected;   // by unit: of these, what goes
  bool *has_candidate, *has_rival;
  sv_term constraint;
} selection;

static sv_terms *T(const selection *s) { return s->lowering->terms; }

static bool has_trigger(const uml_transition *t, const uml_signal *s) {
  for (uint32_t i = 0; i < t->triggers.n; i++)
    if (t->triggers.at[i].signal == s) return true;
  return false;
}

bool uml_is_selected(const uml_layout *y, const uml_transition *t) {
  for (uint32_t i = 0; t->source->kind == UML_STATE && i < t->triggers.n; i++)
    if (y->parallel[t->triggers.at[i].signal->number]) return true;
  return false;
}

static const uml_compound *compound(const selection *s, uint32_t c) {
  return &s->instance->layout->compounds.at[c];
}

static bool is_asked(const selection *s, uint32_t c) {
  const uml_transition *t = compound(s, c)->path[0];
  return t->source->kind == UML_STATE && has_trigger(t, s->signal);
}

static uint32_t unit_number(const selection *s, uint32_t c) {
  return s->instance->layout->unit_of[compound(s, c)->path[0]->source->number]->number;
}

static sv_term number(const selection *s, uint32_t n) { return sv_int_const(T(s), n); }

// ---- candidates: one of the enabled transitions of the innermost state that has any

static sv_term may_fire(const selection *s, uint32_t c) {
  const uml_instance *i = s->instance;
  uint32_t source = compound(s, c)->path[0]->source->number;
  sv_term goes = sv_and(T(s), i->fires[c], sv_not(i->below[source]));
  return s->lowering->thesis ? sv_and(T(s), goes, sv_not(i->blocked[source])) : goes;
}

// All that leave one state.
static void add_source(selection *s, const uml_vertex *v, sv_term pick, sv_term *several) {
  const uml_layout *y = s->instance->layout;
  uint32_t unit = y->unit_of[v->number]->number, place = 0;
  sv_term any = SV_FALSE, good = SV_FALSE, chosen = number(s, 0);
  for (uint32_t c = 1; c < y->compounds.n; c++) {
    if (!is_asked(s, c) || compound(s, c)->path[0]->source != v) continue;
    sv_term may = may_fire(s, c);
    sv_term here = sv_is_none(pick) ? SV_TRUE : sv_eq(T(s), pick, number(s, place));
    any = sv_or(T(s), any, may);
    good = sv_or(T(s), good, sv_and(T(s), here, may));
    chosen = place ? sv_ite(T(s), here, number(s, c), chosen) : number(s, c);
    place++;
  }
  if (!place) return;
  s->has_candidate[unit] = true;
  s->candidate[unit] = sv_ite(T(s), any, chosen, s->candidate[unit]);
  if (place < 2) return;
  s->constraint = sv_and(T(s), s->constraint, sv_implies(T(s), any, good));
  *several = sv_or(T(s), *several, any);
}

static uint32_t most_of_one_source(const selection *s, uint32_t unit) {
  const uml_layout *y = s->instance->layout;
  uint32_t most = 0;
  for (uint32_t v = 0; v < y->class->vertices.n; v++) {
    uint32_t n = 0;
    if (y->unit_of[v]->number != unit) continue;
    for (uint32_t c = 1; c < y->compounds.n; c++)
      n += is_asked(s, c) && compound(s, c)->path[0]->source->number == v;
    if (n > most) most = n;
  }
  return most;
}

static void find_candidates(selection *s) {
  const uml_layout *y = s->instance->layout;
  for (uint32_t u = 0; u < y->units.n; u++) {
    uint32_t most = most_of_one_source(s, u);
    sv_term pick = SV_NONE, several = SV_FALSE;
    s->candidate[u] = number(s, 0);
    if (most > 1) pick = sv_choice(T(s), sv_sort_range(T(s), 0, most - 1), UML_PICK(u));
    for (uint32_t v = 0; v < y->class->vertices.n; v++)
      if (y->unit_of[v]->number == u) add_source(s, y->class->vertices.at[v], pick, &several);
    if (most > 1)
      s->constraint =
          sv_and(T(s), s->constraint, sv_or(T(s), several, sv_eq(T(s), pick, number(s, 0))));
  }
}

// ---- rivals

// What the transition leaves, if it leaves more than a part of its own region.
static const uml_vertex *left_by(const uml_transition *t) {
  const uml_region *scope = uml_scope_of(t);
  if (t->kind == UML_INTERNAL || t->target->kind == UML_JOIN || !scope) return NULL;
  if (t->target->kind == UML_EXIT_POINT) return NULL;
  return uml_inside_region(t->source, scope) ? uml_main_vertex(t->source, scope) : NULL;
}

static bool are_rivals(const selection *s, uint32_t a, uint32_t b) {
  const uml_transition *x = compound(s, a)->path[0], *y = compound(s, b)->path[0];
  if (unit_number(s, a) == unit_number(s, b)) return false;
  const uml_vertex *left = left_by(x), *right = left_by(y);
  bool hits = left && uml_inside(y->source, left), hit = right && uml_inside(x->source, right);
  // Where one source is inside of the other, the inner one comes first anyway.
  if (uml_inside(x->source, y->source) || uml_inside(y->source, x->source)) return false;
  return hits || hit;
}

static void find_rivals(selection *s) {
  const uml_layout *y = s->instance->layout;
  for (uint32_t a = 1; a < y->compounds.n; a++)
    for (uint32_t b = 1; is_asked(s, a) && b < a; b++)
      if (is_asked(s, b) && are_rivals(s, a, b))
        s->has_rival[unit_number(s, a)] = s->has_rival[unit_number(s, b)] = true;
  for (uint32_t u = 0; u < y->units.n; u++) {
    s->selected[u] = s->candidate[u];
    if (!s->has_rival[u]) continue;
    sv_term keep = sv_choice(T(s), s->lowering->boolean, UML_KEEP(u));
    sv_term none = sv_eq(T(s), s->candidate[u], number(s, 0));
    s->selected[u] = sv_ite(T(s), keep, s->candidate[u], number(s, 0));
    s->constraint = sv_and(T(s), s->constraint, sv_implies(T(s), none, keep));
  }
}

static sv_term goes(const selection *s, uint32_t c) {
  return sv_eq(T(s), s->selected[unit_number(s, c)], number(s, c));
}

// No two rivals go, and who does not go has a rival that does.
static void settle_rivals(selection *s) {
  const uml_layout *y = s->instance->layout;
  for (uint32_t a = 1; a < y->compounds.n; a++) {
    if (!is_asked(s, a) || !s->has_rival[unit_number(s, a)]) continue;
    sv_term beaten = SV_FALSE;
    for (uint32_t b = 1; b < y->compounds.n; b++) {
      if (!is_asked(s, b) || !are_rivals(s, a, b)) continue;
      beaten = sv_or(T(s), beaten, goes(s, b));
      s->constraint = sv_and(T(s), s->constraint, sv_not(sv_and(T(s), goes(s, a), goes(s, b))));
    }
    sv_term wanted = sv_eq(T(s), s->candidate[unit_number(s, a)], number(s, a));
    s->constraint = sv_and(T(s), s->constraint,
                           sv_implies(T(s), sv_and(T(s), wanted, sv_not(goes(s, a))), beaten));
  }
}

// ---- the actions

static void keep_event(uml_draft *d) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  for (uint32_t f = 0; i->parameter && f < l->field_count; f++)
    uml_set_now(d, sv_model_var(l->model, i->parameter[f], SV_ROLE_SELF),
                sv_peek(l->terms, l->fields[f], i->queue, sv_int_const(l->terms, 0), f));
}

// Two of those that go do not commute.
static sv_term races(selection *s, uml_draft *d) {
  const uml_layout *y = s->instance->layout;
  sv_term any = SV_FALSE;
  for (uint32_t a = 1; a < y->compounds.n; a++)
    for (uint32_t b = 1; is_asked(s, a) && b < a; b++) {
      if (!is_asked(s, b) || unit_number(s, a) == unit_number(s, b) || are_rivals(s, a, b))
        continue;
      sv_term both = sv_and(T(s), goes(s, a), goes(s, b));
      if (sv_same(both, SV_FALSE)) continue;
      any = sv_or(T(s), any, sv_and(T(s), both, uml_race(d, compound(s, a), compound(s, b))));
    }
  return any;
}

static void dispatch(selection *s) {
  uml_lowering *l = s->lowering;
  uml_instance *i = s->instance;
  uml_draft d;
  uml_draft_open(&d, l, i);
  uml_trigger only = {.signal = (uml_signal *)s->signal};
  uml_draft_require(&d, i->quiet);
  uml_draft_require(&d, i->waiting);
  uml_draft_require(&d, uml_matches(l, i, &only, 1));
  uml_draft_require(&d, i->any);
  uml_draft_require(&d, s->constraint);
  sv_push(d.asserts, ((uml_assertion){.when = SV_TRUE, .holds = sv_not(races(s, &d))}));
  keep_event(&d);
  d.dequeues = d.silent = true;
  d.span = i->class->span;
  for (uint32_t u = 0; u < i->layout->units.n; u++)
    if (s->has_candidate[u])
      uml_set_now(
          &d, sv_model_var(l->model, (l->interleaved ? i->token : i->selected)[u], SV_ROLE_SELF),
          s->selected[u]);
  for (uint32_t c = 1; l->interleaved && c < i->layout->compounds.n; c++)
    if (is_asked(s, c)) uml_keep_for(&d, compound(s, c)->path[0], goes(s, c));
  const char *text =
      sv_arena_printf(l->arena, "dispatch %s", uml_text_of(l->context, s->signal->name));
  uml_edge edge = {&i->run, 1, l->interleaved ? i->run : i->chosen, text};
  uml_emit(&d, &edge);
  uml_draft_free(&d);
}

void uml_lower_dispatch(uml_lowering *l, uml_instance *i, const uml_signal *signal) {
  uint32_t n = i->layout->units.n + 1;
  selection s = {.lowering = l,
                 .instance = i,
                 .signal = signal,
                 .candidate = SV_NEW_ARRAY(sv_term, n),
                 .selected = SV_NEW_ARRAY(sv_term, n),
                 .has_candidate = SV_NEW_ARRAY(bool, n),
                 .has_rival = SV_NEW_ARRAY(bool, n),
                 .constraint = SV_TRUE};
  find_candidates(&s);
  find_rivals(&s);
  settle_rivals(&s);
  dispatch(&s);
  sv_free(s.candidate);
  sv_free(s.selected);
  sv_free(s.has_candidate);
  sv_free(s.has_rival);
}

// ---- firing

static sv_term selected_now(uml_draft *d, uint32_t unit) {
  return uml_value_now(d,
                       sv_model_var(d->lowering->model, d->instance->selected[unit], SV_ROLE_SELF));
}

// The last one to fire forgets the event.
static void forget_event(uml_draft *d) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  sv_term last = SV_TRUE, zero = sv_int_const(l->terms, 0);
  for (uint32_t u = 0; u < i->layout->units.n; u++)
    if (i->selected[u]) last = sv_and(l->terms, last, sv_eq(l->terms, selected_now(d, u), zero));
  for (uint32_t f = 0; i->parameter && f < l->field_count; f++) {
    sv_term target = sv_model_var(l->model, i->parameter[f], SV_ROLE_SELF);
    sv_term none = sv_const(l->terms, l->fields[f], sv_sort_default(l->terms, l->fields[f]));
    uml_set_now(d, target, sv_ite(l->terms, last, none, target));
  }
}

static void emit_fired(void *context, uml_draft *d) {
  forget_event(d);
  uml_emit(d, context);
}

static bool is_late(const uml_compound *c) {
  return uml_leads_out(c->path[0]->source, c->path[c->n - 1]);
}

// What is selected in the unit is nothing, or may lead out of states around it.
static sv_term is_late_or_nothing(uml_draft *d, uint32_t unit) {
  const uml_layout *y = d->instance->layout;
  sv_terms *terms = d->lowering->terms;
  sv_term selected = selected_now(d, unit), late = sv_eq(terms, selected, sv_int_const(terms, 0));
  for (uint32_t c = 1; c < y->compounds.n; c++) {
    const uml_compound *other = &y->compounds.at[c];
    if (!uml_is_selected(y, other->path[0]) || !is_late(other)) continue;
    if (y->unit_of[other->path[0]->source->number]->number == unit)
      late = sv_or(terms, late, sv_eq(terms, selected, sv_int_const(terms, c)));
  }
  return late;
}

// By the order of regions, but those that may lead out of a state around several of them come last.
static void require_turn(uml_draft *d, const uml_compound *c, uint32_t unit) {
  const uml_instance *i = d->instance;
  sv_terms *terms = d->lowering->terms;
  for (uint32_t u = 0; u < i->layout->units.n; u++) {
    if (!i->selected[u] || u == unit || (u > unit && !is_late(c))) continue;
    bool both = (u < unit) == is_late(c);
    uml_draft_require(d, both ? sv_eq(terms, selected_now(d, u), sv_int_const(terms, 0))
                              : is_late_or_nothing(d, u));
  }
}

static void fire_selected(uml_lowering *l, uml_instance *i, const uml_compound *c) {
  uml_draft d;
  uml_draft_open(&d, l, i);
  uint32_t unit = i->layout->unit_of[c->path[0]->source->number]->number;
  sv_term own = selected_now(&d, unit);
  require_turn(&d, c, unit);
  uml_draft_require(&d, sv_eq(l->terms, own, sv_int_const(l->terms, c->number)));
  uml_set_now(&d, own, sv_int_const(l->terms, 0));
  d.event = i->parameter ? UML_FROM_VARIABLES : UML_FROM_NOTHING;
  d.waits = uml_active(l, i, c->path[0]->source);
  uml_draft_task(&d, (uml_task){.kind = UML_DO_SEGMENT, .compound = c});
  uint32_t from[] = {i->chosen, i->run};
  uml_edge edge = {from, 2, i->run, NULL};
  uml_run(&d, emit_fired, &edge);
  uml_draft_free(&d);
}

void uml_lower_selections(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  for (uint32_t s = 0; s < l->machines->signals.n; s++)
    if (y->parallel[s]) uml_lower_dispatch(l, i, l->machines->signals.at[s]);
  for (uint32_t c = 1; c < y->compounds.n; c++)
    if (uml_is_selected(y, y->compounds.at[c].path[0])) fire_selected(l, i, &y->compounds.at[c]);
}
