// check_automaton.c -- automata: what their names mean.
//
// Both languages end here with the same network. What differs: variables
// belong to automata in PHAVer, to the file in HyTech, where their types fix
// rates and what a jump may write.

#include "lang/hybrid/check.h"

// --- variables

static void check_variable_name(ha_checker *c, ha_word word) {
  if (sv_map_get(&c->constants, word.name.x) != SV_MAP_NONE)
    ha_wrong(c, word.span, "`%s` is a constant already", ha_text(c, word.name));
  if (strpbrk(ha_text(c, word.name), "$~"))
    ha_wrong(c, word.span, "`$` and `~` belong into patterns of locations, not into names");
}

void ha_declare_variables(ha_checker *c, const ha_words *words, ha_variable_kind kind,
                          sv_u32s *out) {
  for (uint32_t i = 0; i < words->n; i++) {
    ha_word word = words->at[i];
    uint32_t var = sv_map_get(&c->variables, word.name.x);
    if (var == SV_MAP_NONE) {
      check_variable_name(c, word);
      var = c->net->variables.n;
      sv_push(c->net->variables, (ha_variable){word, kind});
      sv_map_put(&c->variables, word.name.x, var);
    } else if (!out) {
      ha_wrong(c, word.span, "a second variable `%s`", ha_text(c, word.name));
      sv_diag(c->diags, SV_NOTE, c->net->variables.at[var].word.span, "the first one is here");
    }
    if (out) sv_push(*out, var);
  }
}

// One automaton declares a variable once.
static void check_twice(ha_checker *c, const ha_words *words, const sv_u32s *vars, const sv_u32s *a,
                        const sv_u32s *b) {
  for (uint32_t i = 0; i < vars->n; i++) {
    const sv_u32s before = {.at = vars->at, .n = i};
    if (ha_has(&before, vars->at[i]) || ha_has(a, vars->at[i]) || ha_has(b, vars->at[i]))
      ha_wrong(c, words->at[i].span, "a second variable `%s` in one automaton",
               ha_text(c, words->at[i].name));
  }
}

static void declare(ha_checker *c, ha_automaton *a, const ha_automaton_tree *t) {
  static const sv_u32s none = {0};
  ha_declare_variables(c, &t->control, HA_ANALOG, &a->control);
  ha_declare_variables(c, &t->input, HA_ANALOG, &a->input);
  ha_declare_variables(c, &t->parameters, HA_ANALOG, &a->parameters);
  check_twice(c, &t->control, &a->control, &none, &none);
  check_twice(c, &t->input, &a->input, &a->control, &none);
  check_twice(c, &t->parameters, &a->parameters, &a->control, &a->input);
}

// --- labels and locations

static bool is_tau(const ha_checker *c, sv_name label) {
  return c->net->syntax == HA_PHAVER && !strcmp(ha_text(c, label), "TAU");
}

static void declare_labels(ha_checker *c, ha_automaton *a, const ha_words *labels) {
  for (uint32_t i = 0; i < labels->n; i++) {
    sv_name label = labels->at[i].name;
    if (!is_tau(c, label) && !ha_knows(a, label)) sv_push(a->labels, label);
  }
}

uint32_t ha_find_location(const ha_automaton *a, sv_name name) {
  for (uint32_t i = 0; i < a->locations.n; i++)
    if (a->locations.at[i].word.name.x == name.x) return i;
  return UINT32_MAX;
}

static void declare_location(ha_checker *c, ha_automaton *a, sv_map *known, ha_word word) {
  uint32_t before = sv_map_get(known, word.name.x);
  if (before != SV_MAP_NONE) {
    ha_wrong(c, word.span, "a second location `%s`", ha_text(c, word.name));
    sv_diag(c->diags, SV_NOTE, a->locations.at[before].word.span, "the first one is here");
  } else {
    sv_map_put(known, word.name.x, a->locations.n);
  }
  if (strpbrk(ha_text(c, word.name), "$~"))
    ha_wrong(c, word.span, "`$` and `~` belong into patterns of locations, not into names");
  sv_push(a->locations, (ha_location){.word = word, .invariant = ha_true(ha_space_of(c))});
}

