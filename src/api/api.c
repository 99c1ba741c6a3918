// api.c -- options, checking, replaying and answers for users of the library.

#include "api/api.h"

#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/suggest.h"
#include "engine/apart.h"
#include "engine/checkpoint.h"
#include "report/witness.h"

const char *selvage_version(void) { return SELVAGE_VERSION; }

selvage *selvage_new(void) {
  selvage *s = SV_NEW(selvage);
  sv_options_init(&s->options);
  return s;
}

void selvage_free(selvage *s) {
  if (!s) return;
  sv_api_post_close(s);
  sv_ranks_leave(s->ranks);
  sv_options_free(&s->options);
  sv_drafts_free(&s->drafts);
  sv_text_free(&s->message);
  sv_free(s->trace_path);
  sv_checkpoint_close(s->resumed);
  sv_text_free(&s->trace_text);
  sv_free(s);
}

void selvage_string_free(char *text) { sv_free(text); }

static int badness(int status) {
  static const int order[] = {SELVAGE_HOLDS, SELVAGE_UNKNOWN, SELVAGE_VIOLATED, SELVAGE_MALFORMED,
                              SELVAGE_USAGE, SELVAGE_OUTPUT,  SELVAGE_BUG};
  for (int i = 0; i < (int)SV_COUNT(order); i++)
    if (order[i] == status) return i;
  return (int)SV_COUNT(order);
}

int selvage_worse_status(int a, int b) { return badness(a) >= badness(b) ? a : b; }

int selvage_option_at(size_t i, selvage_option *out) {
  for (size_t k = 0; k <= i; k++)
    if (!sv_option_table[k].name) return 0;
  const sv_option_info *info = &sv_option_table[i];
  *out = (selvage_option){.flag = info->flag,
                          .argument = info->argument,
                          .fallback = sv_option_fallback(info),
                          .help = info->help,
                          .letter = info->letter,
                          .repeatable = info->kind == SV_OPT_LIST,
                          .optional = sv_option_is_tristate(info)};
  return 1;
}

// What it does, and whether it can do so on this machine.
static const char *summary_of(const sv_engine *e) {
  sv_options options;
  sv_options_init(&options);
  bool here = !e->runs_here || e->runs_here(&options);
  sv_options_free(&options);
  return here ? e->summary : e->without;
}

int selvage_engine_at(size_t i, const char **name, const char **summary) {
  uint32_t n;
  const sv_engine *const *all = sv_engines(&n);
  if (i >= n) return 0;
  *name = all[i]->name;
  *summary = summary_of(all[i]);
  return 1;
}

int selvage_language_at(size_t i, const char **name, const char **suffixes, const char **summary) {
  uint32_t n;
  const sv_language *const *all = sv_languages(&n);
  if (i >= n) return 0;
  *name = all[i]->name;
  *suffixes = all[i]->suffixes;
  *summary = all[i]->summary;
  return 1;
}

static void list_name(const char *name, bool first, sv_suggestion *closest, sv_text *why) {
  sv_text_printf(why, "%s %s", first ? "" : ",", name);
  sv_suggest_try(closest, name);
}

static void suggest(const sv_suggestion *closest, sv_text *why) {
  if (closest->best) sv_text_printf(why, "; did you mean \"%s\"?", closest->best);
}

static bool known_engine(const char *name, sv_text *why) {
  if (sv_engine_find(name)) return true;
  sv_suggestion closest = sv_suggest(name);
  sv_text_printf(why, "there is no engine \"%s\"; there are", name);
  uint32_t n;
  const sv_engine *const *all = sv_engines(&n);
  for (uint32_t i = 0; i < n; i++) list_name(all[i]->name, !i, &closest, why);
  suggest(&closest, why);
  return false;
}

