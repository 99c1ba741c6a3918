// lower_initial.c -- where the network starts.
//
// A template of the model has one entry. Where the initial states leave an
// automaton a choice of locations, it starts in a location of its own before
// all others, and one action takes all such automata to their first locations
// at once, if the initial states allow that combination; nothing else can
// happen before. Where several questions start from different states, a
// variable that never changes says which one is asked.

#include "lang/hybrid/lower.h"

enum { NO_LOCATION = UINT32_MAX, MOST_STARTS = 1000, MOST_TRIES = 200000 };

typedef enum { NO, YES, MAYBE } answer;

typedef struct {
  ha_lowering *l;
  uint32_t *where;  // by automaton, or NO_LOCATION
  uint32_t mark;    // of the present walk
  uint32_t tries;   // guesses of `begin_from`
  sv_map known;     // formulas by number: place in `restricted`
  ha_literals restricted;
} guess;

static answer ask(guess *, ha_formula *);

static answer ask_parts(guess *g, ha_formula *f) {
  answer decides = f->kind == HA_F_AND ? NO : YES, all = decides == NO ? YES : NO;
  for (uint32_t i = 0; i < f->n; i++) {
    answer part = ask(g, f->arg[i]);
    if (part == decides) return decides;
    if (part == MAYBE) all = MAYBE;
  }
  return all;
}

static answer ask_new(guess *g, ha_formula *f) {
  switch (f->kind) {
  case HA_F_TRUE: return YES;
  case HA_F_FALSE: return NO;
  case HA_F_ATOM:
  case HA_F_ASKED: return MAYBE;
  case HA_F_AT:
    if (g->where[f->number] == NO_LOCATION) return MAYBE;
    return f->in[g->where[f->number]] ? YES : NO;
  case HA_F_NOT: {
    answer a = ask(g, f->arg[0]);
    return a == MAYBE ? MAYBE : a == YES ? NO : YES;
  }
  case HA_F_AND:
  case HA_F_OR: return ask_parts(g, f);
  }
  SV_UNREACHABLE();
}

// Can the formula hold where the automata stand as far as that is known? Shared parts are asked
// once for each guess.
static answer ask(guess *g, ha_formula *f) {
  if (f->mark == g->mark) return (answer)f->found;
  answer a = ask_new(g, f);
  f->mark = g->mark;
  f->found = (uint32_t)a;
  return a;
}

static answer ask_again(guess *g, ha_formula *f) {
  g->mark = ha_new_walk(g->l->space);
  return ask(g, f);
}

// --- which questions start where

// Numbers the different initial states.
static void group_questions(ha_lowering *l) {
  const ha_question *all = l->net->questions.at;
  l->group = SV_ARENA_ARRAY(l->arena, uint32_t, l->net->questions.n);
  for (uint32_t i = 0; i < l->net->questions.n; i++) {
    uint32_t k = 0;
    while (!ha_same_formula(all[k].from, all[i].from)) k++;
    l->group[i] = k < i ? l->group[k] : l->questions_start++;
  }
}

// All initial states, of whatever question.
static ha_formula *initial_states(ha_lowering *l) {
  const ha_network *net = l->net;
  if (!net->questions.n) return net->initially;
  if (l->questions_start == 1) return net->questions.at[0].from;
  ha_formula *all = ha_false(l->space);
  for (uint32_t i = 0; i < net->questions.n; i++) {
    ha_formula *asked = ha_asked(l->space, l->group[i]);
    all = ha_either(l->space, all, ha_both(l->space, asked, net->questions.at[i].from));
  }
  return all;
}

// --- entries

static guess new_guess(ha_lowering *l) {
  guess g = {.l = l};
  g.where = SV_ARENA_ARRAY(l->arena, uint32_t, l->net->automata.n);
  for (uint32_t a = 0; a < l->net->automata.n; a++) g.where[a] = NO_LOCATION;
  return g;
}

static uint32_t count_initial(guess *g, uint32_t a) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < ha_automaton_of(g->l, a)->locations.n; i++) {
    g->where[a] = i;
    g->l->initial[a][i] = ask_again(g, g->l->initially) != NO;
    n += g->l->initial[a][i];
  }
  g->where[a] = NO_LOCATION;
  return n;
}

void ha_find_initial(ha_lowering *l) {
  const ha_network *net = l->net;
  group_questions(l);
  l->initially = initial_states(l);
  l->initial = SV_ARENA_ARRAY(l->arena, bool *, net->automata.n);
  l->is_open = SV_ARENA_ARRAY(l->arena, bool, net->automata.n);
  guess g = new_guess(l);
  for (uint32_t i = 0; i < net->members.n; i++) {
    uint32_t a = net->members.at[i];
    l->initial[a] = SV_ARENA_ARRAY(l->arena, bool, ha_automaton_of(l, a)->locations.n);
    l->is_open[a] = count_initial(&g, a) > 1;
    l->has_start |= l->is_open[a];
  }
}

// --- the formula where the locations are known

static ha_formula *restrict_to(guess *, ha_formula *);