// --- invariants and rates

// HyTech's types say what a rate can be.
static void check_rate_type(ha_checker *c, const ha_atom *rate) {
  for (uint32_t i = 0; i < rate->sum.n; i++) {
    const ha_variable *v = &c->net->variables.at[rate->sum.part[i].var];
    if (v->kind == HA_PARAMETER || v->kind == HA_DISCRETE) {
      ha_wrong(c, rate->span, "`%s` is %s: its rate is 0 everywhere", ha_text(c, v->word.name),
               v->kind == HA_PARAMETER ? "a parameter" : "discrete");
      return;
    }
    bool alone = v->kind == HA_CLOCK && rate->sum.n == 1;
    ha_atom at_one = *rate;
    at_one.sum =
        ha_put(ha_space_of(c), at_one.sum, rate->sum.part[i].var, true, ha_constant(sv_small(1)));
    if (alone && !ha_constant_truth(ha_space_of(c).numbers, at_one))
      ha_wrong(c, rate->span, "`%s` is a clock: its rate is 1 everywhere",
               ha_text(c, v->word.name));
  }
}

static void check_location(ha_checker *c, ha_automaton *a, ha_location *l,
                           const ha_location_tree *t) {
  ha_scope state = {.c = c, .automaton = a, .place = HA_IN_STATE};
  ha_scope rates = {.c = c, .automaton = a, .place = HA_IN_RATES};
  if (c->net->syntax == HA_HYTECH) state.automaton = rates.automaton = NULL;
  ha_formula *invariant = ha_check_formula(&state, t->invariant);
  if (invariant) l->invariant = invariant;
  if (!ha_check_atoms(&rates, t->rates, "rates", &l->rate, &l->rates)) return;
  for (uint32_t i = 0; i < l->rates; i++) check_rate_type(c, &l->rate[i]);
}

// --- edges

// HyTech takes a parameter that is assigned like a discrete variable.
static void check_change_type(ha_checker *c, const ha_automaton *a, const ha_atom *change) {
  for (uint32_t i = 0; i < change->sum.n; i++) {
    uint32_t var = change->sum.part[i].var;
    ha_variable *v = &c->net->variables.at[var];
    if (!change->sum.part[i].primed) continue;
    if (ha_has(&a->parameters, var))
      ha_wrong(c, change->span, "`%s` is a parameter and cannot change", ha_text(c, v->word.name));
    if (v->kind != HA_PARAMETER) continue;
    v->kind = HA_DISCRETE;
    sv_diag(c->diags, SV_WARNING, change->span,
            "`%s` is a parameter, but is assigned here: taken as discrete",
            ha_text(c, v->word.name));
  }
}

static bool check_label(ha_checker *c, const ha_automaton *a, ha_word label) {
  if (is_tau(c, label.name) || ha_knows(a, label.name)) return true;
  ha_wrong(c, label.span, "`%s` has no label `%s`", ha_text(c, a->word.name),
           ha_text(c, label.name));
  sv_diag_hint(c->diags, "labels are declared with `synclabs: %s;`", ha_text(c, label.name));
  return false;
}

static bool check_edge(ha_checker *c, const ha_automaton *a, const sv_map *known,
                       const ha_edge_tree *t, ha_edge *e) {
  bool hytech = c->net->syntax == HA_HYTECH, good = true;
  const ha_automaton *own = hytech ? NULL : a;
  ha_scope guard = {.c = c, .automaton = own, .place = HA_IN_STATE, .guard = true};
  ha_scope change = {.c = c, .automaton = own, .place = HA_IN_CHANGE};
  e->to = sv_map_get(known, t->to.name.x);
  if (e->to == SV_MAP_NONE) {
    ha_wrong(c, t->to.span, "`%s` has no location `%s`", ha_text(c, a->word.name),
             ha_text(c, t->to.name));
    ha_suggest(c, t->to.name, known);
    good = false;
  }
  e->guard = ha_check_formula(&guard, t->guard);
  e->asap = guard.asap;
  e->has_do = t->change != NULL;
  if (t->change) good &= ha_check_atoms(&change, t->change, "changes", &e->change, &e->changes);
  for (uint32_t i = 0; i < e->changes; i++) check_change_type(c, a, &e->change[i]);
  return good && e->guard;
}

