// lower.c -- networks of hybrid automata into the model: the driver. See lower.h.

#include "lang/hybrid/lower.h"
#include "lang/hybrid/lexer.h"

#include "lang/hybrid/hybrid.h"
#include "lang/lang.h"
#include "lang/recognise.h"
#include "lang/unique.h"

// --- variables

// HyTech's variables belong to all automata.
static void find_owners(ha_lowering *l) {
  const ha_network *net = l->net;
  l->is_used = SV_ARENA_ARRAY(l->arena, bool, net->variables.n);
  l->controller = SV_ARENA_ARRAY(l->arena, uint32_t, net->variables.n);
  for (uint32_t v = 0; v < net->variables.n; v++) {
    l->is_used[v] = net->syntax == HA_HYTECH;
    for (uint32_t i = 0; i < net->members.n; i++) {
      const ha_automaton *a = &net->automata.at[net->members.at[i]];
      if (ha_has(&a->control, v)) l->controller[v] = net->members.at[i] + 1;
      l->is_used[v] |= ha_declares(a, v);
    }
  }
}

static void declare_variables(ha_lowering *l) {
  l->variable = SV_ARENA_ARRAY(l->arena, uint32_t, l->net->variables.n);
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    ha_word word = l->net->variables.at[v].word;
    if (l->is_used[v])
      l->variable[v] =
          sv_model_variable(l->model, word.name, l->real, SV_GLOBAL, SV_NONE, word.span);
  }
  if (l->questions_start < 2) return;
  sv_sort which = sv_sort_range(l->terms, 0, l->questions_start - 1);
  sv_name name = sv_names_cstr(l->model->names, "(asked)");
  l->asked = sv_model_variable(l->model, name, which, SV_GLOBAL, SV_NONE, SV_NOWHERE);
  l->model->variables.at[l->asked].hidden = true;
}

// --- templates

static uint32_t entry_of(const ha_lowering *l, uint32_t a) {
  if (l->start[a]) return l->start[a];
  for (uint32_t i = 0; i < ha_automaton_of(l, a)->locations.n; i++)
    if (l->initial[a][i]) return i + 1;
  return 1;
}

static void declare_template(ha_lowering *l, uint32_t a) {
  const ha_automaton *automaton = ha_automaton_of(l, a);
  sv_model *m = l->model;
  uint32_t t = sv_model_template(m, automaton->word.name, 1, 1, automaton->word.span);
  l->template_of[a] = t;
  assert(automaton->locations.n > 0);
  for (uint32_t i = 0; i < automaton->locations.n; i++) {
    const ha_location *where = &automaton->locations.at[i];
    uint32_t n = sv_model_location(m, t, where->word.name, SV_LOC_END, where->word.span);
    sv_term invariant = ha_formula_term(l, where->invariant);
    assert(n == i + 1);
    if (!sv_same(invariant, SV_TRUE)) m->templates.at[t].locations.at[n].invariant = invariant;
  }
  sv_name start = sv_names_cstr(m->names, "(start)");
  if (l->is_open[a]) l->start[a] = sv_model_location(m, t, start, SV_LOC_END, automaton->word.span);
  m->templates.at[t].entry = entry_of(l, a);
}

static void declare_templates(ha_lowering *l) {
  l->template_of = SV_ARENA_ARRAY(l->arena, uint32_t, l->net->automata.n);
  l->start = SV_ARENA_ARRAY(l->arena, uint32_t, l->net->automata.n);
  for (uint32_t i = 0; i < l->net->members.n; i++) declare_template(l, l->net->members.at[i]);
}

// --- questions

typedef struct {
  ha_lowering *l;
  const ha_question *question;
} asked;

static sv_term condition(void *context, uint32_t number, bool positive) {
  const asked *a = context;
  SV_UNUSED(positive);
  return ha_formula_term(a->l, a->question->condition[number]);
}

// Where it is a leaf, another one.
static sv_formula or_leaf(ha_lowering *l, sv_ltl *ltl, sv_term t, sv_formula f) {
  sv_ltl_node n = sv_ltl_get(ltl, f);
  if (n.op == SV_LTL_LEAF) return sv_ltl_leaf(ltl, sv_or(l->terms, t, n.leaf));
  return sv_ltl_or(ltl, sv_ltl_leaf(ltl, t), f);
}

