// check.c -- goes through the commands, and decides what is asked. See hybrid.h.

#include "lang/hybrid/check.h"
#include "lang/hybrid/hybrid.h"
#include "lang/hybrid/parser.h"

enum { MOST_AUTOMATA = 1000 };

void ha_network_free(ha_network *net) {
  if (!net) return;
  for (uint32_t i = 0; i < net->automata.n; i++) {
    ha_automaton *a = &net->automata.at[i];
    sv_vec_free(a->locations);
    sv_vec_free(a->edges);
    sv_vec_free(a->labels);
    sv_vec_free(a->control);
    sv_vec_free(a->input);
    sv_vec_free(a->parameters);
  }
  sv_vec_free(net->automata);
  sv_vec_free(net->variables);
  sv_vec_free(net->questions);
  sv_vec_free(net->members);
}

// --- declarations

static void declare_regions(ha_checker *c, const ha_command *k) {
  for (uint32_t i = 0; i < k->words.n; i++) {
    ha_word word = k->words.at[i];
    if (sv_map_get(&c->variables, word.name.x) != SV_MAP_NONE)
      ha_wrong(c, word.span, "a second variable `%s`", ha_text(c, word.name));
    ha_set(c, word, (ha_value){.reach = HA_STRANGE, .is_unset = true});
  }
}

static void declare(ha_checker *c, const ha_command *k) {
  static const char *const types[] = {
      [HA_ANALOG] = "analog",     [HA_CLOCK] = "clock",         [HA_STOPWATCH] = "stopwatch",
      [HA_DISCRETE] = "discrete", [HA_PARAMETER] = "parameter",
  };
  const char *type = ha_text(c, k->type.name);
  if (!strcmp(type, "region")) {
    declare_regions(c, k);
    return;
  }
  for (size_t i = 0; i < SV_COUNT(types); i++) {
    if (strcmp(types[i], type) != 0) continue;
    ha_declare_variables(c, &k->words, (ha_variable_kind)i, NULL);
    return;
  }
  ha_wrong(c, k->type.span, "there is no type `%s`", type);
  sv_diag_hint(c->diags, "there are analog, clock, stopwatch, discrete, parameter and region");
}

static void run(ha_checker *c, const ha_command *k) {
  if (k->kind == HA_C_AUTOMATON) {
    uint32_t number = c->net->automata.n;
    ha_check_automaton(c, k->automaton);
    ha_make_product(c, k->automaton->word.name, &number, 1);
  } else if (k->kind == HA_C_VARIABLES) {
    declare(c, k);
  } else if (c->net->syntax == HA_PHAVER) {
    ha_run_phaver(c, k);
  } else {
    ha_run_hytech(c, k);
  }
}

// --- the network that is asked about

// PHAVer: a variable is controlled by one automaton of the network, or a parameter for all.
static void check_variable(ha_checker *c, uint32_t var) {
  const ha_network *net = c->net;
  const ha_automaton *owner = NULL, *fixed = NULL;
  ha_word word = net->variables.at[var].word;
  for (uint32_t i = 0; i < net->members.n; i++) {
    const ha_automaton *a = &net->automata.at[net->members.at[i]];
    if (ha_has(&a->parameters, var)) fixed = a;
    if (!ha_has(&a->control, var)) continue;
    if (owner) {
      ha_wrong(c, word.span, "`%s` is controlled by two automata: `%s` and `%s`",
               ha_text(c, word.name), ha_text(c, owner->word.name), ha_text(c, a->word.name));
      sv_diag_hint(c->diags, "only one of them may list it under `contr_var`, the other one "
                             "under `input_var`");
      return;
    }
    owner = a;
  }
  if (owner && fixed)
    ha_wrong(c, word.span, "`%s` is a parameter of `%s`, but controlled by `%s`",
             ha_text(c, word.name), ha_text(c, fixed->word.name), ha_text(c, owner->word.name));
  if (fixed) net->variables.at[var].kind = HA_PARAMETER;
}

static const ha_product *chosen(ha_checker *c) {
  uint32_t k = c->asked.x ? sv_map_get(&c->product_names, c->asked.x) : c->products.n - 1;
  return &c->products.at[k];
}

static void choose_members(ha_checker *c) {
  ha_network *net = c->net;
  if (net->syntax == HA_HYTECH) {
    for (uint32_t i = 0; i < net->automata.n; i++) sv_push(net->members, i);
    ha_product all = {.members = net->members};
    net->initially = ha_initially(c, &all);
    return;
  }
  const ha_product *p = chosen(c);
  assert(p->members.n > 0);
  for (uint32_t i = 0; i < p->members.n; i++) sv_push(net->members, p->members.at[i]);
  net->initially = ha_initially(c, p);
  for (uint32_t v = 0; v < net->variables.n; v++) check_variable(c, v);
}

// --- goals of the command line

ha_formula *ha_read_region(ha_checker *c, sv_sources *sources, uint32_t file) {
  sv_numbers *numbers = ha_space_of(c).numbers;
  if (c->net->syntax == HA_HYTECH) {
    ha_expr *e = ha_parse_formula(c->arena, c->names, numbers, sources, file, c->diags, HA_HYTECH);
    ha_scope scope = {.c = c, .place = HA_IN_STATE};
    return e ? ha_check_formula(&scope, e) : NULL;
  }
  ha_states states;
  if (!ha_parse_states(c->arena, c->names, numbers, sources, file, c->diags, &states)) return NULL;
  return ha_check_states(c, &states, NULL, chosen(c));
}