// An edge with several labels is several edges.
static void check_edges(ha_checker *c, ha_automaton *a, const sv_map *known, uint32_t from,
                        const ha_location_tree *t) {
  for (uint32_t i = 0; i < t->edges; i++) {
    const ha_edge_tree *tree = &t->edge[i];
    ha_edge e = {.from = from, .span = tree->span, .guard_span = tree->guard->span};
    bool good = check_edge(c, a, known, tree, &e);
    for (uint32_t k = 0; k < tree->labels.n; k++) {
      if (!check_label(c, a, tree->labels.at[k]) || !good) continue;
      e.label = is_tau(c, tree->labels.at[k].name) ? (sv_name){0} : tree->labels.at[k].name;
      sv_push(a->edges, e);
    }
    if (!tree->labels.n && good) sv_push(a->edges, e);
  }
}

// --- initial states

static ha_formula *check_state(ha_checker *c, const ha_state *t, const ha_automaton *a,
                               const ha_product *p) {
  assert(a || p);
  ha_scope scope = {.c = c, .place = HA_IN_STATE, .automaton = a, .product = p};
  ha_formula *where = ha_true(ha_space_of(c)), *what = where;
  if (c->net->syntax == HA_HYTECH) scope.automaton = NULL, scope.product = NULL;
  if (t->where.name.x) {
    uint32_t own = a ? (uint32_t)(a - c->net->automata.at) : 0;
    where = a ? ha_match(c, &own, 1, t->where) : ha_match(c, p->members.at, p->members.n, t->where);
  }
  if (t->what) what = ha_check_formula(&scope, t->what);
  return where && what ? ha_both(ha_space_of(c), where, what) : NULL;
}

ha_formula *ha_check_states(ha_checker *c, const ha_states *t, const ha_automaton *a,
                            const ha_product *p) {
  ha_formula *all = ha_false(ha_space_of(c));
  bool good = true;
  for (uint32_t i = 0; i < t->n; i++) {
    ha_formula *f = check_state(c, &t->at[i], a, p);
    good = good && f;
    if (f) all = ha_either(ha_space_of(c), all, f);
  }
  return good ? all : NULL;
}

// --- the whole

static void check_parts(ha_checker *c, ha_automaton *a, const ha_automaton_tree *t) {
  sv_map known = {0};
  for (uint32_t i = 0; i < t->locations; i++) declare_location(c, a, &known, t->location[i].word);
  for (uint32_t i = 0; i < t->locations; i++) {
    check_location(c, a, &a->locations.at[i], &t->location[i]);
    check_edges(c, a, &known, i, &t->location[i]);
  }
  sv_map_free(&known);
}

static void check_initially(ha_checker *c, ha_automaton *a, const ha_automaton_tree *t) {
  a->initially = ha_true(ha_space_of(c));
  if (!t->has_initially) {
    ha_wrong(c, t->word.span, "`%s` does not say where it starts", ha_text(c, t->word.name));
    sv_diag_hint(c->diags, "write `initially %s;`",
                 t->locations ? ha_text(c, t->location[0].word.name) : "location");
    return;
  }
  ha_formula *f = ha_check_states(c, &t->initially, a, NULL);
  if (f) a->initially = f;
}

void ha_check_automaton(ha_checker *c, const ha_automaton_tree *t) {
  uint32_t number = c->net->automata.n;
  if (sv_map_get(&c->automata, t->word.name.x) != SV_MAP_NONE)
    ha_wrong(c, t->word.span, "a second automaton `%s`", ha_text(c, t->word.name));
  else sv_map_put(&c->automata, t->word.name.x, number);
  sv_push(c->net->automata, (ha_automaton){.word = t->word});
  assert(c->net->automata.n == number + 1);
  ha_automaton *a = &c->net->automata.at[number];
  if (!t->locations) ha_wrong(c, t->word.span, "`%s` has no location", ha_text(c, t->word.name));
  declare(c, a, t);
  declare_labels(c, a, &t->labels);
  check_parts(c, a, t);
  if (t->locations) check_initially(c, a, t);
}
