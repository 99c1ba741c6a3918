// model.h -- what the fuzz targets for languages share.
//
// A text is read as some language. Whatever comes out must hold together: a
// model that is valid prints as .svm text, which reads back and prints as the
// same text again, and small models can be spelled out as a net. Violations
// abort, so that a fuzzer sees them.

#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/lang.h"
#include "model/net.h"

enum { FUZZ_ACTIONS = 2000, FUZZ_SIZE = 2000 };

static void fuzz_fail(const char *what, const char *text) {
  fprintf(stderr, "%s:\n%s\n", what, text);
  abort();
}

// True if the text became a valid model.
static bool fuzz_read(sv_model *m, const char *language, const char *text, size_t size) {
  sv_options options;
  sv_options_init(&options);
  sv_diags *diags = sv_diags_new(m->sources);
  m->language = language;
  uint32_t file = sv_sources_add(m->sources, "input", text, size);
  bool good = sv_language_find(language)->read(m, file, &options, diags);
  bool clean = !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
  if (good != clean) fuzz_fail("the reader and its diagnostics disagree", text);
  good = good && sv_model_validate(m, diags);
  sv_text messages = {0};
  sv_diags_render(diags, &messages);
  if (clean && !good && strcmp(language, "svm")) fuzz_fail(sv_text_get(&messages), text);
  sv_text_free(&messages);
  sv_diags_free(diags);
  sv_options_free(&options);
  return good;
}

static void fuzz_print_again(const char *text, size_t size) {
  sv_model *m = sv_model_new();
  sv_text again = {0};
  if (!fuzz_read(m, "svm", text, size)) fuzz_fail("what was printed cannot be read", text);
  sv_model_print(m, &again);
  if (strcmp(text, sv_text_get(&again))) fuzz_fail("printed differently the second time", text);
  sv_text_free(&again);
  sv_model_free(m);
}

static uint64_t fuzz_size(const sv_model *m) {
  uint64_t instances = 0, cells = 0;
  for (uint32_t t = 1; t < m->templates.n; t++) {
    uint32_t pool = m->templates.at[t].pool, initial = m->templates.at[t].initial;
    instances += pool == SV_UNBOUNDED ? initial + 2 : pool;
  }
  for (uint32_t i = 1; i < m->variables.n; i++)
    cells += sv_sort_cells(m->terms, m->variables.at[i].sort);
  for (uint32_t i = 1; i < m->queues.n; i++) cells += m->queues.at[i].count;
  return (instances + 1) * (cells + 1);
}

static void fuzz_spell_out(sv_model *m) {
  sv_text why = {0};
  if (fuzz_size(m) > FUZZ_SIZE) return;
  sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2, .most_actions = FUZZ_ACTIONS}, &why);
  sv_net_free(net);
  sv_text_free(&why);
}

static inline void fuzz_language(const char *language, const uint8_t *data, size_t size) {
  sv_model *m = sv_model_new();
  if (fuzz_read(m, language, (const char *)data, size)) {
    sv_text text = {0};
    sv_model_print(m, &text);
    fuzz_print_again(sv_text_get(&text), text.n);
    sv_text_free(&text);
    sv_model_dot(m, &text);
    sv_text_free(&text);
    fuzz_spell_out(m);
  }
  sv_model_free(m);
}

#endif
