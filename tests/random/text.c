// text.c -- the model's text form, and the public interface on it.
//
// Printing, reading and printing again gives the same bytes. What the public
// interface answers for the file is what the oracle says of the model in
// memory, and the traces it writes can be replayed through it.

#include <stdio.h>

#include "lang/lang.h"
#include "random/compare.h"
#include "selvage.h"

// ---- there and back

static void keep_text(note *n, const char *text) { snprintf(n->text, sizeof n->text, "%s", text); }

static bool complain(note *n, const sv_diags *diags, const char *what) {
  sv_text text = {0};
  sv_diags_render(diags, &text);
  note_wrong(n, what, "%s", sv_text_get(&text));
  sv_text_free(&text);
  return false;
}

static bool read_text(note *n, sv_model *m, sv_diags *diags, const char *text, size_t size) {
  sv_options options;
  sv_options_init(&options);
  uint32_t file = sv_sources_add(m->sources, "model.svm", text, size);
  bool good = sv_language_find("svm")->read(m, file, &options, diags);
  sv_options_free(&options);
  if (!good || sv_diags_errors(diags)) return complain(n, diags, "unreadable");
  if (!sv_model_validate(m, diags)) return complain(n, diags, "invalid");
  return true;
}

// The line in which two texts differ first.
static void show_difference(const char *a, const char *b, char *out, size_t size) {
  size_t i = 0, begin = 0;
  while (a[i] && a[i] == b[i]) {
    if (a[i] == '\n') begin = i + 1;
    i++;
  }
  int n = (int)strcspn(a + begin, "\n"), k = (int)strcspn(b + begin, "\n");
  snprintf(out, size, "\"%.*s\" becomes \"%.*s\"", n < 250 ? n : 250, a + begin, k < 250 ? k : 250,
           b + begin);
}

static bool same_again(comparison *c, const char *text, size_t size) {
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_text again = {0};
  bool good = read_text(c->note, m, diags, text, size);
  if (good) {
    sv_model_print(m, &again);
    good = !strcmp(text, sv_text_get(&again));
    char difference[560];
    show_difference(text, sv_text_get(&again), difference, sizeof difference);
    if (!good) note_wrong(c->note, "round trip", "%s", difference);
  }
  sv_text_free(&again);
  sv_diags_free(diags);
  sv_model_free(m);
  return good;
}

bool compare_text(comparison *c) {
  sv_text text = {0};
  note_where(c->note, "svm");
  sv_model_print(c->model, &text);
  bool changed = c->note->text[0] && strcmp(c->note->text, sv_text_get(&text));
  if (changed) note_wrong(c->note, "changed", "an engine has changed the model");
  if (!c->note->text[0]) keep_text(c->note, sv_text_get(&text));
  bool good = !changed && (!compare_wants(c, "svm") || same_again(c, sv_text_get(&text), text.n));
  sv_text_free(&text);
  return good;
}

// ---- the public interface

static bool write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  if (!out) return false;
  bool good = fputs(text, out) >= 0;
  return !fclose(out) && good;
}

static selvage *new_session(const comparison *c) {
  char number[16];
  selvage *s = selvage_new();
  snprintf(number, sizeof number, "%u", c->bounds.threads);
  selvage_set(s, "--threads", number);
  snprintf(number, sizeof number, "%u", c->bounds.pool);
  selvage_set(s, "--pool", number);
  return s;
}

static int expected_status(const comparison *c) {
  bool cut = false;
  for (uint32_t p = 1; p < c->truth.violated.n; p++) {
    if (c->truth.violated.at[p] != ORACLE_NEVER) return SELVAGE_VIOLATED;
    cut |= compare_is_cut(c, p);
  }
  return cut ? SELVAGE_UNKNOWN : SELVAGE_HOLDS;
}

// A trace file says under which options it was made.
static bool replay(comparison *c, const char *model_path, const char *trace_path) {
  selvage *s = selvage_new();
  const char *why = selvage_set_from_trace(s, trace_path);
  if (why) note_wrong(c->note, "replay", "%s: %s", trace_path, why);
  selvage_model *m = selvage_load(s, model_path);
  selvage_answer *a = selvage_replay(s, m, trace_path);
  char *text = selvage_answer_text(a);
  bool good = !why && selvage_answer_status(a) == SELVAGE_VIOLATED;
  if (!good) note_wrong(c->note, "replay", "status %d: %s", selvage_answer_status(a), text);
  selvage_string_free(text);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return good;
}

static bool check_replays(comparison *c, selvage_answer *a, const char *model_path) {
  char *trace = compare_path(c, "trace.json"), *answer = compare_path(c, "answer.json");
  char *json = selvage_answer_json(a);
  const char *why = selvage_answer_write_trace(a, trace);
  bool good = !why && write_file(answer, json);
  if (!good) note_wrong(c->note, "files", "%s", why ? why : "the answer cannot be written");
  if (good && selvage_answer_status(a) == SELVAGE_VIOLATED)
    good = replay(c, model_path, trace) && replay(c, model_path, answer);
  selvage_string_free(json);
  sv_free(trace);
  sv_free(answer);
  return good;
}

static bool check_status(comparison *c, selvage_answer *a) {
  int status = selvage_answer_status(a), want = expected_status(c);
  char *text = selvage_answer_text(a);
  bool good = status == want || strstr(text, "does not fit 62 bits");
  if (!good) note_wrong(c->note, "status", "%d instead of %d: %s", status, want, text);
  selvage_string_free(text);
  return good;
}

static bool check_engine(comparison *c, const char *engine, const char *reduction,
                         const char *path) {
  selvage *s = new_session(c);
  selvage_set(s, "--engine", engine);
  selvage_set(s, "--reduction", reduction);
  selvage_model *m = selvage_load(s, path);
  bool good = selvage_model_status(m) == 0;
  if (!good) note_wrong(c->note, "load", "%s", selvage_model_messages(m));
  selvage_answer *a = selvage_check(s, m);
  good = good && check_status(c, a) && check_replays(c, a, path);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return good;
}

bool compare_interface(comparison *c) {
  sv_text text = {0};
  char *path = compare_path(c, "model.svm");
  note_where(c->note, "interface");
  sv_model_print(c->model, &text);
  bool good =
      write_file(path, sv_text_get(&text)) || note_wrong(c->note, "files", "cannot write %s", path);
  good = good && check_engine(c, "auto", "on", path) && check_engine(c, "explicit", "off", path);
  sv_text_free(&text);
  sv_free(path);
  return good;
}