static bool known_language(const char *name, sv_text *why) {
  if (sv_language_find(name)) return true;
  sv_suggestion closest = sv_suggest(name);
  sv_text_printf(why, "there is no language \"%s\"; there are", name);
  uint32_t n;
  const sv_language *const *all = sv_languages(&n);
  for (uint32_t i = 0; i < n; i++) list_name(all[i]->name, !i, &closest, why);
  suggest(&closest, why);
  return false;
}

static bool is_flag(const char *flag, const char *name) {
  return !strcmp(flag, name) || (!strncmp(flag, "--", 2) && !strcmp(flag + 2, name));
}

int selvage_engine_takes(const char *engine, const char *flag) {
  const sv_engine *e = sv_engine_find(engine);
  const sv_option_info *info = sv_option_find(flag);
  return e && info && sv_engine_reads(e, info->name);
}

int selvage_language_takes(const char *language, const char *flag) {
  const sv_language *l = sv_language_find(language);
  const sv_option_info *info = sv_option_find(flag);
  return l && info && sv_language_reads(l, info->name);
}

const char *selvage_closest(const char *word, const char *const *words, size_t n) {
  sv_suggestion closest = sv_suggest(word);
  for (size_t i = 0; i < n; i++) sv_suggest_try(&closest, words[i]);
  return closest.best;
}

// The suffixes that a file may have which an option names; one without any is fine.
static bool known_suffix(const char *flag, const char *path, sv_text *why) {
  static const struct {
    const char *flag, *suffixes;
  } known[] = {{"--trace", ".txt .json .svg .html .dot"},
               {"--report", ".html"},
               {"--states", ".svg .dot"},
               {"--plot", ".svg"},
               {"--dump", ".cnf .dimacs .smt2"}};
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  for (size_t i = 0; dot && i < SV_COUNT(known); i++) {
    if (strcmp(flag, known[i].flag) || sv_is_listed(known[i].suffixes, dot)) continue;
    sv_text_printf(why, "%s knows no files like *%s, only %s", flag, dot, known[i].suffixes);
    return false;
  }
  return true;
}

const char *selvage_set(selvage *s, const char *flag, const char *value) {
  REQUIRE(s && flag, "needs an object and an option");
  sv_text_free(&s->message);
  bool good = !value || known_suffix(flag, value, &s->message);
  if (value && is_flag(flag, "engine")) good = known_engine(value, &s->message);
  if (value && is_flag(flag, "language")) good = known_language(value, &s->message);
  if (!good) return sv_text_get(&s->message);
  if (sv_options_set(&s->options, flag, value, &s->message)) return NULL;
  return sv_text_get(&s->message);
}

int selvage_is_on(const selvage *s, const char *flag) {
  REQUIRE(s && flag, "needs an object and an option");
  return sv_options_flag(&s->options, flag);
}

// ---- Checking ---------------------------------------------------------------------

void selvage_on_progress(selvage *s, void (*show)(void *, const selvage_progress *),
                         void *context) {
  s->show = show;
  s->show_context = context;
}

void selvage_interrupt(selvage *s) { s->interrupted = SV_INTERRUPT; }
void selvage_rank_ended(selvage *s) { s->interrupted = SV_RANK_ENDED; }
void selvage_clear_interrupt(selvage *s) { s->interrupted = SV_GO_ON; }

int selvage_ranks(int *rank) {
  uint32_t mine, size = sv_ranks_launched(&mine);
  *rank = (int)mine;
  return (int)size;
}

const char *selvage_join(selvage *s) {
  REQUIRE(s, "needs an object");
  sv_text_free(&s->message);
  if (s->ranks || (s->ranks = sv_ranks_join(&s->message))) return NULL;
  return sv_text_get(&s->message);
}

static void show_progress(void *context, const sv_progress_report *r) {
  selvage *s = context;
  selvage_progress p = {.phase = r->phase,
                        .states = r->states,
                        .transitions = r->transitions,
                        .depth = r->depth,
                        .depth_of = r->depth_of ? r->depth_of : "depth",
                        .size = r->size,
                        .size_of = r->size_of,
                        .seconds = sv_now() - s->started,
                        .since_checkpoint = r->saved > 0 ? sv_now() - r->saved : -1,
                        .megabytes = (double)(sv_resident_bytes() + r->bytes) / 1e6};
  s->show(s->show_context, &p);
}

