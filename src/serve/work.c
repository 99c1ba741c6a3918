// work.c -- see work.h.

#include "serve/work.h"

#include "report/json_kit.h"
#include "serve/index.h"
#include "serve/job.h"
#include "serve/notes.h"

static void tell_result(int to, json_t *result) {
  sv_job_tell(to, json_pack("{s:o}", "result", result));
}

// An editor calls languages as it likes: "promela", "selvage-proc", "plantuml".
static const char *known_language(const char *id) {
  static const char prefix[] = "selvage-";
  if (!strncmp(id, prefix, sizeof prefix - 1)) id += sizeof prefix - 1;
  if (!strcmp(id, "plantuml")) id = "uml";
  return sv_language_find(id) ? id : NULL;
}

static selvage_model *load(const sv_work *w) {
  const char *language = w->language ? known_language(w->language) : NULL;
  bool open = !w->s->options.language && !sv_language_by_path(w->name);
  if (open && language) selvage_set(w->s, "--language", language);
  w->provide(w->context, w->s);
  return selvage_load_text(w->s, w->name, w->text, w->size);
}

void sv_work_read(void *context, int to) {
  const sv_work *w = context;
  selvage_model *m = load(w);
  sv_atlas atlas = sv_atlas_of(m->model->sources, w->uri);
  json_t *result = json_object();
  const char *language = selvage_model_language(m);
  sv_json_set(result, "language", language ? sv_json_string(language) : json_null());
  sv_json_set(result, "notes", sv_notes_of_reading(&atlas, m));
  sv_json_set(result, "index", m->status ? json_null() : sv_index_of(&atlas, m->model));
  sv_atlas_free(&atlas);
  selvage_model_free(m);
  tell_result(to, result);
}

// ---- options of a command

static bool set_option(selvage *s, const json_t *options, size_t *i, sv_text *why) {
  const char *flag = json_string_value(json_array_get(options, *i));
  if (!flag) return sv_text_string(why, "options are strings"), false;
  const sv_option_info *info = sv_option_find(flag);
  bool takes = info && info->kind != SV_OPT_FLAG && !strchr(flag, '=');
  const char *value = takes ? json_string_value(json_array_get(options, ++*i)) : NULL;
  if (takes && !value) return sv_text_printf(why, "%s needs a value", flag), false;
  const char *wrong = selvage_set(s, flag, value);
  if (wrong) sv_text_string(why, wrong);
  return !wrong;
}

static bool set_options(const sv_work *w, sv_text *why) {
  for (size_t i = 0; i < json_array_size(w->options); i++)
    if (!set_option(w->s, w->options, &i, why)) return false;
  const char *wrong = w->property ? selvage_set(w->s, "--property", w->property) : NULL;
  if (wrong) sv_text_string(why, wrong);
  return !wrong;
}

static json_t *error(const char *text) { return json_pack("{s:o}", "error", sv_json_string(text)); }

// The model with the options of the command; NULL, and it is told why, if these are wrong.
static selvage_model *load_for(const sv_work *w, int to) {
  sv_text why = {0};
  bool good = set_options(w, &why);
  if (!good) tell_result(to, error(sv_text_get(&why)));
  sv_text_free(&why);
  return good ? load(w) : NULL;
}

// ---- runs as files

typedef const char *write_fn(void *from, const char *path);  // NULL, or what went wrong

// Formats that this Selvage does not know are left out.
static json_t *write_runs(const sv_work *w, write_fn *write, void *from) {
  static const char *const formats[] = {"text", ".txt", "html", ".html"};
  json_t *paths = json_object();
  for (size_t i = 0; i < SV_COUNT(formats); i += 2) {
    sv_text path = {0};
    sv_text_printf(&path, "%s%s", w->trace, formats[i + 1]);
    if (!selvage_set(w->s, "--trace", sv_text_get(&path)) && !write(from, sv_text_get(&path)))
      sv_json_set(paths, formats[i], sv_json_string(sv_text_get(&path)));
    sv_text_free(&path);
  }
  return paths;
}

static const char *write_answer(void *answer, const char *path) {
  return selvage_answer_write_trace(answer, path);
}

// The answer as a page, or null.
static json_t *write_report(const sv_work *w, selvage_answer *a) {
  sv_text path = {0};
  sv_text_printf(&path, "%s-report.html", w->trace);
  bool written = !selvage_answer_write_report(a, sv_text_get(&path));
  json_t *report = written ? sv_json_string(sv_text_get(&path)) : json_null();
  sv_text_free(&path);
  return report;
}

