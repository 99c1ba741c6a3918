// test_corpus_kit.h -- nets of the project's own corpus, for tests that compare things on all of them.

#ifndef TEST_CORPUS_KIT_H
#define TEST_CORPUS_KIT_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <dirent.h>

#include "base/options.h"
#include "encode/bits/coding.h"
#include "lang/lang.h"
#include "unit/unit.h"

// NULL where the file is refused.
static inline sv_model *corpus_model(const char *path) {
  const sv_language *language = sv_language_by_path(path);
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_options options = {0};
  const char *why = NULL;
  sv_options_init(&options);
  uint32_t file = sv_sources_read(m->sources, path, &why);
  bool fine =
      language && file && language->read(m, file, &options, diags) && sv_model_validate(m, diags);
  sv_diags_free(diags);
  sv_options_free(&options);
  if (fine) return m;
  sv_model_free(m);
  return NULL;
}

static inline bool corpus_codable(const sv_net *net, const char *path) {
  sv_text why = {0};
  sv_coding *c = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  if (!c && !why.n) fail_msg("%s: refused without a reason", path);
  bool fine = c;
  sv_coding_free(c);
  sv_text_free(&why);
  return fine;
}

// `net` is NULL where the file is refused, or has no net with so many threads.
typedef void corpus_fn(const sv_net *net, const char *path, void *context);

static inline void corpus_file(const char *path, uint32_t threads, corpus_fn *f, void *context) {
  sv_text why = {0};
  sv_model *m = corpus_model(path);
  sv_net *net = m ? sv_net_new(m, (sv_net_options){.threads = threads}, &why) : NULL;
  sv_text_free(&why);
  f(net, path, context);
  if (net) sv_net_free(net);
  if (m) sv_model_free(m);
}

static inline void corpus_folder(const char *folder, uint32_t threads, corpus_fn *f,
                                 void *context) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/tests/corpus/%s", SELVAGE_ROOT, folder);
  DIR *d = opendir(sv_text_get(&path));
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    sv_text file = {0};
    sv_text_printf(&file, "%s/%s", sv_text_get(&path), e->d_name);
    corpus_file(sv_text_get(&file), threads, f, context);
    sv_text_free(&file);
  }
  closedir(d);
  sv_text_free(&path);
}

static inline void corpus_everything(uint32_t threads, corpus_fn *f, void *context) {
  corpus_folder("svm", threads, f, context);
  corpus_folder("boolprog", threads, f, context);
  corpus_folder("promela", threads, f, context);
}

#endif