sv_limits sv_api_limits(selvage *s, double spent) {
  const sv_options *o = &s->options;
  sv_limits l = sv_limits_make(o->time, (size_t)o->memory * 1000000, &s->interrupted);
  if (o->time > 0) l.deadline -= spent;
  return l;
}

static sv_run run_of(selvage *s, sv_limits *limits, sv_progress *progress, sv_log *log) {
  const sv_options *o = &s->options;
  s->started = sv_now();
  *progress = (sv_progress){.show = s->show ? show_progress : NULL, .context = s, .every = 0.5};
  *log = (sv_log){stderr, (int)o->log};
  return (sv_run){.options = o,
                  .limits = limits,
                  .progress = progress,
                  .log = log,
                  .ranks = s->ranks,
                  .resumed = s->resumed};
}

static selvage_answer *new_answer(selvage *s, selvage_model *m) {
  selvage_answer *a = SV_NEW(selvage_answer);
  a->model = m;
  a->status = m->status;
  sv_options_copy(&a->options, &s->options);
  return a;
}

static int status_of(const sv_answer *a) {
  if (a->bug) return SELVAGE_BUG;
  switch (a->verdict) {
  case SV_HOLDS: return SELVAGE_HOLDS;
  case SV_VIOLATED: return SELVAGE_VIOLATED;
  case SV_UNKNOWN: return SELVAGE_UNKNOWN;
  }
  SV_UNREACHABLE();
}

static void explain_findings(selvage *s, sv_answer *a) {
  sv_text why = {0};
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace &&
        !sv_api_explain(s, sv_finding_net(a, &a->findings.at[i]), &a->findings.at[i].trace, &why))
      sv_answer_bug(a, "a trace cannot be explained: %s", sv_text_get(&why));
  sv_text_free(&why);
}

// A search that can be resumed is one by `explicit`, and what resumes it has to be the same.
static bool refuses(const selvage *s, const selvage_model *m, sv_text *why) {
  const sv_options *o = &s->options;
  if (sv_api_refuses_engine(s, why) || sv_api_refuses_ranks(s, why)) return true;
  if (sv_api_refuses_disk(s, m->model, why)) return true;
  if (o->checkpoint && !sv_checkpoint_possible(m->model, o, why)) return true;
  return s->resumed && !sv_checkpoint_fits(s->resumed, m->model, o, why);
}

static const sv_engine *engine_for(const selvage *s) {
  bool only_explicit = s->options.checkpoint || s->options.disk || s->resumed || s->ranks;
  bool any = !strcmp(s->options.engine, "auto");
  return sv_engine_find(only_explicit && any ? "explicit" : s->options.engine);
}

selvage_answer *selvage_check(selvage *s, selvage_model *m) {
  REQUIRE(s && m, "needs an object and a model");
  selvage_answer *a = new_answer(s, m);
  if (m->status) return a;
  if (refuses(s, m, &a->refused)) {
    a->status = SELVAGE_USAGE;
    return a;
  }
  sv_limits limits = sv_api_limits(s, m->seconds);
  sv_progress progress;
  sv_log log;
  sv_run run = run_of(s, &limits, &progress, &log);
  const sv_engine *engine = engine_for(s);
  REQUIRE(engine, "the engine was checked by selvage_set");
  bool apart = s->options.time_per_property > 0;
  a->answer = (apart ? sv_engine_run_apart : sv_engine_run)(engine, m->model, &run);
  sv_checkpoint_close(s->resumed);
  s->resumed = NULL;
  if (s->options.explain) explain_findings(s, a->answer);
  a->status = status_of(a->answer);
  return a;
}