static ha_formula *restrict_parts(guess *g, ha_formula *f) {
  ha_space s = g->l->space;
  ha_formula **arg = SV_ARENA_ARRAY(s.arena, ha_formula *, f->n);
  for (uint32_t i = 0; i < f->n; i++) arg[i] = restrict_to(g, f->arg[i]);
  if (f->kind == HA_F_NOT) return ha_not(s, arg[0]);
  return f->kind == HA_F_AND ? ha_all(s, arg, f->n) : ha_any(s, arg, f->n);
}

// By number, as joining formulas uses their marks.
static ha_formula *restrict_to(guess *g, ha_formula *f) {
  uint32_t place = sv_map_get(&g->known, f->id);
  if (place != SV_MAP_NONE) return g->restricted.at[place];
  answer a = ask_new(g, f);
  ha_formula *r = a != MAYBE ? ha_truth(g->l->space, a == YES) : f->n ? restrict_parts(g, f) : f;
  sv_map_put(&g->known, f->id, g->restricted.n);
  sv_push(g->restricted, r);
  return r;
}

static ha_formula *restrict_all(guess *g, ha_formula *f) {
  sv_map_clear(&g->known);
  sv_clear(g->restricted);
  return restrict_to(g, f);
}

// x = 3 among the conjuncts is an initial value.
static bool set_value(ha_lowering *l, const ha_formula *f) {
  bool fixes = f->kind == HA_F_ATOM && f->atom.relation == HA_EQ && f->atom.sum.n == 1;
  if (!fixes) return false;
  uint32_t var = f->atom.sum.part[0].var;
  sv_variable *v = &l->model->variables.at[l->variable[var]];
  if (!sv_is_none(v->init)) return false;
  ha_sum value = ha_solve(l->space, f->atom.sum, var, false);
  v->init = sv_const(l->terms, l->real, value.constant);
  return true;
}

static void lower_fixed(ha_lowering *l, ha_formula *f) {
  sv_term init = SV_TRUE;
  uint32_t n = f->kind == HA_F_AND ? f->n : 1;
  for (uint32_t i = 0; i < n; i++) {
    ha_formula *part = f->kind == HA_F_AND ? f->arg[i] : f;
    if (!set_value(l, part)) init = sv_and(l->terms, init, ha_formula_term(l, part));
  }
  l->model->init = init;
}

// --- several first locations

static void write_begin(guess *g, ha_formula *allowed) {
  ha_lowering *l = g->l;
  assert(l->has_start && !ha_is_false(allowed));
  SV_VEC(sv_edge) edges = {0};
  sv_text text = {0};
  sv_text_string(&text, "begin: ");
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    uint32_t a = l->net->members.at[i];
    if (!l->start[a]) continue;
    assert(g->where[a] != NO_LOCATION);
    sv_text_printf(&text, "%s%s", edges.n ? ", " : "",
                   ha_name(l, ha_automaton_of(l, a)->locations.at[g->where[a]].word.name));
    sv_push(edges, (sv_edge){.template_number = l->template_of[a],
                             .instance = SV_ANY_INSTANCE,
                             .from = &l->start[a],
                             .from_count = 1,
                             .to = g->where[a] + 1});
  }
  sv_action action = {.name = sv_names_cstr(l->model->names, "begin"),
                      .text = sv_text_get(&text),
                      .edges = edges.at,
                      .edge_count = edges.n,
                      .guard = ha_formula_term(l, allowed),
                      .constraint = SV_TRUE};
  sv_model_action(l->model, &action);
  sv_vec_free(edges);
  sv_text_free(&text);
}

// False: there are too many.
static bool begin_from(guess *g, uint32_t member, uint32_t *made) {
  ha_lowering *l = g->l;
  if (++g->tries > MOST_TRIES) return false;
  if (ask_again(g, l->initially) == NO) return true;
  while (member < l->net->members.n && !l->start[l->net->members.at[member]]) member++;
  if (member == l->net->members.n) {
    write_begin(g, restrict_all(g, l->initially));
    return ++*made <= MOST_STARTS;
  }
  uint32_t a = l->net->members.at[member];
  bool good = true;
  for (uint32_t i = 0; good && i < ha_automaton_of(l, a)->locations.n; i++) {
    g->where[a] = i;
    if (l->initial[a][i]) good = begin_from(g, member + 1, made);
  }
  g->where[a] = NO_LOCATION;
  return good;
}

static void know_entries(ha_lowering *l, guess *g) {
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    uint32_t a = l->net->members.at[i];
    for (uint32_t k = 0; !l->is_open[a] && k < ha_automaton_of(l, a)->locations.n; k++)
      if (l->initial[a][k]) g->where[a] = k;
  }
}

void ha_lower_initial(ha_lowering *l) {
  guess g = new_guess(l);
  uint32_t made = 0;
  know_entries(l, &g);
  bool possible = ask_again(&g, l->initially) != NO;
  if (!possible) l->model->init = SV_FALSE;
  else if (!l->has_start) lower_fixed(l, restrict_all(&g, l->initially));
  else if (!begin_from(&g, 0, &made))
    sv_diag(l->diags, SV_UNSUPPORTED, ha_automaton_of(l, l->net->members.at[0])->word.span,
            "this network can start in too many combinations of locations: more than %d%s",
            made > MOST_STARTS ? MOST_STARTS : MOST_TRIES, made > MOST_STARTS ? "" : " to try");
  sv_map_free(&g.known);
  sv_vec_free(g.restricted);
}