static const char *write_simulation(void *simulation, const char *path) {
  return selvage_simulation_write_trace(simulation, path);
}

// ---- check

typedef struct {
  int to;
} teller;

static void tell_progress(void *context, const selvage_progress *p) {
  const teller *t = context;
  sv_text text = {0};
  sv_text_printf(&text, "%s: ", p->phase ? p->phase : "check");
  if (p->states) sv_text_printf(&text, "%llu states, ", (unsigned long long)p->states);
  if (p->depth) sv_text_printf(&text, "%s %llu, ", p->depth_of, (unsigned long long)p->depth);
  if (p->size_of) sv_text_printf(&text, "%llu %s, ", (unsigned long long)p->size, p->size_of);
  sv_text_printf(&text, "%.0f s", p->seconds);
  sv_job_tell(t->to, json_pack("{s:o}", "progress", sv_json_string(sv_text_get(&text))));
  sv_text_free(&text);
}

static const char *word_of(int status) {
  switch (status) {
  case SELVAGE_HOLDS: return "holds";
  case SELVAGE_VIOLATED: return "violated";
  case SELVAGE_MALFORMED: return "malformed";
  case SELVAGE_USAGE: return "usage";
  case SELVAGE_BUG: return "internal error";
  }
  return "unknown";
}

static void add_answer(json_t *result, int status, char *text) {
  sv_json_set(result, "answer", json_string(word_of(status)));
  sv_json_set(result, "status", json_integer(status));
  sv_json_set(result, "text", sv_json_string(text));
  selvage_string_free(text);
}

void sv_work_check(void *context, int to) {
  const sv_work *w = context;
  teller t = {to};
  selvage_model *m = load_for(w, to);
  if (!m) return;
  selvage_on_progress(w->s, tell_progress, &t);
  selvage_answer *a = selvage_check(w->s, m);
  sv_atlas atlas = sv_atlas_of(m->model->sources, w->uri);
  json_t *result = json_object();
  add_answer(result, selvage_answer_status(a), selvage_answer_text(a));
  bool run = selvage_answer_has_trace(a);
  sv_json_set(result, "trace", run ? write_runs(w, write_answer, a) : json_null());
  sv_json_set(result, "report", write_report(w, a));
  sv_json_set(result, "notes", sv_notes_of_answer(&atlas, a));
  sv_atlas_free(&atlas);
  selvage_answer_free(a);
  selvage_model_free(m);
  tell_result(to, result);
}

// ---- simulate

static void append(sv_text *out, char *text) {
  sv_text_string(out, text);
  selvage_string_free(text);
}

// At random, until a violation, the end or --steps.
static int walk(selvage_simulation *sim, int64_t most, sv_text *out) {
  append(out, selvage_simulation_heading(sim));
  for (int64_t n = 0;; n++) {
    const char *violated = selvage_simulation_violation(sim);
    const char *stopped = selvage_simulation_stopped(sim);
    if (violated) return sv_text_printf(out, "violated: %s\n", violated), SELVAGE_VIOLATED;
    if (stopped) return sv_text_printf(out, "%s\n", stopped), SELVAGE_HOLDS;
    if (n >= most) return SELVAGE_HOLDS;
    append(out, selvage_simulation_take(sim, selvage_simulation_random(sim)));
  }
}

static void simulate(const sv_work *w, selvage_model *m, json_t *result) {
  const char *why = NULL;
  sv_text out = {0};
  int status = selvage_model_status(m);
  selvage_simulation *sim = status ? NULL : selvage_simulate(w->s, m, &why);
  if (sim) status = walk(sim, w->s->options.steps, &out);
  else sv_text_string(&out, why ? why : selvage_model_messages(m));
  if (!sim && !status) status = SELVAGE_UNKNOWN;
  sv_json_set(result, "trace", sim ? write_runs(w, write_simulation, sim) : json_null());
  sv_text_string(&out, "");
  add_answer(result, status, sv_text_take(&out));
  selvage_simulation_free(sim);
}

void sv_work_simulate(void *context, int to) {
  const sv_work *w = context;
  selvage_model *m = load_for(w, to);
  if (!m) return;
  json_t *result = json_object();
  simulate(w, m, result);
  selvage_model_free(m);
  tell_result(to, result);
}