void selvage_answer_free(selvage_answer *a) {
  if (!a) return;
  for (uint32_t i = 0; i < a->told.n; i++) sv_api_trace_free(a->told.at[i]);
  sv_vec_free(a->told);
  sv_answer_free(a->answer);
  if (a->trace) sv_trace_free(a->net, a->trace);
  sv_net_free(a->net);
  sv_options_free(&a->options);
  sv_text_free(&a->text);
  sv_text_free(&a->refused);
  sv_text_free(&a->message);
  sv_free(a);
}

int selvage_answer_status(const selvage_answer *a) { return a->status; }

const char *selvage_answer_unwritten(const selvage_answer *a) {
  return a->answer ? a->answer->unwritten : NULL;
}

// Why nothing was checked.
static sv_cause nothing_checked(const selvage_answer *a) {
  return a->status == SELVAGE_USAGE ? SV_CAUSE_USAGE : a->model->cause;
}

const char *selvage_answer_cause(const selvage_answer *a) {
  sv_cause cause = a->answer ? a->answer->cause : nothing_checked(a);
  return cause ? sv_cause_word(cause) : NULL;
}

static uint64_t peak_bytes(const sv_answer *a) {
  uint64_t now = sv_peak_resident_bytes();
  return a && a->peak_before > now ? a->peak_before : now;
}

sv_report sv_api_report(const selvage_answer *a) {
  return (sv_report){.model = a->model->model,
                     .diags = a->model->diags,
                     .answer = a->answer,
                     .cause = nothing_checked(a),
                     .refused = a->refused.n ? a->refused.at : NULL,
                     .options = &a->options,
                     .status = a->status,
                     .memory_mb = (double)peak_bytes(a->answer) / 1e6};
}

char *selvage_answer_text(const selvage_answer *a) {
  if (a->text.n) return sv_strdup(a->text.at);
  sv_text out = {0};
  sv_report r = sv_api_report(a);
  sv_report_text(&r, &out);
  return sv_text_take(&out);
}

char *selvage_answer_json(const selvage_answer *a) {
  sv_text out = {0};
  sv_report r = sv_api_report(a);
  sv_report_json(&r, &out);
  return sv_text_take(&out);
}

static char *report_as(const selvage_answer *a, void (*write)(const sv_report *, sv_text *),
                       const char *end) {
  sv_text out = {0};
  sv_report r = sv_api_report(a);
  write(&r, &out);
  sv_text_string(&out, end);
  return sv_text_take(&out);
}

static char *report_json(const selvage_answer *a) {
  sv_text out = {0};
  if (a->trace)
    return sv_report_trace_json(a->net, a->trace, &a->options, &out), sv_text_take(&out);
  return a->text.n ? selvage_answer_text(a) : report_as(a, sv_report_json, "\n");
}

char *selvage_answer_report(const selvage_answer *a) {
  switch (a->options.format) {
  case SV_OPT_FORMAT_TEXT: return selvage_answer_text(a);
  case SV_OPT_FORMAT_JSON: return report_json(a);
  case SV_OPT_FORMAT_JUNIT: return report_as(a, sv_report_junit, "");
  case SV_OPT_FORMAT_SARIF: return report_as(a, sv_report_sarif, "");
  }
  SV_UNREACHABLE();
}

const char *selvage_report_frame(const selvage *s, selvage_frame part) {
  REQUIRE(s && part <= SELVAGE_END, "needs an object and a part");
  return sv_report_frame(s->options.format, (sv_frame)part);
}

// And the net that it speaks of.
static const sv_trace *first_trace(const selvage_answer *a, const sv_net **net) {
  for (uint32_t i = 0; a->answer && i < a->answer->findings.n; i++) {
    const sv_finding *f = &a->answer->findings.at[i];
    *net = sv_finding_net(a->answer, f);
    if (f->trace) return f->trace;
  }
  *net = a->net;
  return a->trace;
}

int selvage_answer_has_trace(const selvage_answer *a) {
  const sv_net *net;
  return first_trace(a, &net) != NULL;
}