static void add_goal(ha_checker *c, sv_sources *sources, const char *option, const char *text) {
  uint32_t size = (uint32_t)strlen(text), file = sv_sources_add(sources, option, text, size);
  ha_network *net = c->net;
  bool invariant = !strcmp(option, "--invariant");
  ha_formula *f = ha_read_region(c, sources, file);
  if (!f) return;
  ha_question q = {.from = net->questions.n ? net->questions.at[0].from : net->initially,
                   .target = invariant ? ha_not(ha_space_of(c), f) : f,
                   .name = option + 2,
                   .text = text,
                   .span = {file, 0, size}};
  sv_push(net->questions, q);
}

// --- the whole

static void warn_skipped(ha_checker *c) {
  if (!c->skipped.n) return;
  sv_text list = {0};
  for (uint32_t i = 0; i < c->skipped.n; i++)
    sv_text_printf(&list, "%s`%s`", i ? ", " : "", ha_text(c, c->skipped.at[i].name));
  sv_diag(c->diags, SV_WARNING, c->skipped.at[0].span, "skipped, as it asks nothing here: %s",
          sv_text_get(&list));
  sv_text_free(&list);
}

static void free_checker(ha_checker *c) {
  for (uint32_t i = 0; i < c->products.n; i++) sv_vec_free(c->products.at[i].members);
  sv_vec_free(c->products);
  sv_vec_free(c->values);
  sv_vec_free(c->sets);
  sv_vec_free(c->skipped);
  sv_vec_free(c->printed);
  sv_map_free(&c->variables);
  sv_map_free(&c->automata);
  sv_map_free(&c->constants);
  sv_map_free(&c->regions);
  sv_map_free(&c->product_names);
}

static void check_all(ha_checker *c, sv_sources *sources, const sv_options *options,
                      uint32_t file) {
  for (uint32_t i = 0; i < c->tree->commands; i++) run(c, c->tree->command[i]);
  if (!c->net->automata.n) {
    ha_wrong(c, ((sv_span){file, 0, 0}), "there is no automaton in this file");
    return;
  }
  if (sv_diags_errors(c->diags)) return;
  if (c->net->automata.n > MOST_AUTOMATA) {
    ha_refuse(c, ((sv_span){file, 0, 0}), "more than %d automata are not supported", MOST_AUTOMATA);
    return;
  }
  for (uint32_t i = 0, asks = c->net->questions.n; !asks && i < c->printed.n; i++)
    sv_push(c->net->questions, c->printed.at[i]);
  choose_members(c);
  for (uint32_t i = 0; i < options->invariant.n; i++)
    add_goal(c, sources, "--invariant", options->invariant.at[i]);
  for (uint32_t i = 0; i < options->reach.n; i++)
    add_goal(c, sources, "--reach", options->reach.at[i]);
  for (uint32_t i = 0; i < options->ltl.n; i++) ha_read_goal(c, sources, options->ltl.at[i]);
  warn_skipped(c);
  if (!c->net->questions.n && !sv_diags_errors(c->diags) && !sv_diags_unsupported(c->diags)) {
    sv_diag(c->diags, SV_WARNING, (sv_span){file, 0, 0}, "nothing is asked about this network");
    sv_diag_hint(c->diags, "ask with --question FILE, --reach, --invariant or --ltl");
  }
}

static bool read_question(sv_sources *sources, const char *path, sv_diags *diags, uint32_t *file) {
  const char *why = NULL;
  *file = sv_sources_read(sources, path, &why);
  if (!*file) sv_diag(diags, SV_ERROR, SV_NOWHERE, "cannot read the question %s: %s", path, why);
  return *file != 0;
}

ha_network *ha_read(sv_arena *arena, sv_names *names, sv_numbers *numbers, sv_sources *sources,
                    uint32_t file, const sv_options *options, sv_diags *diags) {
  REQUIRE(arena && names && numbers && sources && options && diags, "an argument is missing");
  uint32_t question;
  ha_tree tree = {.syntax = ha_syntax_of(names, sources, file)};
  ha_parse(arena, names, numbers, sources, file, diags, &tree);
  if (options->question && read_question(sources, options->question, diags, &question))
    ha_parse(arena, names, numbers, sources, question, diags, &tree);
  if (sv_diags_errors(diags)) return NULL;
  ha_network *net = SV_ARENA_NEW(arena, ha_network);
  net->syntax = tree.syntax;
  uint32_t *counters = SV_ARENA_ARRAY(arena, uint32_t, 2);
  net->space = (ha_space){arena, numbers, &counters[0], &counters[1]};
  ha_checker c = {.arena = arena,
                  .names = names,
                  .sources = sources,
                  .diags = diags,
                  .tree = &tree,
                  .net = net};
  check_all(&c, sources, options, file);
  free_checker(&c);
  if (!sv_diags_errors(diags)) return net;
  ha_network_free(net);
  return NULL;
}
