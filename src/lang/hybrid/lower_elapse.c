// lower_elapse.c -- the passing of time.
//
// One action for the whole network with a duration delta > 0 (time that does
// not pass changes nothing). Invariants hold before it and, as everywhere in
// the model, behind it; where they are convex that is enough. An invariant that
// is a union of convex parts is kept if the line from one end to the other lies
// in one of the parts; longer ways are several steps of time in a row. Where all
// are convex and no urgent jump asks for more (urgent.c), two steps in a row are
// one, and the second one is left out: every jump clears a flag that a step of
// time sets.

#include "lang/hybrid/lower.h"

enum { MOST_PARTS = 16 };

// --- invariants that are not convex

// The inside of the line lies in the half-space; its ends may lie on an open boundary, but not
// both of them.
static sv_term line_in(ha_lowering *l, const ha_atom *a) {
  ha_atom closed = *a;
  if (a->relation == HA_LT) closed.relation = HA_LE;
  sv_term both =
      sv_and(l->terms, ha_atom_term(l, &closed, ha_old, l), ha_atom_term(l, &closed, ha_new, l));
  if (a->relation != HA_LT) return both;
  sv_term one = sv_or(l->terms, ha_atom_term(l, a, ha_old, l), ha_atom_term(l, a, ha_new, l));
  return sv_and(l->terms, both, one);
}

static sv_term line_in_part(ha_lowering *l, const ha_case *c) {
  sv_term t = SV_TRUE;
  for (uint32_t i = 0; i < c->n; i++) {
    assert(c->literal[i]->kind == HA_F_ATOM);
    t = sv_and(l->terms, t, line_in(l, &c->literal[i]->atom));
  }
  return t;
}

static void add_parts(ha_lowering *l, uint32_t a, uint32_t location, const ha_cases *parts,
                      ha_terms *out) {
  uint32_t n = ha_automaton_of(l, a)->locations.n;
  bool *in = SV_ARENA_ARRAY(l->arena, bool, n);
  in[location] = true;
  sv_term some = SV_FALSE;
  for (uint32_t i = 0; i < parts->n; i++)
    some = sv_or(l->terms, some, line_in_part(l, &parts->at[i]));
  sv_push(*out, sv_implies(l->terms, ha_at_term(l, a, in), some));
}

static void add_invariant(ha_lowering *l, uint32_t a, uint32_t location, ha_terms *out) {
  const ha_location *where = &ha_automaton_of(l, a)->locations.at[location];
  ha_cases parts = {0};
  if (!ha_spell_cases(l->space, where->invariant, MOST_PARTS, &parts))
    sv_diag(l->diags, SV_UNSUPPORTED, where->word.span,
            "the invariant of `%s` has more than %d convex parts: this is not supported",
            ha_name(l, where->word.name), MOST_PARTS);
  else if (parts.n > 1) {
    l->one_elapse = false;
    add_parts(l, a, location, &parts, out);
  }
  sv_vec_free(parts);
}

static void find_parts(ha_lowering *l, ha_terms *out) {
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    uint32_t a = l->net->members.at[i];
    for (uint32_t k = 0; k < ha_automaton_of(l, a)->locations.n; k++) add_invariant(l, a, k, out);
  }
}

// --- the action

typedef struct {
  ha_terms guards, constraints;
} conditions;

static sv_term all_of(ha_lowering *l, const ha_terms *terms) {
  return sv_and_all(l->terms, terms->at, terms->n);
}

static sv_edge edge(ha_lowering *l, const ha_flow *f) {
  assert(f->where && f->group);
  uint32_t a = f->where - 1, n = ha_automaton_of(l, a)->locations.n, k = 0;
  uint32_t *from = SV_ARENA_ARRAY(l->arena, uint32_t, n);
  for (uint32_t i = 0; i < n; i++)
    if (f->group[i]) from[k++] = i + 1;
  return (sv_edge){.template_number = l->template_of[a],
                   .instance = SV_ANY_INSTANCE,
                   .from = from,
                   .from_count = k,
                   .flags = SV_EDGE_PASSIVE};
}

typedef SV_VEC(sv_update) update_list;

static void collect(ha_lowering *l, const ha_flow *f, update_list *out) {
  sv_term zero = sv_const(l->terms, l->real, sv_small(0));
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    if (sv_same(f->change[v], zero)) continue;
    sv_term old = ha_variable_term(l, v);
    sv_push(*out, (sv_update){old, sv_app2(l->terms, SV_OP_ADD, old, f->change[v])});
  }
  if (l->waited) sv_push(*out, (sv_update){sv_model_var(l->model, l->waited, 0), SV_TRUE});
}

static sv_term guard_of(ha_lowering *l, const conditions *c) {
  sv_term guard = all_of(l, &c->guards);
  if (l->has_start) guard = sv_and(l->terms, guard, ha_begun(l));
  if (l->waited) guard = sv_and(l->terms, guard, sv_not(sv_model_var(l->model, l->waited, 0)));
  return guard;
}

static void write_elapse(ha_lowering *l, const ha_flow *f, const conditions *c) {
  assert(f->moves && f->choices.n > 0);
  update_list updates = {0};
  sv_edge where = {0};
  if (f->where) where = edge(l, f);
  collect(l, f, &updates);
  sv_term constraint = sv_and_all(l->terms, f->constraints.at, f->constraints.n);
  sv_action a = {.name = sv_names_cstr(l->model->names, "elapse"),
                 .text = "wait",
                 .shown = 1,
                 .edges = &where,
                 .edge_count = f->where ? 1 : 0,
                 .choices = f->choices.at,
                 .choice_count = f->choices.n,
                 .guard = guard_of(l, c),
                 .constraint = sv_and(l->terms, constraint, all_of(l, &c->constraints)),
                 .updates = updates.at,
                 .update_count = updates.n};
  if (!sv_same(a.guard, SV_FALSE) && !sv_same(a.constraint, SV_FALSE))
    sv_model_action(l->model, &a);
  sv_vec_free(updates);
}

static void add_flag(ha_lowering *l) {
  assert(l->one_elapse && !l->waited);
  sv_name name = sv_names_cstr(l->model->names, "(waited)");
  l->waited =
      sv_model_variable(l->model, name, sv_sort_bool(l->terms), SV_GLOBAL, SV_FALSE, SV_NOWHERE);
  l->model->variables.at[l->waited].hidden = true;
}

void ha_lower_elapse(ha_lowering *l) {
  ha_flows flows = {0};
  conditions c = {0};
  bool moves = false;
  ha_find_flows(l, &flows);
  for (uint32_t i = 0; i < flows.n; i++) moves |= flows.at[i].moves;
  if (moves) {
    l->one_elapse = ha_find_urgent(l, &c.guards, &c.constraints);
    find_parts(l, &c.constraints);
    if (l->one_elapse) add_flag(l);
    for (uint32_t i = 0; i < flows.n; i++)
      if (flows.at[i].moves) write_elapse(l, &flows.at[i], &c);
  }
  sv_vec_free(c.guards);
  sv_vec_free(c.constraints);
  ha_flows_free(&flows);
}