static bool is_page(const char *path) {
  size_t n = strlen(path);
  return n > 5 && !strcmp(path + n - 5, ".html");
}

const char *selvage_answer_write_report(selvage_answer *a, const char *path) {
  REQUIRE(a && path, "needs an answer and a path");
  sv_text_free(&a->message);
  sv_report r = sv_api_report(a);
  return sv_report_write_html(&r, path, &a->message) ? NULL : sv_text_get(&a->message);
}

const char *selvage_answer_write_witness(selvage_answer *a, const char *path) {
  REQUIRE(a && path, "needs an answer and a path");
  sv_text_free(&a->message);
  const sv_net *net;
  const sv_trace *trace = first_trace(a, &net);
  sv_report r = sv_api_report(a);
  bool ok = sv_report_write_witness(&r, net, trace, path, &a->message);
  return ok ? NULL : sv_text_get(&a->message);
}

const char *selvage_answer_write_trace(selvage_answer *a, const char *path) {
  REQUIRE(a && path, "needs an answer and a path");
  bool whole = a->answer && is_page(path) && selvage_answer_has_trace(a);
  if (whole) return selvage_answer_write_report(a, path);
  sv_text_free(&a->message);
  const sv_net *net;
  const sv_trace *trace = first_trace(a, &net);
  bool ok = !trace || sv_report_write_trace(net, trace, &a->options, path, &a->message);
  return ok ? NULL : sv_text_get(&a->message);
}

// ---- Checkpoints ------------------------------------------------------------------

static const char *resume(selvage *s, const char **model) {
  const sv_checkpoint *c = s->resumed;
  if (!sv_checkpoint_set_options(c, &s->options, &s->message)) return sv_text_get(&s->message);
  if (!s->options.checkpoint) sv_options_set(&s->options, "--checkpoint", c->path, &s->message);
  *model = c->model;
  if (s->drafts.n || !access(*model, R_OK)) return NULL;
  sv_text_printf(&s->message, "%s: its model %s cannot be read; the run was started in %s", c->path,
                 c->model, c->folder);
  return sv_text_get(&s->message);
}

const char *selvage_resume(selvage *s, const char *path, const char **model) {
  REQUIRE(s && path && model, "needs an object, a path and a place for the model's path");
  sv_text_free(&s->message);
  sv_checkpoint_close(s->resumed);
  s->resumed = sv_checkpoint_open(path, &s->message);
  return s->resumed ? resume(s, model) : sv_text_get(&s->message);
}

// ---- Replay -----------------------------------------------------------------------

int sv_api_read_trace(selvage *s, const char *path, sv_text *text, sv_text *why) {
  const char *reason = NULL;
  sv_limits limits = sv_api_limits(s, 0);
  bool known = s->trace_path && !strcmp(s->trace_path, path);
  if (!known) {
    sv_free(s->trace_path);
    s->trace_path = NULL;
    sv_text_free(&s->trace_text);
    if (!sv_input_read(path, &limits, &s->trace_text, &reason)) {
      sv_text_printf(why, "%s: cannot read this file: %s", path, reason);
      return limits.hit ? SELVAGE_UNKNOWN : SELVAGE_MALFORMED;
    }
    s->trace_path = sv_strdup(path);
  }
  sv_text_bytes(text, sv_text_get(&s->trace_text), s->trace_text.n);
  return 0;
}

static sv_trace_file *read_trace_file(selvage *s, const char *path, int *status, sv_text *why) {
  sv_text text = {0};
  *status = sv_api_read_trace(s, path, &text, why);
  sv_trace_file *file = *status ? NULL : sv_trace_file_read(path, &text, why);
  if (!*status && !file) *status = SELVAGE_MALFORMED;
  sv_text_free(&text);
  return file;
}

int selvage_is_foreign_trace(const char *path) { return sv_language_by_run(path) != NULL; }