// A run begins behind the step that chooses the first locations, if there is one; a start from
// which there is none is no run.
static void lower_formula(ha_lowering *l, uint32_t k) {
  const ha_question *q = &l->net->questions.at[k];
  sv_ltl *ltl = sv_ltl_new(l->terms);
  asked a = {l, q};
  sv_term other = SV_FALSE, before = l->has_start ? sv_not(ha_begun(l)) : SV_FALSE;
  if (l->asked) other = sv_not(ha_formula_term(l, ha_asked(l->space, l->group[k])));
  bool always = sv_conditions_is_always(q->formula);
  const sv_condition_node *body = always ? q->formula->a : q->formula;
  sv_formula f = sv_conditions_formula(body, l->terms, ltl, condition, &a);
  if (always) f = sv_ltl_always(ltl, or_leaf(l, ltl, sv_or(l->terms, before, other), f));
  else {
    f = or_leaf(l, ltl, before, f);
    if (l->has_start) f = sv_ltl_next(ltl, f);
    f = or_leaf(l, ltl, other, f);
  }
  sv_name name = sv_unique_name(l->model, &l->names_used, 0, q->name, '.');
  sv_temporal_property(l->model, name, ltl, f, q->text, q->span);
  sv_ltl_free(ltl);
}

static void lower_question(ha_lowering *l, uint32_t k) {
  const ha_question *q = &l->net->questions.at[k];
  assert(q->from && q->target && q->name);
  sv_term target = ha_formula_term(l, q->target);
  if (l->has_start) target = sv_and(l->terms, target, ha_begun(l));
  if (l->asked)
    target = sv_and(l->terms, target, ha_formula_term(l, ha_asked(l->space, l->group[k])));
  sv_name name = sv_unique_name(l->model, &l->names_used, 0, q->name, '.');
  sv_model_property(l->model, name, SV_PROP_INVARIANT, sv_not(target), q->text, q->span);
}

// --- the whole

static void lower_network(ha_lowering *l) {
  find_owners(l);
  ha_find_initial(l);
  declare_variables(l);
  declare_templates(l);
  ha_check_stopwatches(l);
  ha_find_together(l);
  ha_find_jumps(l);
  ha_lower_elapse(l);
  ha_lower_jumps(l);
  ha_lower_initial(l);
  for (uint32_t k = 0; k < l->net->questions.n; k++)
    if (l->net->questions.at[k].formula) lower_formula(l, k);
    else lower_question(l, k);
}

static void free_lowering(ha_lowering *l) {
  for (uint32_t i = 0; i < l->jumps.n; i++) ha_solution_free(&l->jumps.at[i].s);
  sv_vec_free(l->jumps);
  ha_together_free(l);
  sv_map_free(&l->names_used);
}

static bool read_model(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  sv_arena *arena = sv_arena_new();
  sv_numbers *numbers = sv_terms_numbers(m->terms);
  ha_network *net = ha_read(arena, m->names, numbers, m->sources, file, options, diags);
  if (net && !sv_diags_unsupported(diags)) {
    ha_lowering l = {.model = m,
                     .terms = m->terms,
                     .arena = arena,
                     .net = net,
                     .options = options,
                     .diags = diags,
                     .space = net->space,
                     .real = sv_sort_real(m->terms),
                     .delta = net->variables.n};
    lower_network(&l);
    free_lowering(&l);
  }
  bool good = net && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
  ha_network_free(net);
  sv_arena_free(arena);
  return good;
}

// A location; comments are `-- …`, and read like the rest.
static bool recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  while (sv_glance_next(&g))
    if (sv_glance_is(&g, "loc") && sv_glance_follows(g, "w : while")) return true;
  return false;
}

const sv_language sv_language_hybrid = {
    .name = "hybrid",
    .options = "question ltl",
    .suffixes = ".pha .hy",
    .summary = "linear hybrid automata as PHAVer and HyTech write them",
    .own_goals = true,
    .own_formulas = true,
    .words =
        HA_COMMON_WORDS(SV_LANG_WORD) HA_PHAVER_WORDS(SV_LANG_WORD) HA_HYTECH_WORDS(SV_LANG_WORD),
    .read = read_model,
    .recognise = recognise,
};
