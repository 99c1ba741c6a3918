// join.c -- which jumps there are: of one automaton, or of all that know a label.
//
// Edges of one automaton that differ only in where they begin are one group (in
// a jump together with others, where that makes the product smaller; a step of
// one automaton keeps its own place in the text). A label joins one group of
// each automaton that knows it; groups that can never be met together are left
// out (together.c). All conditions and changes hold at once.
//
// What a jump leaves alone: in HyTech what no `do` of the edges that take part
// mentions. In PHAVer a variable belongs to the automaton that controls it: it
// keeps its value if that one does not take part, or takes part without `do`;
// else it is free, as far as the changes say nothing. A variable that no
// automaton controls is free in every step.

#include "lang/hybrid/lower.h"

enum { MOST_CASES = 16, MOST_JUMPS = 20000, MOST_TRIES = 2000000 };

// --- groups

static bool same_change(const ha_edge *a, const ha_edge *b) {
  if (a->has_do != b->has_do || a->changes != b->changes) return false;
  for (uint32_t i = 0; i < a->changes; i++)
    if (a->change[i].relation != b->change[i].relation ||
        !ha_same_sum(a->change[i].sum, b->change[i].sum))
      return false;
  return true;
}

static bool fits(const ha_group *g, const ha_edge *e, ha_formula *guard) {
  bool stays = e->from == e->to;
  if (g->edge->asap != e->asap || g->stays != stays) return false;
  if (!stays && g->edge->to != e->to) return false;
  return same_change(g->edge, e) && ha_same_formula(g->guard, guard);
}

static void add_to_group(ha_groups *groups, uint32_t automaton, const ha_edge *e, ha_formula *guard,
                         bool joins) {
  for (uint32_t i = 0; joins && i < groups->n; i++)
    if (fits(&groups->at[i], e, guard)) {
      sv_push(groups->at[i].from, e->from);
      return;
    }
  ha_group g = {.automaton = automaton, .edge = e, .guard = guard, .stays = e->from == e->to};
  sv_push(g.from, e->from);
  sv_push(*groups, g);
}

// A guard with `|` is several edges, so that guards are conjunctions.
static void split_edge(ha_lowering *l, ha_groups *groups, uint32_t a, const ha_edge *e,
                       bool joins) {
  assert(e->from < ha_automaton_of(l, a)->locations.n);
  ha_cases cases = {0};
  bool few = ha_spell_cases(l->space, e->guard, MOST_CASES, &cases);
  for (uint32_t i = 0; few && i < cases.n; i++)
    add_to_group(groups, a, e, ha_all(l->space, cases.at[i].literal, cases.at[i].n), joins);
  if (!few) add_to_group(groups, a, e, e->guard, joins);
  sv_vec_free(cases);
}

static ha_groups groups_of(ha_lowering *l, uint32_t a, sv_name label, bool joins) {
  const ha_automaton *automaton = ha_automaton_of(l, a);
  ha_groups groups = {0};
  for (uint32_t i = 0; i < automaton->edges.n; i++)
    if (automaton->edges.at[i].label.x == label.x)
      split_edge(l, &groups, a, &automaton->edges.at[i], joins);
  return groups;
}

// --- what becomes of the variables

static const ha_edge *edge_of(const ha_jump *j, uint32_t automaton) {
  for (uint32_t i = 0; i < j->n; i++)
    if (j->group[i]->automaton == automaton) return j->group[i]->edge;
  return NULL;
}

static bool changes(const ha_jump *j, uint32_t var) {
  for (uint32_t i = 0; i < j->n; i++)
    for (uint32_t k = 0; k < j->group[i]->edge->changes; k++)
      if (!ha_is_zero(ha_factor(j->group[i]->edge->change[k].sum, var, true))) return true;
  return false;
}

static bool is_kept(const ha_lowering *l, const ha_jump *j, uint32_t var) {
  if (!l->is_used[var] || l->net->variables.at[var].kind == HA_PARAMETER) return true;
  if (l->net->syntax == HA_HYTECH) return !changes(j, var);
  if (!l->controller[var]) return false;
  const ha_edge *own = edge_of(j, l->controller[var] - 1);
  return !own || !own->has_do;
}

static void solve(ha_lowering *l, ha_jump *j) {
  SV_VEC(const ha_atom *) atoms = {0};
  bool *kept = SV_ARENA_ARRAY(l->arena, bool, l->net->variables.n);
  for (uint32_t v = 0; v < l->net->variables.n; v++) kept[v] = is_kept(l, j, v);
  for (uint32_t i = 0; i < j->n; i++)
    for (uint32_t k = 0; k < j->group[i]->edge->changes; k++)
      sv_push(atoms, &j->group[i]->edge->change[k]);
  j->s = ha_solve_atoms(l, kept, atoms.at, atoms.n);
  sv_vec_free(atoms);
}

// --- all combinations

typedef struct {
  ha_lowering *l;
  sv_name label;
  SV_VEC(ha_groups) choices;  // by automaton that knows the label
  SV_VEC(const ha_group *) so_far;
  uint32_t tries;
  bool full;  // too many jumps, too much to try, or a limit
} joiner;

static bool goes_with(const joiner *x, const ha_group *g) {
  for (uint32_t i = 0; i < x->so_far.n; i++)
    if (!ha_meet(x->l, x->so_far.at[i], g)) return false;
  return true;
}