const char *selvage_set_from_trace(selvage *s, const char *path) {
  REQUIRE(s && path, "needs an object and a path");
  int status;
  sv_text_free(&s->message);
  s->proof = false;
  if (sv_language_by_run(path))
    return sv_api_foreign_options(s, path, &s->message) ? NULL : sv_text_get(&s->message);
  sv_trace_file *file = read_trace_file(s, path, &status, &s->message);
  uint64_t given[SV_OPTION_WORDS];
  memcpy(given, s->options.given, sizeof given);
  bool ok = file && sv_trace_file_options(file, &s->options, &s->message);
  memcpy(s->options.given, given, sizeof given);  // nobody asked for these
  sv_trace_file_free(file);
  return ok ? NULL : sv_text_get(&s->message);
}

// The trace has been accepted: what is to be printed of it.
static int accept(selvage_answer *a) {
  uint32_t property = a->trace->property;
  sv_style style = sv_style_of(&a->options);
  sv_report_trace(&style, a->net, a->trace, &a->text);
  if (property) sv_report_violated(&style, a->net, a->trace, &a->text);
  return property ? SELVAGE_VIOLATED : SELVAGE_HOLDS;
}

static int replay_trace(selvage *s, selvage_answer *a, sv_text *why) {
  (void)s;
  sv_exec *exec = sv_exec_new(a->net);
  bool ok = sv_trace_replay(exec, a->trace, NULL, NULL, why);
  sv_exec_free(exec);
  if (!ok) return SELVAGE_MALFORMED;
  int status = accept(a);
  sv_text_printf(&a->text, "the trace is a real run of %s\n", a->model->model->title);
  return status;
}

static int explain_trace(selvage *s, selvage_answer *a, sv_text *why) {
  if (!sv_api_explain(s, a->net, &a->trace, why)) return SELVAGE_MALFORMED;
  int status = accept(a);
  if (status == SELVAGE_HOLDS)
    sv_text_string(&a->text, "the run violates nothing: there is nothing to explain\n");
  return status;
}

typedef int judge_fn(selvage *, selvage_answer *, sv_text *why);

static int judge_file(selvage *s, selvage_answer *a, const char *path, judge_fn *judge,
                      sv_text *why) {
  sv_model *model = a->model->model;
  sv_engine_properties(model, &a->options);
  int status;
  if (sv_language_by_run(path)) {
    status = sv_api_follow_foreign(s, a, path, why);
    return status ? status : judge(s, a, why);
  }
  sv_trace_file *file = read_trace_file(s, path, &status, why);
  if (!file) return status;
  status = SELVAGE_MALFORMED;
  a->net = sv_net_new(model, sv_api_net_options(&a->options), why);
  a->trace = a->net ? sv_trace_file_resolve(file, a->net, why) : NULL;
  if (a->trace) status = judge(s, a, why);
  sv_trace_file_free(file);
  return status;
}

static selvage_answer *judge_trace(selvage *s, selvage_model *m, const char *path,
                                   judge_fn *judge) {
  REQUIRE(s && m && path, "needs an object, a model and a path");
  selvage_answer *a = new_answer(s, m);
  if (m->status) return a;
  sv_text why = {0};
  a->status = judge_file(s, a, path, judge, &why);
  if (a->status == SELVAGE_MALFORMED && a->trace) sv_trace_free(a->net, a->trace), a->trace = NULL;
  if (a->status == SELVAGE_MALFORMED)
    sv_text_printf(&a->text, "%s: this trace is not a run of %s: %s\n", path, m->model->title,
                   sv_text_get(&why));
  else if (why.n) sv_text_printf(&a->text, "%s: %s\n", path, sv_text_get(&why));
  sv_text_free(&why);
  return a;
}

selvage_answer *selvage_replay(selvage *s, selvage_model *m, const char *path) {
  if (s->proof && sv_language_by_run(path)) return selvage_check(s, m);
  return judge_trace(s, m, path, replay_trace);
}

selvage_answer *selvage_explain(selvage *s, selvage_model *m, const char *path) {
  return judge_trace(s, m, path, explain_trace);
}
