// load.c -- from a path to a model: find the language, read, validate.

#include "api/api.h"
#include "exec/emit.h"
#include "lang/svm/svm.h"
#include "report/logs.h"
#include "report/state_graph.h"

#include <string.h>

static void list_languages(sv_text *out) {
  uint32_t n;
  const sv_language *const *all = sv_languages(&n);
  for (uint32_t i = 0; i < n; i++) sv_text_printf(out, "%s%s", i ? ", " : "", all[i]->name);
}

// Of the option, or of the suffix. NULL: only the text can tell.
static const sv_language *named_language(const sv_options *o, const char *path) {
  return o->language ? sv_language_find(o->language) : sv_language_by_path(path);
}

static const sv_language *recognised_language(selvage_model *m, const char *path, uint32_t file) {
  const sv_sources *sources = m->model->sources;
  sv_text several = {0}, all = {0};
  const sv_language *found =
      sv_language_by_text(sv_source_text(sources, file), sv_source_size(sources, file), &several);
  list_languages(&all);
  if (!found && several.n)
    sv_diag_about(m->diags, SV_ERROR, path,
                  "the suffix does not tell the language, and the text may be in several; use "
                  "--language with one of %s",
                  sv_text_get(&several));
  else if (!found)
    sv_diag_about(m->diags, SV_ERROR, path,
                  "neither the suffix nor the text tells the language; use --language with one "
                  "of %s",
                  sv_text_get(&all));
  sv_text_free(&several);
  sv_text_free(&all);
  return found;
}

// A model that a language made must be valid; only .svm is written by hand.
static int validated(selvage_model *m, const sv_language *language) {
  const sv_model *unbounded = m->model->unbounded;
  bool valid = sv_model_validate(m->model, m->diags);
  if (unbounded) valid = sv_model_validate(unbounded, m->diags) && valid;
  if (valid) return 0;
  bool by_hand = !strcmp(language->name, "svm");
  if (!by_hand) sv_text_string(&m->messages, "internal error: the lowered model is not valid\n");
  return by_hand ? SELVAGE_MALFORMED : SELVAGE_BUG;
}

// What the user asks for, unless the language has words of its own for it.
static bool add_goals(sv_model *m, const sv_options *o, sv_diags *diags) {
  bool ok = !m->unbounded || add_goals(m->unbounded, o, diags);
  for (uint32_t i = 0; ok && i < o->invariant.n; i++)
    ok = sv_model_add_invariant(m, o->invariant.at[i], diags);
  for (uint32_t i = 0; ok && i < o->reach.n; i++) ok = sv_model_add_reach(m, o->reach.at[i], diags);
  return ok;
}

static bool add_formula(sv_model *m, const char *text, sv_diags *diags) {
  bool ok = !m->unbounded || sv_model_add_formula(m->unbounded, text, diags);
  return ok && sv_model_add_formula(m, text, diags);
}

static bool takes_options(selvage *s, selvage_model *m, const sv_language *language) {
  sv_text why = {0};
  bool refused = sv_api_refuses_language(s, language, &why);
  if (refused) sv_diag_about(m->diags, SV_ERROR, m->model->title, "%s", sv_text_get(&why));
  sv_text_free(&why);
  return !refused;
}

// Valid, and with the properties that were asked for.
static int checked(selvage *s, selvage_model *m, const sv_language *language) {
  int wrong = validated(m, language);
  sv_text why = {0};
  if (!wrong && !sv_engine_check_names(m->model, &s->options, &why)) {
    sv_diag_about(m->diags, SV_ERROR, m->model->title, "%s", sv_text_get(&why));
    wrong = SELVAGE_USAGE;
  }
  sv_text_free(&why);
  return wrong;
}

static int read_model(selvage *s, selvage_model *m, const sv_language *language, uint32_t file) {
  m->model->language = language->name;
  if (!takes_options(s, m, language)) return SELVAGE_USAGE;
  bool ok = language->read(m->model, file, &s->options, m->diags);
  if (ok && !language->own_goals) ok = add_goals(m->model, &s->options, m->diags);
  for (uint32_t i = 0; ok && i < s->options.ltl.n && !language->own_formulas; i++)
    ok = add_formula(m->model, s->options.ltl.at[i], m->diags);
  if (sv_diags_errors(m->diags)) return SELVAGE_MALFORMED;
  if (sv_diags_unsupported(m->diags)) return SELVAGE_UNKNOWN;
  if (ok) return checked(s, m, language);
  sv_text_string(&m->messages, "internal error: a model was refused without a message\n");
  return SELVAGE_BUG;
}

static sv_cause cause_of(int status) {
  switch (status) {
  case 0: return SV_CAUSE_NONE;
  case SELVAGE_UNKNOWN: return SV_CAUSE_UNSUPPORTED;
  case SELVAGE_BUG: return SV_CAUSE_BUG;
  case SELVAGE_USAGE: return SV_CAUSE_USAGE;
  }
  return SV_CAUSE_MALFORMED;
}