static void keep_jump(joiner *x) {
  ha_lowering *l = x->l;
  assert(x->so_far.n == x->choices.n);
  const ha_group **groups = SV_ARENA_ARRAY(l->arena, const ha_group *, x->so_far.n);
  for (uint32_t i = 0; i < x->so_far.n; i++) groups[i] = x->so_far.at[i];
  ha_jump j = {.group = groups, .n = x->so_far.n};
  solve(l, &j);
  sv_push(l->jumps, j);
  x->full = l->jumps.n > MOST_JUMPS;
}

static void join(joiner *x, uint32_t automaton) {
  if (x->full) return;
  if (automaton == x->choices.n) {
    keep_jump(x);
    return;
  }
  const ha_groups *groups = &x->choices.at[automaton];
  for (uint32_t i = 0; i < groups->n; i++) {
    x->full |= ++x->tries > MOST_TRIES || !sv_diags_go_on(x->l->diags);
    if (x->full || !goes_with(x, &groups->at[i])) continue;
    sv_push(x->so_far, &groups->at[i]);
    join(x, automaton + 1);
    x->so_far.n--;
  }
}

// An automaton that knows the label but has no edge with it blocks all others.
static bool is_blocked(const joiner *x) {
  for (uint32_t i = 0; i < x->choices.n; i++)
    if (!x->choices.at[i].n) return true;
  return false;
}

static void refuse(joiner *x) {
  const ha_groups *first = &x->choices.at[0];
  ha_lowering *l = x->l;
  if (!x->label.x)
    sv_diag(l->diags, SV_UNSUPPORTED, first->at[0].edge->span, "more than %d jumps are too many",
            MOST_JUMPS);
  else if (l->jumps.n > MOST_JUMPS)
    sv_diag(l->diags, SV_UNSUPPORTED, first->at[0].edge->span,
            "the label `%s` joins edges of %u automata in too many ways: more than %d jumps",
            ha_name(l, x->label), x->choices.n, MOST_JUMPS);
  else
    sv_diag(l->diags, SV_UNSUPPORTED, first->at[0].edge->span,
            "the label `%s` joins edges of %u automata in too many ways: more than %d to try",
            ha_name(l, x->label), x->choices.n, MOST_TRIES);
}

// Groups outlive the search: jumps point to them.
static void keep_groups(ha_lowering *l, ha_groups *groups) {
  ha_groups kept = *groups;
  ha_group *copy = SV_ARENA_ARRAY(l->arena, ha_group, groups->n);
  for (uint32_t i = 0; i < groups->n; i++) {
    copy[i] = groups->at[i];
    uint32_t n = copy[i].from.n;
    uint32_t *from = SV_ARENA_ARRAY(l->arena, uint32_t, n);
    memcpy(from, copy[i].from.at, n * sizeof *from);
    sv_vec_free(copy[i].from);
    copy[i].from.at = from;
    copy[i].from.n = n;
  }
  sv_free(kept.at);
  groups->at = copy;
  groups->cap = 0;
}

static uint32_t how_many_know(const ha_lowering *l, sv_name label) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->net->members.n; i++)
    n += ha_knows(ha_automaton_of(l, l->net->members.at[i]), label);
  return n;
}

static void join_label(ha_lowering *l, sv_name label) {
  joiner x = {.l = l, .label = label};
  bool joins = how_many_know(l, label) > 1;
  if (how_many_know(l, label) >= SV_ROLE_OTHER) {
    sv_diag(l->diags, SV_UNSUPPORTED, ha_automaton_of(l, l->net->members.at[0])->word.span,
            "the label `%s` joins more than %u automata: this is not supported", ha_name(l, label),
            SV_ROLE_OTHER - 1);
    return;
  }
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    uint32_t a = l->net->members.at[i];
    if (!ha_knows(ha_automaton_of(l, a), label)) continue;
    ha_groups groups = groups_of(l, a, label, joins);
    keep_groups(l, &groups);
    sv_push(x.choices, groups);
  }
  if (!is_blocked(&x)) join(&x, 0);
  if (x.full) refuse(&x);
  sv_vec_free(x.choices);
  sv_vec_free(x.so_far);
}

// Edges without a label.
static void join_unlabelled(ha_lowering *l, uint32_t a) {
  joiner x = {.l = l};
  ha_groups groups = groups_of(l, a, (sv_name){0}, false);
  keep_groups(l, &groups);
  sv_push(x.choices, groups);
  join(&x, 0);
  if (x.full) refuse(&x);
  sv_vec_free(x.choices);
  sv_vec_free(x.so_far);
}

void ha_find_jumps(ha_lowering *l) {
  sv_map done = {0};
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    const ha_automaton *a = ha_automaton_of(l, l->net->members.at[i]);
    join_unlabelled(l, l->net->members.at[i]);
    for (uint32_t k = 0; k < a->labels.n && !sv_diags_unsupported(l->diags); k++) {
      if (sv_map_get(&done, a->labels.at[k].x) != SV_MAP_NONE) continue;
      sv_map_put(&done, a->labels.at[k].x, 1);
      join_label(l, a->labels.at[k]);
    }
  }
  sv_map_free(&done);
}
