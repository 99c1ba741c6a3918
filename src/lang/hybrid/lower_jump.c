// lower_jump.c -- jumps as actions. See join.c for what they are.
//
// A new value that the changes determine is a term over old values; what stays
// free is a choice of the action, and what is left of the conditions its
// constraint. The invariants of the locations entered are checked by the model.

#include "lang/hybrid/lower.h"

typedef struct {
  ha_lowering *l;
  const ha_jump *j;
  uint32_t *choice;  // by variable
} writer;

// Free new values are choices.
static sv_term leaf(void *context, uint32_t var, bool primed) {
  writer *w = context;
  if (!primed) return ha_variable_term(w->l, var);
  assert(w->j->s.is_free[var]);
  return sv_choice(w->l->terms, w->l->real, w->choice[var]);
}

static const char *text_of(writer *w, sv_text *text) {
  const ha_jump *j = w->j;
  ha_lowering *l = w->l;
  sv_name label = j->group[0]->edge->label;
  if (label.x) sv_text_printf(text, "%s: ", ha_name(l, label));
  for (uint32_t i = 0; i < j->n; i++) {
    const ha_group *g = j->group[i];
    const ha_automaton *a = ha_automaton_of(l, g->automaton);
    if (i) sv_text_string(text, ", ");
    if (g->from.n == 1)
      sv_text_printf(text, "%s ", ha_name(l, a->locations.at[g->from.at[0]].word.name));
    if (g->stays && g->from.n > 1) sv_text_string(text, "stays");
    else sv_text_printf(text, "-> %s", ha_name(l, a->locations.at[g->edge->to].word.name));
  }
  return sv_text_get(text);
}

static sv_edge edge(ha_lowering *l, const ha_group *g) {
  assert(g->from.n > 0 && l->template_of[g->automaton]);
  uint32_t *from = SV_ARENA_ARRAY(l->arena, uint32_t, g->from.n);
  for (uint32_t i = 0; i < g->from.n; i++) from[i] = g->from.at[i] + 1;
  return (sv_edge){.template_number = l->template_of[g->automaton],
                   .instance = SV_ANY_INSTANCE,
                   .from = from,
                   .from_count = g->from.n,
                   .to = g->stays ? 0 : g->edge->to + 1};
}

static sv_term guard_term(writer *w) {
  ha_lowering *l = w->l;
  sv_term guard = SV_TRUE;
  bool begins = l->has_start;
  for (uint32_t i = 0; i < w->j->n; i++) {
    guard = sv_and(l->terms, guard, ha_formula_term(l, w->j->group[i]->guard));
    begins = begins && !l->start[w->j->group[i]->automaton];
  }
  for (uint32_t i = 0; i < w->j->s.guards.n; i++)
    guard = sv_and(l->terms, guard, ha_atom_term(l, &w->j->s.guards.at[i], ha_old, l));
  return begins ? sv_and(l->terms, guard, ha_begun(l)) : guard;
}

// The place of a jump: that of an edge that has only one place, if there is one.
static sv_span place_of(const ha_jump *j) {
  for (uint32_t i = 0; i < j->n; i++)
    if (j->group[i]->from.n == 1 && !j->group[i]->stays) return j->group[i]->edge->span;
  return j->group[0]->edge->span;
}

typedef SV_VEC(sv_update) update_list;
typedef SV_VEC(sv_choice_input) choice_list;

static void collect(writer *w, update_list *updates, choice_list *choices) {
  ha_lowering *l = w->l;
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    if (!w->j->s.is_free[v]) continue;
    w->choice[v] = choices->n;
    sv_push(*choices,
            (sv_choice_input){.name = l->net->variables.at[v].word.name, .sort = l->real});
  }
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    if (!l->is_used[v]) continue;
    sv_term old = ha_variable_term(l, v), now = ha_sum_term(l, w->j->s.value[v], leaf, w);
    if (!sv_same(old, now)) sv_push(*updates, (sv_update){old, now});
  }
  if (l->waited) sv_push(*updates, (sv_update){sv_model_var(l->model, l->waited, 0), SV_FALSE});
}

static void write_jump(ha_lowering *l, const ha_jump *j) {
  assert(j->n > 0 && j->s.possible);
  writer w = {l, j, SV_ARENA_ARRAY(l->arena, uint32_t, l->net->variables.n)};
  sv_term guard = guard_term(&w), constraint = SV_TRUE;
  if (sv_same(guard, SV_FALSE)) return;
  update_list updates = {0};
  choice_list choices = {0};
  sv_text text = {0};
  collect(&w, &updates, &choices);
  for (uint32_t i = 0; i < j->s.constraints.n; i++)
    constraint = sv_and(l->terms, constraint, ha_atom_term(l, &j->s.constraints.at[i], leaf, &w));
  sv_edge *edges = SV_ARENA_ARRAY(l->arena, sv_edge, j->n);
  for (uint32_t i = 0; i < j->n; i++) edges[i] = edge(l, j->group[i]);
  sv_action a = {.name = j->group[0]->edge->label,
                 .span = place_of(j),
                 .text = text_of(&w, &text),
                 .edges = edges,
                 .edge_count = j->n,
                 .choices = choices.at,
                 .choice_count = choices.n,
                 .guard = guard,
                 .constraint = constraint,
                 .updates = updates.at,
                 .update_count = updates.n};
  sv_model_action(l->model, &a);
  sv_vec_free(updates);
  sv_vec_free(choices);
  sv_text_free(&text);
}

void ha_lower_jumps(ha_lowering *l) {
  for (uint32_t i = 0; i < l->jumps.n && sv_diags_go_on(l->diags); i++)
    if (l->jumps.at[i].s.possible) write_jump(l, &l->jumps.at[i]);
}