static int load_text(selvage *s, selvage_model *m, const char *path, const sv_limits *limits) {
  const sv_language *language = named_language(&s->options, path);
  const char *why = NULL;
  uint32_t file = sv_sources_read(m->model->sources, path, &why);
  if (!file && !limits->hit)
    sv_diag_about(m->diags, SV_ERROR, path, "cannot read this file: %s", why);
  if (!file) return SELVAGE_MALFORMED;
  if (!language) language = recognised_language(m, path, file);
  return language ? read_model(s, m, language, file) : SELVAGE_MALFORMED;
}

// A pipe may take longer than there is time, also one that is included. Who is interrupted
// reads nothing.
static int load_into(selvage *s, selvage_model *m, const char *path) {
  sv_limits limits = sv_api_limits(s, 0);
  sv_sources_limit(m->model->sources, &limits);
  sv_sources_provide(m->model->sources, &s->drafts);
  int status = sv_limits_check(&limits) ? SELVAGE_UNKNOWN : load_text(s, m, path, &limits);
  sv_sources_limit(m->model->sources, NULL);
  sv_sources_provide(m->model->sources, NULL);
  m->cause = limits.hit ? limits.hit : cause_of(status);
  return limits.hit ? SELVAGE_UNKNOWN : status;
}

selvage_model *selvage_load(selvage *s, const char *path) {
  REQUIRE(s && path, "needs an object and a path");
  selvage_model *m = SV_NEW(selvage_model);
  m->model = sv_model_new();
  m->model->title = sv_model_strdup(m->model, path);
  m->diags = sv_diags_new(m->model->sources);
  double start = sv_now();
  m->status = load_into(s, m, path);
  m->seconds = sv_now() - start;
  sv_text rendered = {0};
  sv_diags_render(m->diags, &rendered);
  sv_text_string(&rendered, sv_text_get(&m->messages));
  sv_text_free(&m->messages);
  m->messages = rendered;
  sv_api_tell(s, m);
  return m;
}

selvage_model *selvage_load_text(selvage *s, const char *name, const char *text, size_t size) {
  REQUIRE(s && name && (text || !size), "needs an object, a name and a text");
  sv_drafts_add(&s->drafts, name, text ? text : "", size);
  selvage_model *m = selvage_load(s, name);
  sv_drafts_drop(&s->drafts, name);
  return m;
}

void selvage_provide(selvage *s, const char *path, const char *text, size_t size) {
  REQUIRE(s && path && (text || !size), "needs an object and a path");
  sv_drafts_drop(&s->drafts, path);
  if (text) sv_drafts_add(&s->drafts, path, text, size);
}

void selvage_model_free(selvage_model *m) {
  if (!m) return;
  sv_diags_free(m->diags);
  sv_model_free(m->model);
  sv_text_free(&m->messages);
  sv_text_free(&m->reason);
  sv_free(m);
}

int selvage_model_status(const selvage_model *m) { return m->status; }

const char *selvage_model_messages(const selvage_model *m) {
  return m->messages.n ? m->messages.at : "";
}

sv_net_options sv_api_net_options(const sv_options *o) {
  return (sv_net_options){.threads = (uint32_t)o->threads, .pool = (uint32_t)o->pool};
}

static void print_features(const sv_model *m, sv_text *out) {
  unsigned features = sv_model_features(m);
  sv_text_string(out, "features      ");
  if (!features) sv_text_string(out, "finite");
  const char *comma = "";
  for (unsigned bit = 0; bit < SV_FEATURE_COUNT; bit++) {
    if (!(features >> bit & 1)) continue;
    sv_text_printf(out, "%s%s", comma, sv_feature_text((sv_feature_bit)bit));
    comma = ", ";
  }
  sv_text_char(out, '\n');
}

static void print_net_stats(const sv_model *m, const sv_net *net, sv_text *out) {
  sv_text why = {0};
  sv_text_printf(out,
                 "spelled out   %u processes, %u variables (%u cells), %u queues, %u actions\n",
                 net->processes.n, net->vars.n, net->cells, net->queues.n, net->actions.n);
  sv_layout *layout = sv_layout_new(net, false, &why);
  if (layout)
    sv_text_printf(out, "packed state  %u bits in %u words\n", layout->bits, layout->words);
  else sv_text_printf(out, "packed state  none: %s\n", sv_text_get(&why));
  sv_layout_free(layout);
  sv_text_free(&why);
  SV_UNUSED(m);
}

static void print_stats(selvage *s, sv_model *m, sv_text *out) {
  uint32_t locations = 0;
  for (uint32_t t = 1; t < m->templates.n; t++) locations += m->templates.at[t].locations.n - 1;
  sv_text_printf(out, "language      %s\n", m->language);
  sv_text_printf(out,
                 "model         %u templates, %u locations, %u variables, %u queues, "
                 "%u actions, %u properties\n",
                 m->templates.n - 1, locations, m->variables.n - 1, m->queues.n - 1,
                 m->actions.n - 1, m->properties.n - 1);
  if (m->merged) sv_text_printf(out, "merged        %s\n", m->merged);
  print_features(m, out);
  sv_text why = {0};
  sv_net *net = sv_net_new(m, sv_api_net_options(&s->options), &why);
  if (net) print_net_stats(m, net, out);
  else sv_text_printf(out, "spelled out   no: %s\n", sv_text_get(&why));
  sv_net_free(net);
  sv_text_free(&why);
}

// The file is read once more: a translation starts from the source.
static bool print_promela(selvage *s, selvage_model *m, sv_text *out) {
  const sv_language *language = sv_language_find(m->model->language);
  if (!language->promela) return sv_text_string(&m->reason, "only UML models can"), false;
  sv_diags *diags = sv_diags_new(m->model->sources);
  bool good = language->promela(m->model, 1, &s->options, diags, out);
  if (!good && sv_diags_count(diags)) sv_text_string(&m->reason, sv_diags_message(diags, 0));
  sv_diags_free(diags);
  return good;
}

// What --compile compiles for a search without reduction.
static bool print_compiled(selvage *s, selvage_model *m, sv_text *out) {
  sv_net *net = sv_net_new(m->model, sv_api_net_options(&s->options), &m->reason);
  sv_layout *layout = net ? sv_layout_new(net, false, &m->reason) : NULL;
  sv_program *program = layout ? sv_program_new(layout, &m->reason) : NULL;
  bool good = program;
  if (program) sv_emit_program(program, NULL, NULL, out);
  sv_program_free(program);
  sv_layout_free(layout);
  sv_net_free(net);
  return good;
}

char *selvage_model_show(selvage *s, selvage_model *m, const char *what) {
  REQUIRE(s && m && what, "needs a model and what to show");
  if (m->status) return NULL;
  sv_text out = {0};
  sv_text_free(&m->reason);
  if (!strcmp(what, "model")) sv_model_print(m->model, &out);
  else if (!strcmp(what, "dot")) sv_model_dot(m->model, &out);
  else if (!strcmp(what, "stats")) print_stats(s, m->model, &out);
  else if (!strcmp(what, "compiled")) {
    if (!print_compiled(s, m, &out)) return NULL;
  } else if (strcmp(what, "promela") || !print_promela(s, m, &out)) return NULL;
  return sv_text_take(&out);
}

const char *selvage_model_reason(selvage_model *m) {
  REQUIRE(m, "needs a model");
  return sv_text_get(&m->reason);
}

char *selvage_model_logs(selvage *s, selvage_model *m, const char **why) {
  REQUIRE(s && m && why, "needs a model and where the reason goes");
  *why = NULL;
  if (m->status) return NULL;
  sv_text out = {0};
  sv_limits limits = sv_api_limits(s, m->seconds);
  sv_text_free(&m->reason);
  sv_net *net = sv_net_new(m->model, sv_api_net_options(&s->options), &m->reason);
  if (!net || !sv_list_logs(net, &limits, &out, &m->reason)) *why = sv_text_get(&m->reason);
  sv_net_free(net);
  sv_text_string(&out, "");
  return sv_text_take(&out);
}

static int status_of_drawing(sv_drawing done) {
  switch (done) {
  case SV_DRAWN: return 0;
  case SV_NOT_LISTED: return SELVAGE_UNKNOWN;
  case SV_NOT_DRAWN: return SELVAGE_OUTPUT;
  }
  SV_UNREACHABLE();
}

// The properties that the options ask for.
static void list_asked(const selvage *s, sv_model *m, sv_u32s *out) {
  sv_answer *a = sv_answer_asked(sv_engine_find("explicit"), m, &s->options);
  for (uint32_t i = 0; i < a->findings.n; i++) sv_push(*out, a->findings.at[i].property);
  sv_answer_free(a);
}

int selvage_model_write_states(selvage *s, selvage_model *m, const char *path, const char **why) {
  REQUIRE(s && m && path && why, "needs a model, a path and where the reason goes");
  *why = NULL;
  if (m->status) return m->status;
  sv_limits limits = sv_api_limits(s, m->seconds);
  sv_text_free(&m->reason);
  if (!sv_engine_check_names(m->model, &s->options, &m->reason))
    return *why = sv_text_get(&m->reason), SELVAGE_USAGE;
  sv_u32s asked = {0};
  list_asked(s, m->model, &asked);
  sv_net *net = sv_net_new(m->model, sv_api_net_options(&s->options), &m->reason);
  sv_drawing done = net ? sv_draw_states(net, &asked, &limits, path, &m->reason) : SV_NOT_LISTED;
  if (done != SV_DRAWN) *why = sv_text_get(&m->reason);
  sv_vec_free(asked);
  sv_net_free(net);
  return status_of_drawing(done);
}
